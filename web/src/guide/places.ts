/** Where a learner stands in each lesson, so that it goes on there when the page is loaded again. */
import { keep, kept } from "../state/storage";

const placeOf = (side: string): string => `watergate.guide.${side}`;

export const places = {
  of(side: string): number {
    return Number(kept(placeOf(side), "session")) || 0;
  },

  keep(side: string, step: number): void {
    keep(placeOf(side), String(step), "session");
  },
};
