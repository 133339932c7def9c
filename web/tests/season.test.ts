import { describe, expect, it } from "vitest";
import type { Mean, SeasonLine } from "../src/generated/api";
import { figureOf, linesOf, lossesOf, luckOf, scatterOf, signed } from "../src/home/season";

const mean = (value: number, within: number | null = null): Mean => ({ mean: value, within });
const line = (rest: Partial<SeasonLine>): SeasonLine => ({
  side: null,
  opponent: null,
  games: 12,
  share: mean(0.5, 0.3),
  adjusted: mean(0.4, 0.15),
  fewer: 0.25,
  ...rest,
});

describe("tallies over many games", () => {
  it("say how far off a figure may be, where that tells something", () => {
    expect(figureOf(mean(0.416, 0.123))).toEqual({ points: 42, within: 12 });
    expect(figureOf(mean(1, null))).toEqual({ points: 100, within: null });
    expect(figureOf(mean(0.4, 0.6))).toEqual({ points: 40, within: null });
    expect(figureOf(mean(0.4, 0.001)).within).toBe(1); // never said to be nothing
    expect(signed(figureOf(mean(-0.14)).points)).toBe("−14");
  });

  it("have a line for all games, for each side and for each opponent", () => {
    const all = [
      line({}),
      line({ side: "nixon" }),
      line({ opponent: "person" }),
      line({ side: "nixon", opponent: "person" }),
    ];
    expect(linesOf(all)).toEqual(all.slice(0, 3));
  });

  it("tell luck, and how many games it is worth to be without it", () => {
    expect(luckOf(line({}))).toBe(10);
    expect(luckOf(line({ share: mean(0), adjusted: mean(0.05) }))).toBe(-5);
    expect(scatterOf(line({}))).toEqual({ percent: 75, games: 48 });
    for (const fewer of [null, 1.2]) expect(scatterOf(line({ fewer }))).toBeNull();
  });

  it("leave out where next to nothing is lost", () => {
    const found = lossesOf([
      { name: "play", decisions: 20, loss: 0.12 },
      { name: "react", decisions: 3, loss: 0 },
    ]);
    expect(found).toEqual([{ name: "play", decisions: 20, points: 12 }]);
  });
});
