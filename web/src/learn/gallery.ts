/** Which cards of the gallery are shown. Pure. */
import type { Card, Edition, Kind, Side } from "../edition/edition";
import { matches, wordsOf } from "./search";

/** What a card is, as the gallery sorts them: informant cards are events that pin a picture. */
export type Sort = "informant" | Kind;
export const SORTS: readonly Sort[] = ["informant", "event", "conspirator", "journalist"];

export interface Filter {
  readonly side: Side | null;
  readonly sort: Sort | null;
  readonly color: string | null;
  readonly reactions: boolean;
  readonly query: string;
}

export const EVERYTHING: Filter = { side: null, sort: null, color: null, reactions: false, query: "" };

export function sortOf(card: Pick<Card, "informant" | "kind">): Sort {
  return card.informant === null ? card.kind : "informant";
}

/** The cards that fit a filter, in the order of their numbers. `more` are texts that are searched as well. */
export function cardsFor(
  edition: Edition,
  filter: Filter,
  more: (card: number) => string = () => "",
): Card[] {
  const words = wordsOf(filter.query);
  return edition.cards.filter((card) => {
    if (filter.side !== null && card.side !== filter.side) return false;
    if (filter.sort !== null && sortOf(card) !== filter.sort) return false;
    if (filter.color !== null && card.color !== filter.color) return false;
    if (filter.reactions && !card.is_reaction) return false;
    if (words.length === 0) return true;
    const text = `${card.number} ${card.name} ${card.text} ${more(card.number)}`;
    return matches(text, words);
  });
}
