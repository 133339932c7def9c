/** Whether quick games say that a side can hardly win. */
import type { Weighing } from "../generated/api";

const FEWEST_GAMES = 100;
const HARDLY = 0.1;

export const shareOf = (count: number, of: number): number => (of > 0 ? count / of : 0);

/** The side that can hardly win, once enough games are played to say so. */
export function hopeless({ games, winners }: Pick<Weighing, "games" | "winners">): "editor" | "nixon" | null {
  if (games < FEWEST_GAMES) return null;
  for (const side of ["editor", "nixon"] as const)
    if (shareOf(winners[side] ?? 0, games) < HARDLY) return side;
  return null;
}
