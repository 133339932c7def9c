import { describe, expect, test } from "vitest";
import { Progress } from "../src/exercises/progress.svelte";
import { happenedBefore, judged, taskOfMistake } from "../src/exercises/trying.svelte";
import type { Step } from "../src/generated/api";
import type { Entry } from "../src/generated/view";
import { arrow } from "../src/replay/arrow";
import { commandFor } from "../src/replay/keys";
import {
  cardsOf,
  firstSide,
  GLYPHS,
  type Judgement,
  mistakesOf,
  noiseIn,
  type Read,
  reachOf,
  readAt,
  reviewOf,
  rounded,
  sheetOf,
  stretchesOf,
  told,
  toldBy,
  turningsOf,
} from "../src/replay/review";
import { edition, tapes } from "./fixtures";

const judgement = (ply: number, side: "editor" | "nixon", word: Judgement["word"] = "fine"): Judgement => ({
  ply,
  round: 1,
  side,
  kind: "play",
  played: "play 31 value",
  best: "play 41 action",
  before: 0.55,
  after: 0.39,
  loss: 0.16,
  noise: 0.01,
  word,
  share: 0,
  moves: [
    { move: "play 41 action", value: 0.55, noise: 0.01, share: 1, is_right: true, line: [] },
    { move: "play 31 value", value: 0.39, noise: 0.01, share: 0, is_right: false, line: [] },
  ],
  reasons: [],
  question: null,
  open: { before: 0.6, after: 0.5, gave_away: null, punished: true },
});

const account = {
  start: 0.507,
  result: 0,
  cards: 0.0671,
  evidence: -0.0452,
  editor: -1.4994,
  nixon: 0.9705,
  adjusted: -0.0219,
  steps: [
    { ply: 0, of: "cards" as const, change: 0.0671 },
    { ply: 12, of: "editor" as const, change: -1.4994 },
    { ply: 20, of: "nixon" as const, change: 0.9705 },
    { ply: 30, of: "evidence" as const, change: -0.0452 },
  ],
};

describe("the account of a game", () => {
  test.each(["editor", "nixon"] as const)("adds up in whole points for %s", (side) => {
    const { start, result, parts, luck } = sheetOf(account, side);
    expect(parts.reduce((sum, { points }) => sum + points, start)).toBe(result);
    expect(parts.at(0)?.from).toBe(start);
    expect(parts.at(-1)?.to).toBe(result);
    expect(parts.map(({ of }) => of)).toEqual([
      "cards",
      "evidence",
      side,
      side === "editor" ? "nixon" : "editor",
    ]);
    expect(luck).toBe(side === "editor" ? 2 : -2);
  });

  test("is the other's turned round", () => {
    const [editor, nixon] = [sheetOf(account, "editor"), sheetOf(account, "nixon")];
    expect([editor.start, editor.result, editor.adjusted]).toEqual([51, 0, -2]);
    expect([nixon.start, nixon.result, nixon.adjusted]).toEqual([49, 100, 102]);
    expect(reachOf(editor).low).toBeLessThan(-90);
    expect(reachOf(editor).high).toBe(100);
  });

  test("loses nothing by rounding, whatever the parts", () => {
    for (let n = 0; n < 500; n += 1) {
      const parts = [1, 2, 3, 4].map((k) => Math.sin(n * 7.3 + k * 2.9));
      const sum = Math.round(100 * parts.reduce((all, one) => all + one, 0)) + (n % 3) - 1;
      const found = rounded(parts, sum);
      expect(found.reduce((all, one) => all + one, 0)).toBe(sum);
      for (const [k, one] of found.entries()) expect(Math.abs(one - 100 * (parts[k] ?? 0))).toBeLessThan(2);
    }
    expect(rounded([0, 0], 0)).toEqual([0, 0]);
  });
});

