/** How far a side is from winning, as a number to show. */
import type { Side } from "../edition/edition";
import type { View } from "../generated/view";
import type { WayToWin } from "../state/table.svelte";

const MOMENTUM_TO_WIN = 5;

/** Nixon's momentum tokens still missing; the Editor's evidence and informants; null where every way is blocked. */
export function distanceOf(side: Side, view: Pick<View, "nixon">, way: WayToWin | null): number | null {
  if (side === "nixon") return Math.max(0, MOMENTUM_TO_WIN - view.nixon.momentum);
  return way ? way.needed.length + way.recruit.length : null;
}
