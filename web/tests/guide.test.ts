import { describe, expect, test } from "vitest";
import type { Lesson, LessonStep } from "../src/generated/api";
import type { EventKey } from "../src/generated/tables";
import type { Entry, View } from "../src/generated/view";
import { isRegion, selectorsOf, stepsOf, verdictOn } from "../src/guide/lesson";
import { frame, ring } from "../src/guide/pencil";
import { fixture } from "./fixtures";

const view: View = { ...fixture("play.editor").view, log: [] };
const entry = (key: EventKey): Entry => ({ ply: 1, key, params: {} });
const step = (text: string, more: Partial<LessonStep> = {}): LessonStep => ({
  text,
  scene: 0,
  point: [],
  topics: [],
  move: null,
  replies: {},
  frames: [],
  ...more,
});

const LESSON: Lesson = {
  side: "editor",
  edition: "",
  steps: [
    step("hello", { frames: [{ view, events: [entry("round_begins")], by: null, way: null }] }),
    step("do", { move: "play 29 value", replies: { pass: "do_not_pass" } }),
    step("seen", {
      frames: [
        { view: { ...view, ply: 2 }, events: [entry("card_played_value")], by: "editor", way: null },
        {
          view: { ...view, ply: 3 },
          events: [entry("passed"), entry("marker_moved")],
          by: "nixon",
          way: null,
        },
      ],
    }),
    step("later", { scene: 1, frames: [{ view: { ...view, round: 5 }, events: [], by: null, way: null }] }),
    step("over", {
      scene: 1,
      frames: [{ view, events: [entry("card_to_discard"), entry("evaluation_1")], by: "editor", way: null }],
    }),
  ],
};

describe("a lesson", () => {
  const steps = stepsOf(LESSON);

  test("offers choices only where one is asked for", () => {
    expect(steps.map((one) => one.shown.view.decision !== null)).toEqual([false, true, false, false, false]);
  });

  test("shows what was there before where nothing happens", () => {
    expect(steps[1]?.shown.view.ply).toBe(steps[0]?.shown.view.ply);
    expect(steps[2]?.shown.view.ply).toBe(3);
  });

  test("keeps a log of its own in every scene", () => {
    expect(steps.map((one) => one.shown.view.log.map((line) => line.key))).toEqual([
      ["round_begins"],
      ["round_begins"],
      ["round_begins", "card_played_value", "passed", "marker_moved"],
      [],
      ["card_to_discard", "evaluation_1"],
    ]);
    expect(steps.map((one) => one.isNewScene)).toEqual([true, false, false, true, false]);
  });

  test("tells what the others did, and the evaluation, but not the learner's own move", () => {
    expect(steps.map((one) => one.happened.map((line) => line.key))).toEqual([
      [],
      [],
      ["marker_moved"],
      [],
      ["evaluation_1"],
    ]);
  });

  test("goes on with the move asked for, and has an answer to the others", () => {
    const [, asked] = steps;
    if (!asked) throw new Error("no step");
    expect(verdictOn(asked, "play 29 value")).toEqual({ kind: "right" });
    expect(verdictOn(asked, "pass")).toEqual({ kind: "other", key: "do_not_pass" });
    expect(verdictOn(asked, "play 29 action")).toEqual({ kind: "other", key: null });
  });
});

describe("the red pencil", () => {
  test("finds things by their anchors", () => {
    expect(selectorsOf("space:rim8")).toEqual(['[data-anchor~="space:rim8"]']);
    expect(selectorsOf("card:29")[0]).toContain("section.hand");
    expect(selectorsOf("use:value")).toEqual(['.uses [data-use="value"]']);
    expect([isRegion("use:value"), isRegion("picture:woods")]).toEqual([true, true]);
    expect([isRegion("board"), isRegion("card:29"), isRegion("marker:momentum")]).toEqual([
      true,
      true,
      false,
    ]);
  });

  test("draws round them", () => {
    const box = { x: 100, y: 50, width: 40, height: 40 };
    expect(ring(box)).toMatch(/^M[\d. -]+(L[\d. -]+)+$/);
    expect(frame(box).match(/M/g)).toHaveLength(4);
  });
});
