/** The way of a thing in flight, as keyframes of its middle. Pure. */

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Larger boxes than this stand for many things, as a panel: what flies to them does not grow. */
const MOST_GROWTH = 1.35;

/** How large something of a size is drawn in a box. */
export function scaleIn(box: Box, size: Size): number {
  const fits = Math.min(box.width / size.width, box.height / size.height);
  return fits > MOST_GROWTH ? 1 : fits;
}

export const middleOf = (box: Box) => ({ x: box.left + box.width / 2, y: box.top + box.height / 2 });

/** From box to box in a slight arc, as a hand would carry it. */
export function carried(from: Box, to: Box, size: Size): Keyframe[] {
  const [start, end] = [middleOf(from), middleOf(to)];
  const [first, last] = [scaleIn(from, size), scaleIn(to, size)];
  const far = Math.hypot(end.x - start.x, end.y - start.y);
  const lift = Math.min(46, far * 0.22);
  const way = (part: number) => ({
    x: start.x + (end.x - start.x) * part,
    y: start.y + (end.y - start.y) * part - lift * 4 * part * (1 - part),
    scale: (first + (last - first) * part) * (1 + 0.7 * part * (1 - part)),
  });
  return [0, 0.25, 0.5, 0.75, 1].map((part) => frame({ ...way(part), part }));
}

/** From a box to the middle of the stage, held there to be read, and away. */
export function shown(from: Box, stage: Box, size: Size): Keyframe[] {
  const [start, middle] = [middleOf(from), middleOf(stage)];
  const small = Math.min(0.5, scaleIn(from, size));
  const large = Math.min(1, (stage.height * 0.92) / size.height, (stage.width * 0.92) / size.width);
  return [
    { ...frame({ ...start, scale: small, part: 0 }), opacity: 0.4 },
    { ...frame({ ...middle, scale: large, part: 0.24 }), opacity: 1 },
    { ...frame({ ...middle, scale: large, part: 0.86 }), opacity: 1 },
    { ...frame({ ...middle, scale: large * 0.94, part: 1 }), opacity: 0 },
  ];
}

function frame({ x, y, scale, part }: { x: number; y: number; scale: number; part: number }): Keyframe {
  const at = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) translate(-50%, -50%)`;
  return { transform: `${at} scale(${scale.toFixed(3)})`, offset: part };
}
