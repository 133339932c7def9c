/** The people whom a text names, where it first does so. Pure. */
import type { PersonFacts } from "../generated/api";

export interface Piece {
  readonly text: string;
  /** The person's key, where the piece is their name. */
  readonly person: string | null;
}

/** What somebody is called: in full, or without initials, with the first name or the nickname; never by surname alone. */
function formsOf(name: string): string[] {
  const bare = name.replace(/(?<!\S)[A-Z]\. /g, "").replace(/ (?:Jr\.|III)$/, "");
  const nicknamed = bare.replace(/(?:\S+ )?\((\w+)\)/, "$1");
  const given = bare.replace(/\(\w+\) /, "");
  return [name, nicknamed, given].filter((form) => form.includes(" "));
}

export function namedIn(text: string, people: readonly Pick<PersonFacts, "key" | "name">[]): Piece[] {
  const found = people
    .flatMap(({ key, name }) => formsOf(name).map((form) => ({ key, form, at: text.indexOf(form) })))
    .filter(({ at }) => at >= 0)
    .toSorted((one, other) => one.at - other.at || other.form.length - one.form.length);
  const pieces: Piece[] = [];
  const named = new Set<string>();
  let end = 0;
  for (const { key, form, at } of found) {
    if (at < end || named.has(key)) continue;
    if (at > end) pieces.push({ text: text.slice(end, at), person: null });
    pieces.push({ text: form, person: key });
    named.add(key);
    end = at + form.length;
  }
  if (end < text.length) pieces.push({ text: text.slice(end), person: null });
  return pieces;
}
