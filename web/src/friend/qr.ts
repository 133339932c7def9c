/**
 * QR codes, as ISO/IEC 18004 has them: text as bytes, error correction M, versions 1 to 12 (up to 287 bytes). Returns
 * the modules as rows of booleans, dark being true.
 */

/** Of error correction M, by version: codewords for correction a block, and the number of blocks. */
const CORRECTION: readonly (readonly [perBlock: number, blocks: number])[] = [
  [10, 1],
  [16, 1],
  [26, 1],
  [18, 2],
  [24, 2],
  [16, 4],
  [18, 4],
  [22, 4],
  [22, 5],
  [26, 5],
  [30, 5],
  [22, 8],
];

export function qrCode(text: string): boolean[][] {
  const bytes = [...new TextEncoder().encode(text)];
  for (let version = 1; version <= CORRECTION.length; version += 1) {
    const data = dataOf(bytes, version);
    if (data) return drawn(version, withCorrection(data, version));
  }
  throw new RangeError(`${bytes.length} bytes are too many for a QR code`);
}

const sizeOf = (version: number) => 17 + 4 * version;

/** All codewords that a version has room for, data and correction together. */
function codewordsOf(version: number): number {
  const gaps = Math.floor(version / 7) + 2;
  let bits = (16 * version + 128) * version + 64;
  if (version >= 2) bits -= (25 * gaps - 10) * gaps - 55;
  if (version >= 7) bits -= 36;
  return Math.floor(bits / 8);
}

function correctionOf(version: number): readonly [number, number] {
  return CORRECTION[version - 1] ?? [0, 0];
}

/** The text with its head and padding, or null where it does not fit. */
function dataOf(bytes: readonly number[], version: number): number[] | null {
  const [perBlock, blocks] = correctionOf(version);
  const room = codewordsOf(version) - perBlock * blocks;
  const bits: number[] = [];
  const put = (value: number, length: number) => {
    for (let n = length - 1; n >= 0; n -= 1) bits.push((value >> n) & 1);
  };
  put(0b0100, 4);
  put(bytes.length, version < 10 ? 8 : 16);
  for (const byte of bytes) put(byte, 8);
  if (bits.length > room * 8) return null;
  put(0, Math.min(4, room * 8 - bits.length));
  while (bits.length % 8 !== 0) bits.push(0);
  const data: number[] = [];
  for (let n = 0; n < bits.length; n += 8) data.push(Number.parseInt(bits.slice(n, n + 8).join(""), 2));
  for (let pad = 0xec; data.length < room; pad ^= 0xec ^ 0x11) data.push(pad);
  return data;
}

/** Multiplication in the field of 256 elements with the polynomial 0x11d. */
function times(x: number, y: number): number {
  let product = 0;
  for (let n = 7; n >= 0; n -= 1) {
    product = (product << 1) ^ ((product >>> 7) * 0x11d);
    product ^= ((y >>> n) & 1) * x;
  }
  return product & 0xff;
}

function divisorOf(degree: number): number[] {
  const divisor = [...Array(degree - 1).fill(0), 1] as number[];
  let root = 1;
  for (let n = 0; n < degree; n += 1) {
    for (let k = 0; k < degree; k += 1) {
      divisor[k] = times(divisor[k] ?? 0, root) ^ (divisor[k + 1] ?? 0);
    }
    root = times(root, 2);
  }
  return divisor;
}

function remainderOf(data: readonly number[], divisor: readonly number[]): number[] {
  const rest = Array(divisor.length).fill(0) as number[];
  for (const byte of data) {
    const factor = byte ^ (rest.shift() ?? 0);
    rest.push(0);
    for (const [n, one] of divisor.entries()) rest[n] = (rest[n] ?? 0) ^ times(one, factor);
  }
  return rest;
}

/** Parted into blocks, each with its correction, and read across them. */
function withCorrection(data: readonly number[], version: number): number[] {
  const [perBlock, blocks] = correctionOf(version);
  const short = Math.floor(data.length / blocks);
  const longs = data.length % blocks;
  const divisor = divisorOf(perBlock);
  const parts: number[][] = [];
  for (let n = 0, at = 0; n < blocks; n += 1) {
    const length = short + (n < blocks - longs ? 0 : 1);
    parts.push(data.slice(at, at + length));
    at += length;
  }
  const corrections = parts.map((part) => remainderOf(part, divisor));
  const across = (rows: readonly number[][], length: number) =>
    Array.from({ length }, (_, n) => rows.flatMap((row) => row[n] ?? [])).flat();
  return [...across(parts, short + 1), ...across(corrections, perBlock)];
}

type Rule = (x: number, y: number) => boolean;

