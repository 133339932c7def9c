/** What a hint job finds (players/thinking.py), as moves of the table. */
import type { Move } from "../generated/view";
import type { Hint } from "./table.svelte";

export interface HintFound {
  readonly win_probability: number;
  readonly candidates: readonly { readonly move: string; readonly value: number }[];
}

/** The best first; moves that are not offered any more are left out. */
export function hintsOf(found: HintFound, moves: readonly Move[]): Hint[] {
  return found.candidates.flatMap(({ move: text, value }) => {
    const move = moves.find((one) => one.text === text);
    return move ? [{ move, value }] : [];
  });
}
