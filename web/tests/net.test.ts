import { describe, expect, test } from "vitest";
import { isLoopback } from "../src/friend/loopback";
import type { Happened, Status, Table, Update } from "../src/generated/messages";
import type { Entry, View } from "../src/generated/view";
import { digestOf } from "../src/net/digest";
import { isHotSeat, isWatched, MISSED, moveOf, type Told, toldMore, updateOf } from "../src/net/game";
import { queryOf } from "../src/net/http";
import { backOff, clockText } from "../src/net/timing";
import { edition, fixture, fixtures } from "./fixtures";
import { seat, between as status } from "./statuses";

const base = fixture("play.editor").view;
const entry = (ply: number): Entry => ({ ply, key: "passed", params: { side: "editor" } });
const viewAt = (ply: number, log: Entry[] = []): View => ({ ...base, ply, log });

const table: Table = {
  type: "table",
  game: "abc123",
  number: 3,
  you: "editor",
  options: {} as Table["options"],
  status,
  view: viewAt(7, [entry(5), entry(7)]),
  chat: [],
};

const update = (number: number, ply: number, events: Entry[]): Update => ({
  type: "update",
  game: "abc123",
  number,
  act: "move",
  by: "editor",
  events,
  view: viewAt(ply),
  status,
});

const begun = (): Told => {
  const told = toldMore(null, table, 1);
  if (told === MISSED) throw new Error("a table tells everything");
  return told;
};

describe("what is told of a game", () => {
  test("begins with a table", () => {
    expect(begun()).toMatchObject({ number: 3, you: "editor", at: 1 });
    expect(toldMore(null, update(4, 8, []), 1)).toBe(MISSED);
  });

  test("goes on act by act, and the log grows", () => {
    const next = toldMore(begun(), update(4, 9, [entry(8), entry(9)]), 2);
    expect(next).toMatchObject({ number: 4, at: 2 });
    expect((next as Told).view.log.map((line) => line.ply)).toEqual([5, 7, 8, 9]);
  });

  test("an act told twice changes nothing, one left out is noticed", () => {
    const told = begun();
    expect(toldMore(told, update(3, 7, []), 2)).toBe(told);
    expect(toldMore(told, update(5, 9, []), 2)).toBe(MISSED);
  });

  test("an act told by its events is an update, unless they lead elsewhere", () => {
    const told = begun();
    const view = { ...told.view, ply: 8 };
    const happened: Happened = {
      type: "happened",
      game: "abc123",
      number: 4,
      act: "move",
      by: "editor",
      key: null,
      ply: 8,
      events: [entry(8)],
      decision: {
        decider: "nixon",
        kind: "play",
        prompt: { key: "prompt.play", params: {} },
        moves: ["play 9 value"],
      },
      status: { decider: "nixon" },
      digest: digestOf(view),
    };
    const same = updateOf(told, happened, edition) as Update;
    expect(same.status).toEqual({ ...status, decider: "nixon" });
    expect(same.view.decision?.moves?.[0]).toMatchObject({ verb: "play", card: 9, part: "value" });
    expect((toldMore(told, same, 2) as Told).view.log.map((line) => line.ply)).toEqual([5, 7, 8]);
    expect(updateOf(told, { ...happened, digest: "00000000" }, edition)).toBe(MISSED);
    expect(updateOf(told, { ...happened, number: 5 }, edition)).toBe(MISSED);
    expect(updateOf(told, happened, null)).toBe(MISSED);
    expect(updateOf(null, happened, edition)).toBe(MISSED);
  });

  test("a move is what its text says", () => {
    for (const { view } of fixtures) {
      for (const move of view.decision?.moves ?? []) expect(moveOf(move.text)).toEqual(move);
    }
    expect(moveOf("draw blue*")).toMatchObject({ verb: "draw", target: null, token: "blue*" });
    expect(moveOf("draw 24")).toMatchObject({ verb: "draw", card: 24, token: null });
  });

  test("what was taken back leaves the log", () => {
    const next = toldMore(begun(), { ...update(4, 5, []), act: "take_back" }, 2) as Told;
    expect(next.view.log.map((line) => line.ply)).toEqual([5]);
  });

  test("a status is taken as it is, unless it is older", () => {
    const told = begun();
    const paused: Status = { ...status, state: "paused" };
    const changed = toldMore(told, { type: "status", game: "abc123", number: 3, status: paused }, 2);
    expect((changed as Told).status.state).toBe("paused");
    expect(toldMore(told, { type: "status", game: "abc123", number: 2, status: paused }, 2)).toBe(told);
    expect(toldMore(told, { type: "status", game: "abc123", number: 4, status: paused }, 2)).toBe(MISSED);
  });

  test("a line of chat is told once", () => {
    const line = { number: 1, by: "nixon", name: "Dick", text: "Hello", at: 0 } as const;
    const once = toldMore(begun(), { type: "chat", game: "abc123", line }, 2) as Told;
    expect(once.chat).toEqual([line]);
    expect(toldMore(once, { type: "chat", game: "abc123", line }, 3)).toBe(once);
  });

  test("who plays: one screen, two computers", () => {
    expect(isHotSeat(status)).toBe(false);
    expect(isHotSeat({ seats: [seat("editor", true), seat("nixon", true)] })).toBe(true);
    const computer = { ...seat("editor", false), kind: "computer" as const, player: "level:2" };
    expect(isWatched({ seats: [computer, { ...computer, side: "nixon" }] })).toBe(true);
    expect(isWatched(status)).toBe(false);
  });
});

describe("timing", () => {
  test("waits longer after each failure, up to ten seconds", () => {
    expect([1, 2, 3, 20].map((failures) => backOff(failures, 1))).toEqual([400, 800, 1600, 10_000]);
    expect(backOff(3, 0)).toBeLessThan(backOff(3, 1));
  });

  test.each([
    [0, "0:00"],
    [-5, "0:00"],
    [65_000, "1:05"],
    [3_600_000, "1:00:00"],
    [90_000_000, "1 d 1 h"],
  ])("%i ms are %s", (ms, text) => {
    expect(clockText(ms)).toBe(text);
  });
});

test("queries hold what is there", () => {
  expect(queryOf({ as: "editor", code: null, before: 5 })).toBe("?as=editor&before=5");
  expect(queryOf({ code: undefined })).toBe("");
});

test("which addresses lead to this computer alone", () => {
  for (const host of ["localhost", "127.0.0.1", "127.0.1.1", "[::1]", "games.localhost"]) {
    expect(isLoopback(host), host).toBe(true);
  }
  for (const host of ["192.168.1.20", "127.example.org", "localhost.example.org", "[fe80::1]"]) {
    expect(isLoopback(host), host).toBe(false);
  }
});
