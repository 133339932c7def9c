/** How fast moves are shown, kept in the browser; and whether things may move at all. */
import { settings } from "../state/settings.svelte";
import { keep, kept } from "../state/storage";

export const PACES = ["slow", "usual", "fast", "off"] as const;
export type Pace = (typeof PACES)[number];

const FACTORS: Readonly<Record<Pace, number>> = { slow: 1.6, usual: 1, fast: 0.5, off: 0 };
const PLACE = "watergate.pace";

class PaceSetting {
  #now = $state<Pace>(PACES.find((pace) => pace === kept(PLACE)) ?? "usual");

  get now(): Pace {
    return this.#now;
  }

  set now(pace: Pace) {
    this.#now = pace;
    keep(PLACE, pace);
  }

  /** By how much durations are stretched; 0 where moves are not played out. */
  get factor(): number {
    return FACTORS[this.#now];
  }
}

export const pace = new PaceSetting();

/** Whether nothing is to fly about: then scenes only light up what they speak of. */
export function isStill(): boolean {
  return settings.motion === "less" || matchMedia("(prefers-reduced-motion: reduce)").matches;
}