const MASKS: readonly Rule[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

function drawn(version: number, codewords: readonly number[]): boolean[][] {
  let best: boolean[][] = [];
  let least = Number.POSITIVE_INFINITY;
  for (const mask of MASKS.keys()) {
    const grid = new Grid(version);
    grid.fill(codewords, MASKS[mask] ?? (() => false));
    grid.format(mask);
    const penalty = penaltyOf(grid.modules);
    if (penalty < least) [best, least] = [grid.modules, penalty];
  }
  return best;
}

class Grid {
  readonly modules: boolean[][];
  private readonly fixed: boolean[][];
  private readonly size: number;

  constructor(version: number) {
    this.size = sizeOf(version);
    const empty = () => Array.from({ length: this.size }, () => Array(this.size).fill(false) as boolean[]);
    this.modules = empty();
    this.fixed = empty();
    this.patterns(version);
  }

  private set(x: number, y: number, dark: boolean): void {
    const [row, fixed] = [this.modules[y], this.fixed[y]];
    if (!row || !fixed || x < 0 || x >= this.size) return;
    row[x] = dark;
    fixed[x] = true;
  }

  private patterns(version: number): void {
    const { size } = this;
    for (let n = 0; n < size; n += 1) {
      this.set(6, n, n % 2 === 0);
      this.set(n, 6, n % 2 === 0);
    }
    for (const [x, y] of [
      [3, 3],
      [size - 4, 3],
      [3, size - 4],
    ] as const)
      this.square(x, y, 4, [2, 4]);
    const places = alignments(version);
    const last = places.length - 1;
    for (const [a, x] of places.entries()) {
      for (const [b, y] of places.entries()) {
        const isCorner = (a === 0 && b === 0) || (a === 0 && b === last) || (a === last && b === 0);
        if (!isCorner) this.square(x, y, 2, [1]);
      }
    }
    this.format(0);
    if (version >= 7) this.version(version);
  }

  /** A square around a point, with light rings. */
  private square(x: number, y: number, radius: number, light: readonly number[]): void {
    for (let dy = -radius; dy <= radius; dy += 1) {
      for (let dx = -radius; dx <= radius; dx += 1) {
        this.set(x + dx, y + dy, !light.includes(Math.max(Math.abs(dx), Math.abs(dy))));
      }
    }
  }

  /** Error correction M (00) and the mask, with their own correction, twice. */
  format(mask: number): void {
    let rest = mask;
    for (let n = 0; n < 10; n += 1) rest = (rest << 1) ^ ((rest >>> 9) * 0x537);
    const bits = ((mask << 10) | rest) ^ 0x5412;
    const bit = (n: number) => ((bits >>> n) & 1) !== 0;
    const { size } = this;
    for (let n = 0; n <= 5; n += 1) this.set(8, n, bit(n));
    this.set(8, 7, bit(6));
    this.set(8, 8, bit(7));
    this.set(7, 8, bit(8));
    for (let n = 9; n < 15; n += 1) this.set(14 - n, 8, bit(n));
    for (let n = 0; n < 8; n += 1) this.set(size - 1 - n, 8, bit(n));
    for (let n = 8; n < 15; n += 1) this.set(8, size - 15 + n, bit(n));
    this.set(8, size - 8, true);
  }

  private version(version: number): void {
    let rest = version;
    for (let n = 0; n < 12; n += 1) rest = (rest << 1) ^ ((rest >>> 11) * 0x1f25);
    const bits = (version << 12) | rest;
    for (let n = 0; n < 18; n += 1) {
      const dark = ((bits >>> n) & 1) !== 0;
      const [a, b] = [this.size - 11 + (n % 3), Math.floor(n / 3)];
      this.set(a, b, dark);
      this.set(b, a, dark);
    }
  }

  /** The codewords, in columns of two from the right, up and down, with the mask over them. */
  fill(codewords: readonly number[], mask: Rule): void {
    const { size } = this;
    let n = 0;
    for (let right = size - 1; right >= 1; right -= 2) {
      if (right === 6) right = 5;
      for (let step = 0; step < size; step += 1) {
        for (const x of [right, right - 1]) {
          const isUpward = ((right + 1) & 2) === 0;
          const y = isUpward ? size - 1 - step : step;
          const row = this.modules[y];
          if (!row || this.fixed[y]?.[x]) continue;
          const bit = (((codewords[n >>> 3] ?? 0) >>> (7 - (n & 7))) & 1) !== 0;
          row[x] = bit !== mask(x, y);
          n += 1;
        }
      }
    }
  }
}

function alignments(version: number): number[] {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = Math.floor((version * 8 + count * 3 + 5) / (count * 4 - 4)) * 2;
  const places = [6];
  for (let at = sizeOf(version) - 7; places.length < count; at -= step) places.splice(1, 0, at);
  return places;
}

const FINDERS = ["10111010000", "00001011101"];

/** How hard a code is to read: long runs, blocks, what looks like a corner, too much of one colour. */
function penaltyOf(modules: readonly (readonly boolean[])[]): number {
  const size = modules.length;
  const rows = modules.map((row) => row.map((dark) => (dark ? "1" : "0")).join(""));
  const columns = rows.map((_, x) => rows.map((row) => row[x]).join(""));
  let penalty = 0;
  for (const line of [...rows, ...columns]) {
    for (const run of line.match(/0{5,}|1{5,}/g) ?? []) penalty += run.length - 2;
    for (const finder of FINDERS) {
      for (let at = line.indexOf(finder); at >= 0; at = line.indexOf(finder, at + 1)) penalty += 40;
    }
  }
  for (let y = 0; y + 1 < size; y += 1) {
    for (let x = 0; x + 1 < size; x += 1) {
      const square = `${rows[y]?.slice(x, x + 2)}${rows[y + 1]?.slice(x, x + 2)}`;
      if (square === "0000" || square === "1111") penalty += 3;
    }
  }
  const dark = rows.join("").replaceAll("0", "").length;
  return penalty + Math.floor(Math.abs((dark * 20) / (size * size) - 10)) * 10;
}
