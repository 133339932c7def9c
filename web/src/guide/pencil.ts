/** Rings and frames as a red pencil draws them: a little beyond the thing, never quite closed. Pure. */

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const n = (value: number) => value.toFixed(1);

/** A ring around a small thing, drawn round a bit more than once. */
export function ring({ x, y, width, height }: Box): string {
  const [cx, cy] = [x + width / 2, y + height / 2];
  const [rx, ry] = [width * 0.6 + 4, height * 0.6 + 4];
  const turn = (part: number, grow: number) => {
    const angle = -2.3 + part * 2 * Math.PI;
    return { x: cx + rx * grow * Math.cos(angle), y: cy + ry * grow * Math.sin(angle) };
  };
  const points = Array.from({ length: 29 }, (_, k) => turn(k / 25, 0.96 + 0.09 * (k / 28)));
  const [first, ...rest] = points;
  if (!first) return "";
  return `M${n(first.x)} ${n(first.y)}${rest.map((one) => `L${n(one.x)} ${n(one.y)}`).join("")}`;
}

/** A frame around a large thing: four strokes that cross at the corners. */
export function frame({ x, y, width, height }: Box): string {
  const [left, top, right, bottom] = [x - 4, y - 4, x + width + 4, y + height + 4];
  const over = 7;
  return [
    `M${n(left - over)} ${n(top + 1)}Q${n((left + right) / 2)} ${n(top - 3)} ${n(right + over)} ${n(top + 2)}`,
    `M${n(right - 1)} ${n(top - over)}Q${n(right + 3)} ${n((top + bottom) / 2)} ${n(right)} ${n(bottom + over)}`,
    `M${n(right + over)} ${n(bottom - 1)}Q${n((left + right) / 2)} ${n(bottom + 3)} ${n(left - over)} ${n(bottom)}`,
    `M${n(left + 1)} ${n(bottom + over)}Q${n(left - 3)} ${n((top + bottom) / 2)} ${n(left)} ${n(top - over)}`,
  ].join("");
}
