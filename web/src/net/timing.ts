/** How long to wait before the connection is tried again: longer each time, and not everyone at once. */
export function backOff(failures: number, chance: number): number {
  const most = Math.min(10_000, 400 * 2 ** Math.min(failures - 1, 8));
  return Math.round(most * (0.6 + 0.4 * chance));
}

/** Milliseconds as a clock shows them: `4:05`, or `2 d 3 h` for days. */
export function clockText(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const [days, hours] = [Math.floor(seconds / 86_400), Math.floor(seconds / 3600) % 24];
  const [minutes, rest] = [Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (number: number) => String(number).padStart(2, "0");
  if (days > 0) return `${days} d ${hours} h`;
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
