/** The people in the order of their page, and what else belongs to them. Pure. */
import { hasPortrait } from "../board/portraits";
import type { Edition } from "../edition/edition";
import type { PersonFacts } from "../generated/api";

const NIXON = "richard_nixon";

/** The name of somebody's portrait, of those that we have. */
export function faceOf(key: string): string | null {
  const name = key === NIXON ? "nixon" : key;
  return hasPortrait(name) ? name : null;
}

/** Nixon first, then the informants, then the others as they come. */
export function ordered(people: readonly PersonFacts[]): PersonFacts[] {
  const rank = (one: PersonFacts) => (one.key === NIXON ? 0 : one.is_informant ? 1 : 2);
  return people.toSorted((one, other) => rank(one) - rank(other));
}

/** The cards that the story of a person belongs to, as far as this edition has them. */
export function cardsOf(person: PersonFacts, edition: Edition): number[] {
  return person.cards.filter((number) => edition.cards.some((card) => card.number === number));
}
