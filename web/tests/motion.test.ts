import { describe, expect, test } from "vitest";
import type { Entry, View } from "../src/generated/view";
import { isTold } from "../src/log/entries";
import { anchorsOf, anchorsOfSide, marks } from "../src/motion/anchors";
import { carried, scaleIn, shown } from "../src/motion/flying";
import { fold } from "../src/motion/fold";
import { lengthOf, type Scene, scenesOf } from "../src/motion/scenes";
import { digestOf } from "../src/net/digest";
import { edition, fixture, tapes } from "./fixtures";

/** Everything of a view that events tell. */
function told({ decision: _, position: __, log: ___, ...view }: View) {
  return view;
}

describe("a view carried on by events", () => {
  test.each(tapes)("becomes the next one, all through game $name", ({ steps }) => {
    for (const [n, after] of steps.entries()) {
      const before = steps[n - 1];
      if (!before) continue;
      const view = after.events.reduce((now, entry) => fold(now, entry, edition), before.view);
      const seen = { ...view, ply: after.ply };
      expect(told(seen), `ply ${after.ply}: ${JSON.stringify(after.events)}`).toEqual(told(after.view));
      expect(digestOf(seen)).toBe(after.digest);
    }
  });

  test("an event that nobody knows changes nothing but the ply", () => {
    const { view } = fixture("play.editor");
    const strange = { ply: 1, key: "sunspots", params: {} } as unknown as Entry;
    expect(fold(view, strange, edition)).toEqual({ ...view, ply: 1 });
  });
});

describe("scenes", () => {
  const all = tapes.flatMap(({ steps }) =>
    steps.slice(1).map((after, n): { scenes: Scene[]; before: View; after: View; events: Entry[] } => {
      const before = steps[n];
      if (!before) throw new Error("no step before");
      return {
        before: before.view,
        scenes: scenesOf(before.view, after.events, after.view, edition),
        after: after.view,
        events: after.events,
      };
    }),
  );

  test("show every line once and in order, and end with the view that was sent", () => {
    for (const { scenes, before, after, events } of all) {
      expect(scenes.flatMap((scene) => scene.entries)).toEqual(events.filter(isTold));
      if (events.some(isTold)) expect(told(scenes.at(-1)?.view ?? before)).toEqual(told(after));
    }
  });

  test("take a while, but not for ever", () => {
    for (const { scenes } of all) {
      for (const scene of scenes) expect(scene.ms).toBeGreaterThan(300);
      expect(lengthOf(scenes)).toBeLessThan(40_000);
    }
  });

  test("whatever flies has somewhere to come from and to go to", () => {
    const flights = all.flatMap(({ scenes }) => scenes.flatMap((scene) => scene.flights));
    expect(flights.length).toBeGreaterThan(500);
    for (const { from, to } of flights) {
      expect(from.length).toBeGreaterThan(0);
      expect(to.length).toBeGreaterThan(0);
      for (const name of [...from, ...to]) expect(name).not.toMatch(/undefined|null|:$/);
    }
  });

  test("within a move nothing can be chosen", () => {
    for (const { scenes } of all) {
      for (const scene of scenes) expect(scene.view.decision?.moves ?? null).toBeNull();
    }
  });

  test("a token moves from place to place", () => {
    const { view } = fixture("play.editor");
    const before = { ...view, track: [{ token: "blue", at: "N1" }] };
    const after = { ...view, track: [{ token: "blue", at: "E2" }] };
    const event: Entry = { ply: 9, key: "evidence_moved", params: { token: "blue", start: "N1", end: "E2" } };
    const [scene] = scenesOf(before, [event], after, edition);
    expect(scene?.flights).toEqual([
      {
        prop: { kind: "evidence", token: "blue", faceUp: true },
        from: ["token:blue@N1", "place:N1"],
        to: ["token:blue@E2", "place:E2"],
      },
    ]);
    expect(scene?.lights).toEqual(["place:N1", "place:E2", "token:blue@E2"]);
  });

  test("evidence drawn from the bag is shown, and then pinned", () => {
    const { view } = fixture("play.editor");
    const events: Entry[] = [
      { ply: 9, key: "evidence_drawn", params: { token: "green" } },
      {
        ply: 9,
        key: "evidence_pinned_up",
        params: { side: "editor", token: "green", start: "bag", space: "rim1" },
      },
    ];
    const scenes = scenesOf({ ...view, track: [{ token: "green", at: "E5" }] }, events, view, edition);
    expect(scenes[0]?.flights[0]).toMatchObject({ from: ["bag"], to: ["stage"] });
    expect(scenes[1]?.flights[0]?.from).toEqual(["stage"]);
    expect(scenes[1]?.flights[0]?.to).toEqual(["space:rim1"]);
  });

  test("cards dealt to one side are one scene, and the other side's another", () => {
    const { view } = fixture("start.editor");
    const drawn = (side: string): Entry => ({ ply: 1, key: "card_drawn_hidden", params: { side } });
    const scenes = scenesOf(view, [drawn("nixon"), drawn("nixon"), drawn("editor")], view, edition);
    expect(scenes.map((scene) => scene.flights.length)).toEqual([2, 1]);
  });

  test("the evaluation is told in its five steps", () => {
    const { view } = fixture("play.editor");
    const step = (number: number) => ({ ply: 9, key: `evaluation_${number}`, params: { number } }) as Entry;
    const placed: Entry = { ply: 9, key: "momentum_placed", params: {} };
    const next: Entry = { ply: 9, key: "round_begins", params: { number: 3 } };
    const events = [step(1), step(2), step(3), step(4), placed, step(5), next];
    expect(scenesOf(view, events, view, edition).map((scene) => scene.evaluation)).toEqual([
      1,
      2,
      3,
      4,
      4,
      5,
      null,
    ]);
  });
});

