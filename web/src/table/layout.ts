/** Which arrangement of the table fits the window, counted in letters rather than pixels, so that large text counts. */

export type Arrangement = "narrow" | "middle" | "wide";

export const REM = 16;

export function arrangementOf(width: number, height: number, rem: number): Arrangement {
  const [across, down] = [(width / rem) * REM, (height / rem) * REM];
  if (across >= 1100 && down >= 620) return "wide";
  if (across >= 720) return "middle";
  return "narrow";
}
