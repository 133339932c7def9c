/** Where a learner stands in each lesson, so that it goes on there when the page is loaded again. */
const placeOf = (side: string): string => `watergate.guide.${side}`;

export const places = {
  of(side: string): number {
    try {
      return Number(sessionStorage.getItem(placeOf(side))) || 0;
    } catch {
      return 0; // a browser may forbid storage
    }
  },

  keep(side: string, step: number): void {
    try {
      sessionStorage.setItem(placeOf(side), String(step));
    } catch {
      // Then it starts anew.
    }
  },
};
