/** How a game between two people stands, as one of them is told. */
import type { Status } from "../src/generated/messages";

export const seat = (side: "editor" | "nixon", is_you: boolean) =>
  ({ side, kind: "person", name: "Ann", player: null, present: true, is_you, substituted: 0 }) as const;

export const between: Status = {
  state: "running",
  decider: "editor",
  seats: [seat("editor", true), seat("nixon", false)],
  clock: null,
  offer: null,
  ending: null,
  can_take_back: false,
  hold_ms: null,
  standing: "ask",
  rematch: null,
};
