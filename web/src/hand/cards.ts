/** Which cards lie before the player: the hand, and before it those that are offered from elsewhere. */
import type { Side } from "../edition/edition";
import type { Move, View } from "../generated/view";

export interface Held {
  readonly card: number;
  /** Just drawn, to be played at once; or removed from the game, to be used again. */
  readonly from: "hand" | "drawn" | "removed";
}

export function cardsBefore(
  side: Side,
  view: Pick<View, "editor" | "nixon" | "drawn">,
  moves: readonly Move[],
): Held[] {
  const { hand, removed } = view[side];
  const held = hand ?? [];
  const found: Held[] = [];
  if (view.drawn !== null && !held.includes(view.drawn)) found.push({ card: view.drawn, from: "drawn" });
  const offered = new Set(moves.flatMap((move) => (move.card == null ? [] : [move.card])));
  for (const card of removed) if (offered.has(card)) found.push({ card, from: "removed" });
  return [...found, ...held.map((card): Held => ({ card, from: "hand" }))];
}