describe("the decisions of a review", () => {
  const decisions = [
    judgement(12, "editor", "blunder"),
    judgement(20, "nixon", "mistake"),
    judgement(25, "editor"),
    judgement(31, "editor", "inaccuracy"),
  ];

  test("have words by side, told by signs", () => {
    expect(mistakesOf({ decisions }, "editor").map(({ ply }) => ply)).toEqual([12, 31]);
    expect(mistakesOf({ decisions }, "nixon").map(({ ply }) => ply)).toEqual([20]);
    expect(Object.values(GLYPHS)).toEqual(["", "?!", "?", "??"]);
    expect(noiseIn(0.001)).toBe(1);
    expect(noiseIn(0.031)).toBe(3);
  });

  test("are shown to whoever looks, else to who lost", () => {
    const lost = { result: { winner: "editor" as const, way: "connection" as const } };
    expect(firstSide(lost, null)).toBe("nixon");
    expect(firstSide(lost, "editor")).toBe("editor");
    expect(firstSide({ result: { winner: null, way: "x" as never } }, null)).toBe("editor");
  });

  test("stand at the first line of their move", () => {
    const [tape] = tapes;
    const entries = tape?.steps.flatMap((step) => step.events) ?? [];
    const ply = entries.find((entry) => entry.key.startsWith("card_played"))?.ply ?? 0;
    const found = told([judgement(ply - 1, "editor", "mistake")], entries);
    expect([...found.keys()]).toEqual([entries.find((entry) => entry.ply === ply)]);
  });

  test("turn the game where its account changed most", () => {
    const curve = [0, 12, 20, 30, 40].map((ply, n) => ({ ply, editor: [0.51, 0.57, 0.2, 0.6, 0][n] ?? 0 }));
    const entries = [{ ply: 13, key: "card_played_value", params: { card: 31 } }] as unknown as Entry[];
    const turnings = turningsOf({ account, curve, turning: 30, plies: 40 }, entries);
    expect(turnings.map(({ from }) => from.ply)).toEqual([12, 20, 30]);
    expect(turnings[0]?.entry?.key).toBe("card_played_value");
    expect(turnings[0]?.to).toEqual({ ply: 20, editor: 0 });
    expect(turnings[2]?.entry).toBeNull();
  });

  test("can be tried again: what the judge did not look at is not right", () => {
    const task = taskOfMistake(judgement(12, "editor", "blunder"));
    expect(task.answers[0]?.move).toBe("play 41 action");
    expect(judged(task, "play 41 action")).toMatchObject({ is_right: true, value: 0.55 });
    expect(judged(task, "play 31 value")).toMatchObject({ is_right: false, value: 0.39 });
    expect(judged(task, "play 24 value")).toEqual({ move: "play 24 value", is_right: false, value: null });
  });

  test("are told with what came since the own move before", () => {
    const step = (decider: string | null, ...keys: string[]) =>
      ({
        view: { decision: decider && { decider } },
        events: keys.map((key) => ({ key })),
      }) as unknown as Step;
    const steps = [
      step("nixon", "round_begins"),
      step("editor", "card_played_value"),
      step("nixon", "marker_moved"),
      step("editor", "card_played_action"),
    ];
    const keys = (side: "editor" | "nixon") => happenedBefore(steps, side).map(({ key }) => key);
    expect(keys("editor")).toEqual(["card_played_action"]);
    expect(happenedBefore(steps.slice(0, 2), "editor").map(({ key }) => key)).toEqual([
      "round_begins",
      "card_played_value",
    ]);
    expect(happenedBefore([], "editor")).toEqual([]);
  });
});

describe("lines of play", () => {
  test("are told by whose card it is", () => {
    const line = [
      "pin rim1",
      "play 10 value",
      "choose momentum",
      "play 41 action",
      "pin spoke1",
      "play 4 value",
    ];
    const found = stretchesOf(line, edition);
    expect(found.map(({ side, moves }) => [side, moves.length])).toEqual([
      [null, 1],
      ["nixon", 2],
      ["editor", 1],
      [null, 1],
      ["nixon", 1],
    ]);
    expect(stretchesOf([], edition)).toEqual([]);
  });
});

