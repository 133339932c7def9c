// Writes public/icon-*.png, the icons of the installed page, drawn like public/icon.svg: cork, frame, red thread, pins.
// Run by hand when the icon changes (npm run icons); the files are kept in git.
import { writeFile } from "node:fs/promises";
import { crc32, deflateSync } from "node:zlib";

/** The thread, in a square of 64. */
const POINTS = [
  [13, 17],
  [24, 47],
  [32, 24],
  [40, 47],
  [51, 17],
];

const CORK = [0xc9, 0xa0, 0x6c];
const FRAME = [0x5d, 0x3b, 0x22];
const THREAD = [0xc4, 0x16, 0x1f];
const THREAD_DARK = [0x6d, 0x0a, 0x10];
const PIN = [0xf6, 0xf1, 0xe4];
const PIN_EDGE = [0x2a, 0x1c, 0x08];

/** How far a point is from a line between two others. */
function toLine(x, y, [ax, ay], [bx, by]) {
  const [dx, dy] = [bx - ax, by - ay];
  const along = Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)));
  return Math.hypot(x - ax - along * dx, y - ay - along * dy);
}

/** How far outside a rounded square around the middle a point is; negative inside. */
function toSquare(x, y, half, radius) {
  const [qx, qy] = [Math.abs(x - 32) - half + radius, Math.abs(y - 32) - half + radius];
  return Math.hypot(Math.max(qx, 0), Math.max(qy, 0)) + Math.min(Math.max(qx, qy), 0) - radius;
}

/** The shapes from the bottom to the top: a colour, and the distance to its edge. */
function shapesOf(isMaskable) {
  const thread = (x, y) => Math.min(...POINTS.slice(1).map((to, n) => toLine(x, y, POINTS[n], to)));
  const pins = (x, y) => Math.min(...POINTS.map(([px, py]) => Math.hypot(x - px, y - py)));
  const ground = isMaskable
    ? [[CORK, () => -1]]
    : [
        [FRAME, (x, y) => toSquare(x, y, 32, 10)],
        [CORK, (x, y) => toSquare(x, y, 27, 6)],
      ];
  return [
    ...ground,
    [THREAD_DARK, (x, y) => thread(x, y) - 3.5],
    [THREAD, (x, y) => thread(x, y) - 2.2],
    [PIN_EDGE, (x, y) => pins(x, y) - 5.4],
    [PIN, (x, y) => pins(x, y) - 3.8],
  ];
}

/** A maskable icon keeps what matters in its middle, as systems cut its edges off. */
function drawn(size, isMaskable) {
  const shapes = shapesOf(isMaskable);
  const scale = (isMaskable ? 80 : 64) / size;
  const shift = isMaskable ? -8 : 0;
  const rows = Buffer.alloc(size * (1 + 4 * size));
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      const [px, py] = [(x + 0.5) * scale + shift, (y + 0.5) * scale + shift];
      let [color, alpha] = [[0, 0, 0], 0];
      for (const [paint, distance] of shapes) {
        const cover = Math.max(0, Math.min(1, 0.5 - distance(px, py) / scale));
        const total = cover + alpha * (1 - cover);
        if (total > 0) {
          const old = color;
          color = paint.map((one, n) => (one * cover + old[n] * alpha * (1 - cover)) / total);
        }
        alpha = total;
      }
      const at = y * (1 + 4 * size) + 1 + 4 * x;
      rows.set([...color.map(Math.round), Math.round(255 * alpha)], at);
    }
  }
  return png(size, rows);
}

function png(size, rows) {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(size, 0);
  head.writeUInt32BE(size, 4);
  head.set([8, 6, 0, 0, 0], 8); // eight bits, red, green, blue and alpha
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", head),
    chunk("IDAT", deflateSync(rows, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(name, data) {
  const body = Buffer.concat([Buffer.from(name, "ascii"), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

for (const [name, size, isMaskable] of [
  ["icon-192", 192, false],
  ["icon-512", 512, false],
  ["icon-maskable", 512, true],
  ["icon-apple", 180, true],
]) {
  await writeFile(new URL(`../public/${name}.png`, import.meta.url), drawn(size, isMaskable));
}
