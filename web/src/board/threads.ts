/** What each thread of the board looks like, read off a view. */
import { type Edition, NIXON } from "../edition/edition";
import type { View } from "../generated/view";

/**
 * lit: an unbroken line of it leads to Nixon. laid: face up on both ends, but not joined to Nixon yet.
 * cut: face down on one end, so no line can pass. idle: all others.
 */
export type ThreadState = "lit" | "laid" | "cut" | "idle";

export interface Thread {
  readonly name: string;
  readonly ends: readonly [string, string];
  readonly state: ThreadState;
  /** It is on the Editor's nearest way to a win. */
  readonly wanted: boolean;
}

type Seen = Pick<View, "board" | "connected_spaces" | "pictures">;

export function threadsOf(edition: Edition, view: Seen, way: ReadonlySet<string> = new Set()): Thread[] {
  const lit = new Set([NIXON, ...view.connected_spaces, ...view.pictures.connected]);
  const up = new Set(view.board.filter((one) => one.face_up).map((one) => one.space));
  for (const picture of view.pictures.recruited) up.add(picture);
  const down = new Set(view.board.filter((one) => !one.face_up).map((one) => one.space));
  for (const picture of view.pictures.silenced) down.add(picture);
  return edition.threads.map((ends) => {
    const all = (set: ReadonlySet<string>) => ends.every((end) => set.has(end));
    const state: ThreadState = all(lit)
      ? "lit"
      : all(up)
        ? "laid"
        : ends.some((end) => down.has(end))
          ? "cut"
          : "idle";
    const wanted = state !== "lit" && ends.every((end) => end === NIXON || way.has(end));
    return { name: ends.join("-"), ends, state, wanted };
  });
}

/** What lies next to a space or picture, by name. */
export function neighboursOf(edition: Edition, name: string): string[] {
  return edition.threads.flatMap(([one, other]) => (one === name ? [other] : other === name ? [one] : []));
}
