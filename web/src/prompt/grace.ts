/**
 * The standing order for chances to react between people: whoever does nothing for a while passes.
 *
 * How long that takes must not depend on what is in hand (RULES 8.11), so nothing of the hand comes in here.
 */
import type { Status } from "../generated/messages";
import type { Decision } from "../generated/view";

export const GRACE_SECONDS = 8;

/** Decisions that come up whatever is in hand, and that one may decline. */
const DECLINED: readonly string[] = ["react", "spare"];

export const isDeclinable = (kind: string | undefined): boolean => DECLINED.includes(kind ?? "");

/** Whether the pending decision passes by itself, where its side wants that. */
export function passesByItself(
  kind: Decision["kind"],
  status: Pick<Status, "hold_ms" | "standing">,
): boolean {
  return isDeclinable(kind) && status.hold_ms === null && status.standing === "ask";
}
