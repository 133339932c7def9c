/** The clocks that are offered; any other is had by the API. */
import type { Clock } from "../generated/messages";

const MINUTE = 60;
const DAY = 86_400;

export const CLOCKS = {
  none: null,
  15: { kind: "total", seconds: 15 * MINUTE, increment: 10 },
  30: { kind: "total", seconds: 30 * MINUTE, increment: 15 },
  day: { kind: "move", seconds: DAY, increment: 0 },
  week: { kind: "move", seconds: 7 * DAY, increment: 0 },
} as const satisfies Record<string, Clock | null>;

export type ClockName = keyof typeof CLOCKS extends infer Name
  ? Name extends number
    ? `${Name}`
    : Name
  : never;

/** The name of a clock, if it is one of those. */
export function clockNameOf(clock: Clock | null): ClockName | null {
  const found = Object.entries(CLOCKS).find(([, one]) =>
    one === null || clock === null
      ? one === clock
      : one.kind === clock.kind && one.seconds === clock.seconds && one.increment === (clock.increment ?? 0),
  );
  return (found?.[0] as ClockName | undefined) ?? null;
}
