/**
 * The game as data, as `GET /api/editions/{edition}/{language}` gives it, with the languages together: cards with their words in every language, the board, the
 * tokens. The page reads names and places from here and knows none by itself.
 */

export type Side = "editor" | "nixon";
export type Kind = "event" | "conspirator" | "journalist";
export type Texts = Readonly<Record<string, string>>;

export interface Card {
  readonly number: number;
  readonly side: Side;
  readonly kind: Kind;
  readonly value: number;
  /** The name of a colour, or `joker`. */
  readonly color: string;
  readonly names: Texts;
  readonly texts: Texts;
  readonly is_reaction: boolean;
  /** The picture that the card pins. */
  readonly informant: string | null;
}

export interface Color {
  readonly name: string;
  readonly symbol: string;
  readonly names: Texts;
}

export interface TokenKind {
  readonly name: string;
  readonly colors: readonly string[];
  readonly momentum_symbol: boolean;
  readonly count: number;
}

export interface Space {
  readonly name: string;
  readonly color: string;
  readonly radius: number;
  readonly angle: number;
}

export interface Informant {
  readonly name: string;
  readonly full_name: string;
  readonly radius: number;
  readonly angle: number;
}

export interface Ability {
  readonly space: number;
  readonly names: Texts;
  readonly texts: Texts;
}

export interface Edition {
  readonly name: string;
  readonly digest: string;
  readonly titles: Texts;
  readonly colors: readonly Color[];
  readonly token_kinds: readonly TokenKind[];
  readonly momentum_tokens: number;
  readonly cards: readonly Card[];
  readonly abilities: readonly Ability[];
  readonly spaces: readonly Space[];
  readonly informants: readonly Informant[];
  /** Pairs of names of spaces and informants; the middle is `nixon`. */
  readonly threads: readonly (readonly [string, string])[];
}

export const NIXON = "nixon";
export const JOKER = "joker";

export function textIn(texts: Texts, language: string): string {
  return texts[language] ?? texts["en"] ?? "";
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
  const kind = edition.token_kinds.find((one) => one.name === token);
  if (!kind) throw new Error(`no token ${token} in edition ${edition.name}`);
  return kind;
}
