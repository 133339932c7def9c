import { describe, expect, test } from "vitest";
import { cardsBefore } from "../src/hand/cards";
import { roundsOf } from "../src/log/columns";
import { distanceOf } from "../src/sides/distance";
import { arrangementOf } from "../src/table/layout";
import { halfOf, PLACES, piecesOf } from "../src/track/places";
import { fixture, fixtures } from "./fixtures";

describe("the track", () => {
  test.each(fixtures)("of $name holds every token of the view once", ({ view }) => {
    const pieces = [...piecesOf(view).values()].flat();
    const markers = [view.initiative_at, view.momentum_at].filter((at) => at !== null).length;
    expect(pieces).toHaveLength(markers + view.track.length + view.facedown.count);
  });

  test("face-down evidence is nameless for the Editor and named for Nixon", () => {
    const [hidden, known] = (["start.editor", "start.nixon"] as const).map((name) =>
      (piecesOf(fixture(name).view).get("0") ?? []).filter((piece) => piece.kind === "facedown"),
    );
    expect(hidden?.map((piece) => piece.spot)).toEqual(["facedown", "facedown", "facedown"]);
    expect(known?.every((piece) => piece.spot.startsWith("facedown:"))).toBe(true);
  });

  test("its halves belong to the sides", () => {
    expect(PLACES.map(halfOf)).toEqual([...Array(5).fill("nixon"), null, ...Array(5).fill("editor")]);
  });
});

describe("the log", () => {
  test("is parted into rounds, and repeats are counted", () => {
    const rounds = roundsOf(fixture("play.editor").view.log);
    expect(rounds.map((round) => round.number)).toEqual(rounds.map((_, n) => n + 1));
    const lines = rounds.flatMap((round) => round.lines);
    expect(lines.some((line) => line.times > 1)).toBe(true);
    const entries = fixture("play.editor").view.log.filter((entry) => entry.key !== "round_begins");
    expect(lines.reduce((sum, line) => sum + line.times, 0)).toBe(entries.length);
  });

  test("may be empty", () => {
    expect(roundsOf([])).toEqual([]);
  });
});

describe("how far it is", () => {
  test("to five momentum tokens, and along the nearest way", () => {
    const { view, way } = fixture("start.editor");
    expect(distanceOf("nixon", view, way)).toBe(5);
    expect(distanceOf("editor", view, way)).toBe((way?.needed.length ?? 0) + (way?.recruit.length ?? 0));
    expect(distanceOf("editor", view, null)).toBe(null);
  });
});

describe("arrangements", () => {
  test.each([
    [360, 780, 16, "narrow"],
    [820, 1180, 16, "narrow"],
    [1440, 900, 16, "wide"],
    [1440, 900, 24, "middle"],
    [1440, 900, 32, "short"],
    [1440, 500, 16, "short"],
    [844, 390, 16, "short"],
    [1024, 768, 16, "middle"],
    [700, 900, 32, "narrow"],
  ] as const)("a window of %i × %i with letters of %i is %s", (width, height, rem, wanted) => {
    expect(arrangementOf(width, height, rem)).toBe(wanted);
  });
});

describe("the cards before a player", () => {
  const before = (name: string, side: "editor" | "nixon") => {
    const { view } = fixture(name);
    return cardsBefore(side, view, view.decision?.moves ?? []);
  };

  test("are the hand", () => {
    expect(before("play.editor", "editor").map((held) => held.card)).toEqual(
      fixture("play.editor").view.editor.hand,
    );
  });

  test("with the card just drawn, and removed ones that can be used again", () => {
    expect(before("play_drawn.nixon", "nixon")[0]?.from).toBe("drawn");
    expect(before("reuse.editor", "editor").some((held) => held.from === "removed")).toBe(true);
  });

  test("are none that the viewer cannot see", () => {
    expect(before("watching.spectator", "editor")).toEqual([]);
  });
});
