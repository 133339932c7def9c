/** How far a side is from winning, as a number to show. */
import type { Side } from "../edition/edition";
import type { WayToWin } from "../generated/api";
import { MOMENTUM_SPACES } from "../generated/tables";
import type { View } from "../generated/view";

/** Nixon's momentum tokens still missing; the Editor's evidence and informants; null where every way is blocked. */
export function distanceOf(side: Side, view: Pick<View, "nixon">, way: WayToWin | null): number | null {
  if (side === "nixon") return Math.max(0, MOMENTUM_SPACES - view.nixon.momentum);
  return way ? way.needed.length + way.recruit.length : null;
}
