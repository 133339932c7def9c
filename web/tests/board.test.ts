import { describe, expect, test } from "vitest";
import { specksOf } from "../src/board/cork";
import { askew, labelShift, layoutOf, neighbour, threadPath } from "../src/board/geometry";
import { portraitOf } from "../src/board/portraits";
import { neighboursOf, threadsOf } from "../src/board/threads";
import { edition, fixture, fixtures } from "./fixtures";

const SIZES = [
  { width: 330, height: 320 },
  { width: 360, height: 460 },
  { width: 680, height: 600 },
  { width: 1200, height: 560 },
];

describe("the layout of the board", () => {
  test.each(SIZES)("fits into $width × $height", (size) => {
    const layout = layoutOf(edition, size, 5);
    for (const informant of edition.informants) {
      const at = layout.at.get(informant.name);
      expect(at).toBeDefined();
      if (!at) continue;
      expect(at.x - layout.picture.width / 2).toBeGreaterThanOrEqual(0);
      expect(at.x + layout.picture.width / 2).toBeLessThanOrEqual(size.width);
      expect(at.y - layout.picture.height / 2).toBeGreaterThanOrEqual(0);
      expect(at.y + layout.picture.height / 2).toBeLessThanOrEqual(size.height);
    }
  });

  test.each(SIZES)("no spaces touch each other or Nixon at $width × $height", (size) => {
    const { at, space, nixon } = layoutOf(edition, size, 5);
    const points = edition.spaces.map(({ name }) => at.get(name) ?? { x: 0, y: 0 });
    for (const [n, one] of points.entries()) {
      for (const other of points.slice(n + 1)) {
        expect(Math.hypot(one.x - other.x, one.y - other.y)).toBeGreaterThan(2 * space);
      }
      const middle = at.get("nixon") ?? { x: 0, y: 0 };
      const [dx, dy] = [
        Math.abs(one.x - middle.x) - nixon.width / 2,
        Math.abs(one.y - middle.y) - nixon.height / 2,
      ];
      expect(Math.max(dx, dy)).toBeGreaterThan(0);
    }
  });

  test("arrow keys reach every space and picture from Nixon", () => {
    const { at } = layoutOf(edition, { width: 680, height: 600 }, 5);
    const reached = new Set(["nixon"]);
    const open = ["nixon"];
    for (let name = open.pop(); name; name = open.pop()) {
      for (const direction of ["up", "down", "left", "right"] as const) {
        const next = neighbour(at, name, direction);
        if (next && !reached.has(next)) {
          reached.add(next);
          open.push(next);
        }
      }
    }
    expect(reached.size).toBe(1 + edition.spaces.length + edition.informants.length);
  });

  test("labels stay on the board", () => {
    expect(labelShift(10, 60, 300)).toBe(21);
    expect(labelShift(290, 60, 300)).toBe(-21);
    expect(labelShift(150, 60, 300)).toBe(0);
  });

  test("a thread is drawn the same every time", () => {
    const path = threadPath({ x: 0, y: 0 }, { x: 100, y: 0 }, "a-b");
    expect(path).toBe(threadPath({ x: 0, y: 0 }, { x: 100, y: 0 }, "a-b"));
    expect(path).toMatch(/^M0 0Q50 -?6 100 0$/);
    expect(Math.abs(askew("dean"))).toBeLessThanOrEqual(4);
  });

  test("cork has no seams", () => {
    const specks = specksOf(100, 50);
    expect(specks).toEqual(specksOf(100, 50));
    for (const speck of specks.filter((one) => one.x < 0)) {
      expect(specks.some((one) => Math.abs(one.x - speck.x - 100) < 1e-9 && one.y === speck.y)).toBe(true);
    }
  });

  test("everybody of the edition has a portrait of their own", () => {
    const drawn = ["nixon", ...edition.informants.map(({ name }) => name)].map(portraitOf);
    expect(new Set(drawn).size).toBe(drawn.length);
    expect(drawn).not.toContain(portraitOf("somebody else"));
  });
});

describe("threads", () => {
  test("nothing is lit at the start", () => {
    const threads = threadsOf(edition, fixture("start.editor").view);
    expect(threads).toHaveLength(edition.threads.length);
    expect(new Set(threads.map((thread) => thread.state))).toEqual(new Set(["idle"]));
  });

  test("the winning connection is lit from both informants to Nixon", () => {
    const { view } = fixture("over.connection.editor");
    const lit = threadsOf(edition, view).filter((thread) => thread.state === "lit");
    const touched = new Set(lit.flatMap((thread) => thread.ends));
    expect(view.pictures.connected.length).toBeGreaterThanOrEqual(2);
    for (const picture of view.pictures.connected) expect(touched).toContain(picture);
    expect(touched).toContain("nixon");
  });

  test.each(fixtures)(
    "of $name are cut at face-down evidence, and wanted on the way to a win",
    ({ view, way }) => {
      const wanted = new Set(way ? [...way.spaces, ...way.informants] : []);
      const down = new Set(view.board.filter((one) => !one.face_up).map((one) => one.space));
      for (const thread of threadsOf(edition, view, wanted)) {
        if (thread.ends.some((end) => down.has(end))) expect(thread.state).toBe("cut");
        if (thread.wanted) expect(thread.state).not.toBe("cut");
      }
    },
  );

  test("neighbours are those a thread leads to", () => {
    expect(neighboursOf(edition, "dean")).toEqual(["rim2"]);
    expect(neighboursOf(edition, "inner1").sort()).toEqual(["inner2", "inner6", "nixon", "spoke1"]);
  });
});
