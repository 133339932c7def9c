/** What the learner's edition reads from the server, beside the rules and the history (explain/library.ts). */

import { type Edition, editionIn, STANDARD } from "../edition/edition";
import type { CardNotes } from "../generated/api";
import type { Language } from "../generated/words";
import { once } from "../net/once";

/** The standard edition with its words in a language. */
export const standardIn = (language: Language): Promise<Edition> => editionIn(STANDARD, language);

export const notesIn = (language: Language): Promise<CardNotes[]> => once(`/api/cards/${language}`);