describe("anchors", () => {
  test("a log line names what it speaks of", () => {
    const linked: Pick<Entry, "key" | "params"> = {
      key: "linked",
      params: { spaces: ["rim1"], pictures: ["dean"] },
    };
    expect(anchorsOf(linked)).toEqual(["space:rim1", "picture:dean"]);
    const pile: Pick<Entry, "key" | "params"> = {
      key: "card_to_removed",
      params: { side: "nixon", card: 3 },
    };
    expect(anchorsOf(pile)).toEqual(["card:3", "removed:nixon"]);
    expect(anchorsOf({ key: "passed", params: { side: "nixon" } })).toEqual([]);
  });

  test("marks say what an element is called, and whether it is pointed at", () => {
    const table = { pointed: new Set(["deck:nixon"]) };
    expect(marks(table, ...anchorsOfSide("nixon"))).toMatchObject({ "data-pointed": "" });
    expect(marks(table, "bag")).toEqual({ "data-anchor": "bag", "data-pointed": undefined });
  });
});

describe("flights", () => {
  const size = { width: 40, height: 40 };
  const box = (left: number, top: number, side: number) => ({ left, top, width: side, height: side });

  test("begin and end in the middle of their boxes", () => {
    const frames = carried(box(0, 0, 40), box(100, 200, 20), size);
    expect(frames.at(0)?.["transform"]).toContain("translate(20.0px, 20.0px)");
    expect(frames.at(-1)?.["transform"]).toContain("translate(110.0px, 210.0px)");
    expect(frames.at(-1)?.["transform"]).toContain("scale(0.500)");
  });

  test("nothing grows as large as a panel it flies to", () => {
    expect(scaleIn(box(0, 0, 400), size)).toBe(1);
    expect(scaleIn(box(0, 0, 50), size)).toBeCloseTo(1.25);
  });

  test("a card that is shown fits on the stage", () => {
    const frames = shown(box(0, 0, 40), box(0, 0, 300), { width: 220, height: 400 });
    expect(frames[1]?.["transform"]).toContain("scale(0.690)");
  });
});
