/** What a hint job finds (players/thinking.py), as moves of the table. */
import type { Move } from "../generated/view";
import type { Wording } from "../i18n/wording";
import type { Hint } from "./table.svelte";

export interface HintFound {
  readonly win_probability: number;
  readonly candidates: readonly { readonly move: string; readonly value: number }[];
  readonly reading: Reading | null;
}

/** What it believes of hidden things, the likeliest first. */
export interface Reading {
  readonly cards: readonly { readonly card: number; readonly chance: number }[];
  readonly tokens: readonly { readonly token: string; readonly chance: number }[];
}

/** That in sentences, for the side whose hint it is: `Nixon holds Howard Hunt: 38 %`. */
export function beliefsOf(reading: Reading, side: string, words: Wording): string[] {
  const percent = (chance: number) => `${Math.round(100 * chance)}\u00a0%`;
  const holds = side === "editor" ? "belief.nixon_holds" : "belief.editor_holds";
  return [
    ...reading.cards.map(({ card, chance }) =>
      words.phrase(holds, { card: words.card(card), percent: percent(chance) }),
    ),
    ...reading.tokens.map(({ token, chance }) =>
      words.phrase("belief.face_down", { token: words.token(token), percent: percent(chance) }),
    ),
  ];
}

/** The best first; moves that are not offered any more are left out. */
export function hintsOf(found: HintFound, moves: readonly Move[]): Hint[] {
  return found.candidates.flatMap(({ move: text, value }) => {
    const move = moves.find((one) => one.text === text);
    return move ? [{ move, value }] : [];
  });
}
