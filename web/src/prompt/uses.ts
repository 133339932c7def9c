/** The uses of a picked card, in the order in which they are shown side by side. */
import type { Move, Verb } from "../generated/view";

const NO_USES = ["pass", "play", "ask", "choose", "pin", "draw", "lose", "reveal"] as const;

/** A verb that does not stand above does something with a card. */
export type UseKind = "value" | "action" | Exclude<Verb, (typeof NO_USES)[number]>;

export interface Use {
  readonly kind: UseKind;
  /** Null for a part that cannot be used now. */
  readonly move: Move | null;
}

/** Both parts while cards are played, even one that is not allowed now; otherwise what the card is asked for. */
export function usesOf(moves: readonly Move[]): Use[] {
  const found = moves.map((move): Use => ({ kind: kindOf(move), move }));
  if (!moves.some((move) => move.verb === "play" || move.verb === "discard")) return found;
  const parts = (["value", "action"] as const).map(
    (kind) => found.find((use) => use.kind === kind) ?? { kind, move: null },
  );
  const rest = found.filter((use) => use.kind !== "value" && use.kind !== "action");
  // A card whose value can move nothing may be discarded unused: that stands where the value would.
  return rest.length ? [...rest, ...parts.filter((use) => use.move || use.kind === "action")] : parts;
}

function kindOf({ part, verb }: Move): UseKind {
  if (part) return part;
  if (isNoUse(verb)) throw new Error(`${verb} is no use of a card`);
  return verb;
}

function isNoUse(verb: Verb): verb is (typeof NO_USES)[number] {
  return (NO_USES as readonly Verb[]).includes(verb);
}
