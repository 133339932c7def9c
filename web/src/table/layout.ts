/** Which arrangement of the table fits the window, counted in letters rather than pixels, so that large text counts. */

/** `wide`: a laptop; `middle`: a tablet on its side; `narrow`: a phone or tablet upright; `short`: a phone on its side. */
export type Arrangement = "narrow" | "middle" | "short" | "wide";

export const REM = 16;

export function arrangementOf(width: number, height: number, rem: number): Arrangement {
  const [across, down] = [(width / rem) * REM, (height / rem) * REM];
  if (down < 560 && across >= 540 && across > 1.2 * down) return "short";
  if (across >= 1100 && down >= 620) return "wide";
  if (across >= 880 && across > down) return "middle";
  return "narrow";
}

/** By how much everything on a table is enlarged in a large window. */
export function growthOf(width: number, height: number): number {
  return Math.min(1.75, Math.max(1, Math.min(width / 1600, height / 900)));
}
