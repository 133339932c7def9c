import { describe, expect, test } from "vitest";
import { qrCode } from "../src/friend/qr";

describe("a QR code", () => {
  test.each([
    ["short", 21],
    ["http://127.0.0.1:1972/join/966ed98d8d81b1ce/editor#UY5-0BP4LCumR4o27tueXWkmFSE", 37],
    ["x".repeat(213), 57],
    ["x".repeat(287), 65],
  ])("of %s has its size", (text, size) => {
    const modules = qrCode(text);
    expect(modules).toHaveLength(size);
    expect(modules.every((row) => row.length === size)).toBe(true);
  });

  test("has its three corners and its dark module", () => {
    const modules = qrCode("https://example.org/join/1#2");
    const last = modules.length - 7;
    for (const [x, y] of [
      [0, 0],
      [last, 0],
      [0, last],
    ] as const) {
      const corner = modules.slice(y, y + 7).map((row) => row.slice(x, x + 7));
      expect(corner.map((row) => row.map(Number).join("")).join(" ")).toBe(
        "1111111 1000001 1011101 1011101 1011101 1000001 1111111",
      );
    }
    expect(modules[modules.length - 8]?.[8]).toBe(true);
  });

  test("of too much is refused", () => {
    expect(() => qrCode("x".repeat(500))).toThrow(RangeError);
  });
});
