/** What the number keys choose now, in the order of the numbers; each with the key under which its number is shown. */
import type { Move } from "../generated/view";
import { cardSpot, type Offers, type Spot } from "./offers";
import { usesOf } from "./uses";

export type Choice =
  | { readonly kind: "card"; readonly card: number }
  | { readonly kind: "spot"; readonly spot: Spot }
  | { readonly kind: "move"; readonly move: Move };

/** Under which name a choice is found on the table. */
export function keyOf(choice: Choice): string {
  switch (choice.kind) {
    case "card":
      return cardSpot(choice.card);
    case "spot":
      return choice.spot;
    case "move":
      return moveKey(choice.move);
  }
}

export const moveKey = (move: Move): string => `move:${move.text}`;

export function choicesOf(
  offers: Offers,
  cards: readonly number[],
  picked: { readonly card: number | null; readonly spot: Spot | null },
): Choice[] {
  const asMove = (move: Move): Choice => ({ kind: "move", move });
  if (picked.card !== null) {
    return usesOf(offers.at(cardSpot(picked.card))).flatMap(({ move }) => (move ? [asMove(move)] : []));
  }
  if (picked.spot !== null) return offers.at(picked.spot).map(asMove);
  const offered = cards.filter((card) => offers.at(cardSpot(card)).length > 0);
  const spots = [...offers.spots].filter(
    (spot) => !spot.startsWith("card:") && !offers.at(spot).every((move) => offers.spoken.includes(move)),
  );
  return [
    ...offered.map((card): Choice => ({ kind: "card", card })),
    ...spots.map((spot): Choice => ({ kind: "spot", spot })),
    ...offers.spoken.map(asMove),
  ];
}
