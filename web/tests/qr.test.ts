import jsqr from "jsqr";
import { describe, expect, test } from "vitest";
import { qrCode } from "../src/friend/qr";

/** What a camera sees: each module some pixels wide, with the quiet zone around. */
const [PIXELS, QUIET] = [4, 4];

function photographed(modules: readonly (readonly boolean[])[]): [Uint8ClampedArray, number] {
  const size = (modules.length + 2 * QUIET) * PIXELS;
  const image = new Uint8ClampedArray(size * size * 4).fill(255);
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      const [column, row] = [x, y].map((n) => Math.floor(n / PIXELS) - QUIET) as [number, number];
      if (modules[row]?.[column]) image.fill(0, 4 * (y * size + x), 4 * (y * size + x) + 3);
    }
  }
  return [image, size];
}

function read(modules: readonly (readonly boolean[])[]): string | undefined {
  const [image, size] = photographed(modules);
  return jsqr(image, size, size)?.data;
}

describe("a QR code", () => {
  test.each([
    "short",
    "http://127.0.0.1:1974/join/966ed98d8d81b1ce/editor#UY5-0BP4LCumR4o27tueXWkmFSE",
    "https://example.org/játék/ő",
    "x".repeat(213),
    "https://example.org/".repeat(25),
  ])("is read as what was written: %s", (text) => {
    expect(read(qrCode(text))).toBe(text);
  });

  test("is read with a stain on it", () => {
    const text = "https://example.org/join/1#2";
    const modules = qrCode(text).map((row) => [...row]);
    for (let y = 12; y < 15; y += 1) for (let x = 12; x < 15; x += 1) modules[y]?.splice(x, 1, true);
    expect(read(modules)).toBe(text);
  });

  test("of too much is refused", () => {
    expect(() => qrCode("x".repeat(5000))).toThrow();
  });
});
