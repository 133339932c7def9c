// Writes src/generated/: the types of what the server sends, from its JSON Schemas, and the words of the page, from
// the catalogues that the whole program shares. Nothing in that folder is edited by hand or kept in git.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { compile } from "json-schema-to-typescript";
import { parse } from "smol-toml";
import { parameters, parsed } from "../src/i18n/icu.ts";

const root = new URL("../../", import.meta.url);
const out = new URL("../src/generated/", import.meta.url);

const LANGUAGES = ["en", "hu"];

/** The sections of the catalogues that the page speaks from; the others are of commands and reports. */
const SECTIONS = [
  "side",
  "part",
  "marker",
  "way",
  "log",
  "prompt",
  "refusal",
  "result",
  "token",
  "join",
  "space",
  "move",
  "kind",
  "kinds",
  "color",
  "symbol",
  "script",
  "level",
  "level_about",
  "date",
  "page",
];

const HEAD = "// Made by tools/generate.mjs (npm run generate). Do not edit.\n";

await mkdir(out, { recursive: true });
await writeTypes("view", "docs/view.schema.json");
await writeWords();

async function writeTypes(name, source) {
  const schema = JSON.parse(await readFile(new URL(source, root), "utf8"));
  const text = await compile(untitled(schema), schema.title ?? name, {
    bannerComment: "",
    additionalProperties: false,
    format: false,
  });
  await write(`${name}.ts`, text);
}

/** Without the titles of fields, which would each become a type with a name of its own. */
function untitled(schema, isField = false) {
  if (Array.isArray(schema)) return schema.map((one) => untitled(one, isField));
  if (schema === null || typeof schema !== "object") return schema;
  const found = {};
  for (const [key, value] of Object.entries(schema)) {
    if (key === "title" && isField && typeof value === "string") continue;
    if (key === "properties") {
      found[key] = Object.fromEntries(
        Object.entries(value).map(([name, field]) => [name, untitled(field, true)]),
      );
    } else found[key] = untitled(value, key === "$defs" ? false : isField);
  }
  return found;
}

async function writeWords() {
  const catalogues = {};
  for (const language of LANGUAGES) {
    const text = await readFile(new URL(`src/watergate/texts/${language}.toml`, root), "utf8");
    const sections = parse(text);
    catalogues[language] = Object.fromEntries(
      SECTIONS.flatMap((section) =>
        Object.entries(sections[section] ?? {}).map(([key, words]) => [`${section}.${key}`, words]),
      ),
    );
    const body = JSON.stringify(catalogues[language], null, 2);
    await write(
      `words.${language}.ts`,
      `import type { Catalogue } from "./words";\n\nconst words: Catalogue = ${body};\nexport default words;\n`,
    );
  }
  const keys = Object.entries(catalogues.en);
  const lines = keys.map(([key, text]) => `  ${JSON.stringify(key)}: ${parametersOf(text)};`);
  await write(
    "words.ts",
    `export const LANGUAGES = ${JSON.stringify(LANGUAGES)} as const;\n` +
      "export type Language = (typeof LANGUAGES)[number];\n\n" +
      "type Value = string | number;\n\n" +
      "/** The parameters of every text. */\n" +
      `export interface Parameters {\n${lines.join("\n")}\n}\n\n` +
      "export type Key = keyof Parameters;\n" +
      "export type Catalogue = Readonly<Record<Key, string>>;\n",
  );
}

function parametersOf(text) {
  const named = [...parameters(parsed(text))].sort();
  if (named.length === 0) return "Record<string, never>";
  return `{ ${named.map(([name, isCounted]) => `${name}: ${isCounted ? "number" : "Value"}`).join("; ")} }`;
}

async function write(name, text) {
  const file = new URL(name, out);
  const whole = HEAD + text;
  const before = await readFile(file, "utf8").catch(() => null);
  if (before !== whole) await writeFile(file, whole);
}
