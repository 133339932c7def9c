/** The fixtures that tools/fixtures.py writes: real views with the texts the program gives them. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import type { Edition } from "../src/edition/edition";
import type { Step, WayToWin } from "../src/generated/api";
import type { View } from "../src/generated/view";
import { LANGUAGES, type Language } from "../src/generated/words";

export interface Fixture {
  readonly name: string;
  readonly view: View;
  readonly way: WayToWin | null;
  readonly texts: Record<Language, { prompt: string | null; log: string[]; moves: string[] }>;
}

const folder = new URL("../fixtures/", import.meta.url);
if (!existsSync(folder)) throw new Error("no fixtures: run `make page-check`");

const read = (file: string): unknown => JSON.parse(readFileSync(new URL(file, folder), "utf8"));

export const editions = Object.fromEntries(
  LANGUAGES.map((language) => [language, read(`edition.${language}.json`)]),
) as Record<Language, Edition>;
export const edition = editions.en;

export const fixtures: readonly Fixture[] = readdirSync(folder)
  .filter((file) => file.startsWith("view."))
  .map((file) => ({
    ...(read(file) as Omit<Fixture, "name">),
    name: file.replace(/^view\.|\.json$/g, ""),
  }));

/** A text with every form of plural, for these numbers in languages of several kinds. */
export const plurals = read("plurals.json") as {
  readonly pattern: string;
  readonly numbers: readonly number[];
  readonly texts: Record<string, string[]>;
};

export function fixture(name: string): Fixture {
  const found = fixtures.find((one) => one.name === name);
  if (!found) throw new Error(`no fixture ${name}`);
  return found;
}

/** Whole games ply by ply, as somebody saw them, with the digests of what they saw. */
export const tapes: readonly {
  readonly name: string;
  readonly steps: readonly (Step & { digest: string })[];
}[] = readdirSync(folder)
  .filter((file) => file.startsWith("steps."))
  .map((file) => ({
    name: file.replace(/^steps\.|\.json$/g, ""),
    steps: read(file) as (Step & { digest: string })[],
  }));
