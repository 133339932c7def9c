/** An arrow from a thing on its way to another: not all the way, so that both are seen. Pure. */
import type { Box } from "../guide/pencil";

const LENGTH = 62;
const HEAD = 11;
const middle = ({ x, y, width, height }: Box) => ({ x: x + width / 2, y: y + height / 2 });
const n = (value: number) => value.toFixed(1);

export function arrow(from: Box, to: Box): string {
  const [a, b] = [middle(from), middle(to)];
  const isAcross = Math.abs(b.x - a.x) > Math.abs(b.y - a.y);
  // Along the track: straight, whichever way it lies.
  const [dx, dy] = isAcross ? [Math.sign(b.x - a.x), 0] : [0, Math.sign(b.y - a.y)];
  const start = (isAcross ? from.width : from.height) * 0.6 + 6;
  const whole = Math.max(start + HEAD, Math.min(start + LENGTH, Math.abs(isAcross ? b.x - a.x : b.y - a.y)));
  const end = { x: a.x + dx * whole, y: a.y + dy * whole };
  const wing = (side: 1 | -1) =>
    `${n(end.x - dx * HEAD - dy * side * HEAD)} ${n(end.y - dy * HEAD - dx * side * HEAD)}`;
  return `M${n(a.x + dx * start)} ${n(a.y + dy * start)}L${n(end.x)} ${n(end.y)}M${wing(1)}L${n(end.x)} ${n(end.y)}L${wing(-1)}`;
}
