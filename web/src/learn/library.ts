/** What the learner's edition reads from the server, beside the rules and the history (explain/library.ts). */

import type { Edition } from "../edition/edition";
import { editionIn } from "../edition/load";
import type { CardNotes } from "../generated/api";
import type { Language } from "../generated/words";
import { get } from "../net/http";

const STANDARD = "standard";
const notes = new Map<Language, Promise<CardNotes[]>>();
let edition: Edition | undefined;

/** The standard edition with its words in a language. */
export async function standardIn(language: Language): Promise<Edition> {
  edition = await editionIn(STANDARD, language, edition);
  return edition;
}

export function notesIn(language: Language): Promise<CardNotes[]> {
  let found = notes.get(language);
  if (!found) {
    found = get<CardNotes[]>(`/api/cards/${language}`);
    found.catch(() => notes.delete(language));
    notes.set(language, found);
  }
  return found;
}
