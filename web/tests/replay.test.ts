import { describe, expect, test } from "vitest";
import { chaptersOf, neighbourOf, roundAt, type TurnMark } from "../src/replay/chapters";
import { areaOf, chanceAt, lineOf, pointsOf, spread, turningPoints, withResult } from "../src/replay/curve";
import { commandFor } from "../src/replay/keys";
import { tapes } from "./fixtures";

describe("the chapters of a game", () => {
  test.each(tapes)("are found in game $name", ({ steps }) => {
    const { rounds, turns, stops } = chaptersOf(steps);
    expect(rounds.map((mark) => mark.number)).toEqual(rounds.map((_, n) => n + 1));
    expect(rounds[0]?.ply).toBe(0);
    expect(turns.length).toBeGreaterThan(7 * (rounds.length - 1));
    expect(stops[0]).toBe(0);
    expect(stops.at(-1)).toBe(steps.length - 1);
    for (const ply of stops.slice(1)) expect(steps[ply]?.view.decision?.decider).not.toBe("chance");
  });

  test("are found in as much as is there", () => {
    const [tape] = tapes;
    const steps = tape?.steps.map((step, n) => (n > 40 && n < 90 ? undefined : step)) ?? [];
    const { stops } = chaptersOf(steps);
    expect(stops.some((ply) => ply > 40 && ply < 90)).toBe(false);
    expect(stops.some((ply) => ply >= 90)).toBe(true);
  });

  test("neighbours of a ply", () => {
    expect(neighbourOf([0, 12, 13, 20], 13, 1)).toBe(20);
    expect(neighbourOf([0, 12, 13, 20], 13, -1)).toBe(12);
    expect(neighbourOf([0, 12, 13, 20], 20, 1)).toBeNull();
    expect(
      roundAt(
        [
          { ply: 0, number: 1 },
          { ply: 36, number: 2 },
        ],
        35,
      ),
    ).toBe(1);
  });
});

describe("the curve", () => {
  const points = [
    { ply: 0, editor: 0.5 },
    { ply: 10, editor: 0.55 },
    { ply: 20, editor: 0.2 },
    { ply: 40, editor: 0.9 },
  ];
  const frame = { width: 400, height: 100 };

  test("is drawn with the Editor above", () => {
    expect(lineOf(points, 40, frame)).toBe("M0.0 50.0L100.0 45.0L200.0 80.0L400.0 10.0");
    expect(areaOf(points, 40, frame)).toMatch(/L400\.0 50\.0L0\.0 50\.0Z$/);
    expect(areaOf([], 40, frame)).toBe("");
  });

  test("says what stood between its points", () => {
    expect(chanceAt(points, 15)).toBeCloseTo(0.375);
    expect(chanceAt(points, 40)).toBe(0.9);
    expect(chanceAt(points, 99)).toBe(0.9);
    expect(chanceAt([], 3)).toBeNull();
  });

  test("ends with the result of a game that was decided", () => {
    expect(withResult(points, 44, "nixon").at(-1)).toEqual({ ply: 44, editor: 0 });
    expect(withResult(points, 40, "editor").slice(2)).toEqual([
      { ply: 20, editor: 0.2 },
      { ply: 40, editor: 1 },
    ]);
    expect(withResult(points, 44, null)).toEqual(points);
  });

  test("its turning points name the card that was played", () => {
    const turn = (ply: number, side: "editor" | "nixon"): TurnMark => ({
      ply,
      side,
      entry: { ply, key: "card_played_value", params: { side, card: 7 } },
    });
    const found = turningPoints(points, [turn(1, "editor"), turn(11, "nixon"), turn(14, "editor")]);
    expect(found.map(({ from, to }) => [from.ply, to.ply])).toEqual([
      [10, 20],
      [20, 40],
    ]);
    expect(found[0]?.turn?.ply).toBe(11);
    expect(found[0]?.change).toBeCloseTo(-0.35);
    expect(found[1]?.turn).toBeNull();
  });

  test("a result of another make gives no points", () => {
    expect(pointsOf(null)).toEqual([]);
    expect(pointsOf({ points: [{ ply: 1 }, { ply: 2, editor: 0.4 }] })).toEqual([{ ply: 2, editor: 0.4 }]);
  });

  test("badges keep their distance", () => {
    expect(spread([10, 12, 14, 200], 20, 210)).toEqual([10, 30, 50, 200]);
    expect(spread([190, 195, 200], 20, 200)).toEqual([160, 180, 200]);
  });
});

describe("keys", () => {
  const press = (key: string, more = {}) =>
    commandFor({
      key,
      shiftKey: false,
      ctrlKey: false,
      metaKey: false,
      altKey: false,
      defaultPrevented: false,
      ...more,
    });

  test("lead through the game", () => {
    expect(press("ArrowRight")).toEqual({ kind: "move", unit: "step", direction: 1 });
    expect(press("ArrowLeft", { shiftKey: true })).toEqual({ kind: "move", unit: "turn", direction: -1 });
    expect(press("PageDown")).toEqual({ kind: "move", unit: "round", direction: 1 });
    expect(press("Home")).toEqual({ kind: "end", direction: -1 });
    expect(press(" ")).toEqual({ kind: "toggle" });
  });

  test("leave alone what belongs to others", () => {
    expect(press("ArrowRight", { altKey: true })).toBeNull();
    expect(press("End", { defaultPrevented: true })).toBeNull();
    expect(press("x")).toBeNull();
  });
});
