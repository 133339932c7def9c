/**
 * The game as data, in one language, as `GET /api/editions/{edition}/{language}` gives it: cards with their words, the
 * board, the tokens. The page reads names and places from here and knows none by itself.
 */
import type { CardFacts, EditionFacts, TokenFacts } from "../generated/api";
import { once } from "../net/once";

export type { InformantFacts as Informant, SpaceFacts as Space } from "../generated/api";
export type Edition = EditionFacts;
export type Card = CardFacts;
export type TokenKind = TokenFacts;
export type Side = Card["side"];
export type Kind = Card["kind"];

export const NIXON = "nixon";
export const JOKER = "joker";
export const STANDARD = "standard";

/** An edition, by its name or digest, with its words in a language. */
export function editionIn(name: string, language: string): Promise<Edition> {
  return once(`/api/editions/${encodeURIComponent(name)}/${language}`);
}

export function opponentOf(side: Side): Side {
  return side === "editor" ? "nixon" : "editor";
}

export function cardOf(edition: Edition, number: number): Card {
  const card = edition.cards.find((one) => one.number === number);
  if (!card) throw new Error(`no card ${number} in edition ${edition.name}`);
  return card;
}

export function kindOf(edition: Edition, token: string): TokenKind {
  const kind = edition.tokens.find((one) => one.name === token);
  if (!kind) throw new Error(`no token ${token} in edition ${edition.name}`);
  return kind;
}