describe("reads", () => {
  const read = (ply: number, side: "editor" | "nixon"): Read => ({
    ply,
    round: 1,
    side,
    cards: Array.from({ length: 14 }, (_, n) => ({
      card: n + 1,
      chance: n / 20,
      counted: 0.3,
      held: n === 0,
    })),
    tokens: [],
    bits: 1,
  });

  test("are those before the card that is played next", () => {
    const reads = [read(12, "editor"), read(14, "nixon"), read(20, "editor")];
    expect(readAt({ reads }, "editor", 19)?.ply).toBe(12);
    expect(readAt({ reads }, "editor", 20)?.ply).toBe(20);
    expect(readAt({ reads }, "nixon", 13)).toBeNull();
  });

  test("show the likeliest cards, and always what was true", () => {
    const found = cardsOf(read(12, "editor"));
    expect(found[0]?.card).toBe(14);
    expect(found.at(-1)?.held).toBe(true);
    expect(found.length).toBe(9);
  });

  test("say in words how much a play told", () => {
    expect([-1, 0, 0.5, 2].map(toldBy)).toEqual(["misled", "nothing", "little", "much"]);
  });
});

test("a job's result is a review only if it is of this version", () => {
  expect(reviewOf(null)).toBeNull();
  expect(reviewOf({ points: [] })).toBeNull();
  expect(reviewOf({ version: 2, decisions: [], account })).toBeNull();
  expect(reviewOf({ version: 1, decisions: [], account })).not.toBeNull();
});

test("letters lead to mistakes, unless letters are not wanted", () => {
  const press = (key: string) => ({
    key,
    shiftKey: false,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    defaultPrevented: false,
  });
  expect(commandFor(press("n"))).toEqual({ kind: "mistake", direction: 1 });
  expect(commandFor(press("P"))).toEqual({ kind: "mistake", direction: -1 });
  expect(commandFor(press("m"))).toEqual({ kind: "only" });
  expect(commandFor(press("n"), false)).toBeNull();
  expect(commandFor({ ...press("n"), ctrlKey: true })).toBeNull();
});

test("an arrow points along the track, toward the goal but not over it", () => {
  const piece = { x: 100, y: 50, width: 20, height: 20 };
  const goal = { x: 400, y: 30, width: 40, height: 60 };
  expect(arrow(piece, goal)).toBe("M128.0 60.0L190.0 60.0M179.0 49.0L190.0 60.0L179.0 71.0");
  expect(arrow(goal, piece)).toMatch(/^M390\.0 60\.0L328\.0 60\.0M/);
  expect(arrow({ x: 0, y: 0, width: 20, height: 20 }, { x: 0, y: 200, width: 20, height: 20 })).toMatch(
    /^M10\.0 28\.0L10\.0 90\.0M/,
  );
});

describe("exercises of the collection", () => {
  const names = (["editor", "nixon", "editor", "nixon"] as const).map((side, n) => ({
    number: n + 1,
    difficulty: 1,
    side,
    round: 2,
  }));

  test("lead to the next that is not solved, of the sides that are taken", () => {
    const progress = new Progress();
    progress.note(2, "first");
    progress.note(3, "shown");
    expect(progress.after(names, 1)?.number).toBe(3);
    expect(progress.after(names, 4)).toBeNull();
    progress.take("nixon");
    expect(progress.after(names, 1)?.number).toBe(4);
    progress.note(4, "later");
    expect(progress.after(names, 1)?.number).toBe(2);
  });

  test("keep the best that was achieved", () => {
    const progress = new Progress();
    progress.note(1, "first");
    progress.note(1, "shown");
    expect(progress.marks[1]).toBe("first");
    progress.note(2, "shown");
    progress.note(2, "later");
    expect(progress.marks[2]).toBe("later");
  });
});
