/** What the learner's edition reads from the server, beside the rules and the history (explain/library.ts). */

import type { Edition } from "../edition/edition";
import { editionIn } from "../edition/load";
import type { CardNotes } from "../generated/api";
import type { Language } from "../generated/words";
import { once } from "../net/once";

const STANDARD = "standard";
let edition: Edition | undefined;

/** The standard edition with its words in a language. */
export async function standardIn(language: Language): Promise<Edition> {
  edition = await editionIn(STANDARD, language, edition);
  return edition;
}

export const notesIn = (language: Language): Promise<CardNotes[]> => once(`/api/cards/${language}`);
