/** The grain of the cork: specks that are always the same, so that the board does not change when drawn again. */

export interface Speck {
  readonly x: number;
  readonly y: number;
  readonly rx: number;
  readonly ry: number;
  readonly turn: number;
  readonly tone: 0 | 1 | 2;
}

/** Specks for a tile of this size; those near an edge come again at the other one, so that tiles meet. */
export function specksOf(tile: number, count: number, seed = 1972): Speck[] {
  const random = generator(seed);
  const specks: Speck[] = [];
  for (let n = 0; n < count; n += 1) {
    const rx = 0.6 + random() ** 2 * 3.4;
    const speck = {
      x: random() * tile,
      y: random() * tile,
      rx,
      ry: rx * (0.35 + random() * 0.5),
      turn: Math.round(random() * 180),
      tone: Math.floor(random() * 3) as 0 | 1 | 2,
    };
    for (const dx of [-tile, 0, tile]) {
      for (const dy of [-tile, 0, tile]) {
        const [x, y] = [speck.x + dx, speck.y + dy];
        if (x > -rx && x < tile + rx && y > -rx && y < tile + rx) specks.push({ ...speck, x, y });
      }
    }
  }
  return specks;
}

/** Numbers from 0 to 1 that look random (mulberry32). */
export function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
