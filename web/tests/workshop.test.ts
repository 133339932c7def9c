import { describe, expect, test } from "vitest";
import { hopeless } from "../src/workshop/balance";
import {
  areJoined,
  type Draft,
  freeName,
  isDraft,
  mirrored,
  moved,
  movedNixon,
  NIXON,
  nameFrom,
  neighboursOf,
  painted,
  placeOf,
  pointOf,
  renamed,
  snapped,
  threaded,
  tokenSum,
  twinOf,
  whereIs,
  without,
  withoutBoard,
  withSpace,
} from "../src/workshop/draft";

const DRAFT: Draft = {
  name: "mine",
  title: { en: "Mine" },
  momentum_tokens: 9,
  threads: [
    [NIXON, "left"],
    ["left", "dean"],
  ],
  color: [{ name: "blue", symbol: "cheque", label: { en: "blue" } }],
  token: [
    { colors: ["blue"], momentum_symbol: true, count: 4 },
    { colors: ["blue"], momentum_symbol: false, count: 3 },
  ],
  card: [],
  ability: [],
  space: [
    { name: "left", color: "blue", ...placeOf({ x: -1, y: 0.5 }) },
    { name: "right", color: "blue", ...placeOf({ x: 1, y: 0.5 }) },
  ],
  informant: [{ name: "dean", full_name: "John Dean", ...placeOf({ x: -2, y: 0 }) }],
};

function near(one: { x: number; y: number }, other: { x: number; y: number }) {
  expect(one.x).toBeCloseTo(other.x, 1);
  expect(one.y).toBeCloseTo(other.y, 1);
}

describe("places", () => {
  test.each([
    { x: 0, y: -1 },
    { x: 2, y: 3 },
    { x: -1.25, y: 0.5 },
    { x: 0, y: 0 },
  ])("are the same there and back: $x, $y", (point) => near(pointOf(placeOf(point)), point));

  test("are what the linter allows, however far somebody drags", () => {
    const { radius, angle } = placeOf({ x: -400, y: -0.0001 });
    expect(radius).toBe(10);
    expect(angle).toBeGreaterThanOrEqual(0);
    expect(angle).toBeLessThan(360);
  });

  test("Nixon moves and leaves the others where they are", () => {
    const after = movedNixon(DRAFT, { x: 1, y: 0 });
    near(whereIs(after, "left"), { x: -2, y: 0.5 });
    near(whereIs(after, "dean"), { x: -3, y: 0 });
  });

  test("snap to the grid", () => expect(snapped({ x: 0.9, y: -0.1 }, 0.25)).toEqual({ x: 1, y: -0 }));
});

describe("the board", () => {
  test("threads come and go", () => {
    const joined = threaded(DRAFT, "left", "right");
    expect(areJoined(joined, "right", "left")).toBe(true);
    expect(threaded(joined, "right", "left").threads).toEqual(DRAFT.threads);
    expect(threaded(DRAFT, "left", "left")).toBe(DRAFT);
    expect(neighboursOf(DRAFT, "left")).toEqual([NIXON, "dean"]);
  });

  test("what is taken off takes its threads along", () => {
    expect(without(DRAFT, "left").threads).toEqual([]);
    expect(without(DRAFT, "dean").informant).toEqual([]);
  });

  test("a new name is the name of its threads too", () => {
    expect(renamed(DRAFT, "left", "west").threads).toEqual([
      [NIXON, "west"],
      ["west", "dean"],
    ]);
  });

  test("new spaces have names of their own", () => {
    const one = withSpace(DRAFT, "blue", { x: 0, y: 1 });
    const two = withSpace(one, "blue", { x: 0, y: 2 });
    expect(two.space.map((space) => space.name)).toEqual(["left", "right", "space1", "space2"]);
    expect(freeName(two, "space")).toBe("space3");
  });

  test("a mirror knows its twins", () => {
    expect(twinOf(DRAFT, "left")).toBe("right");
    expect(twinOf(DRAFT, "dean")).toBeNull();
    expect(twinOf(DRAFT, NIXON)).toBe(NIXON);
    expect(twinOf(moved(DRAFT, "left", { x: 0, y: 2 }), "left")).toBe("left");
    expect(mirrored({ x: 1, y: 2 })).toEqual({ x: -1, y: 2 });
  });

  test("paint and an empty board", () => {
    expect(painted(DRAFT, "left", "green").space[0]?.color).toBe("green");
    expect(withoutBoard(DRAFT)).toMatchObject({ space: [], threads: [], informant: DRAFT.informant });
  });
});

test("tokens are summed", () => expect(tokenSum(DRAFT)).toEqual({ all: 7, symbols: 4 }));

test.each([
  ["My board!", "my_board"],
  ["Az én kiadásom", "az_en_kiadasom"],
  ["1974", "my_edition"],
  ["standard", "my_edition"],
  ["<script>", "script"],
])("the short name of %s", (title, name) => expect(nameFrom(title)).toBe(name));

test("only drafts are drafts", () => {
  expect(isDraft(DRAFT)).toBe(true);
  for (const other of [null, 7, "draft", {}, { ...DRAFT, card: 1 }]) expect(isDraft(other)).toBe(false);
});

test("a side that can hardly win is named, once there are games enough", () => {
  expect(hopeless({ games: 50, winners: { editor: 0, nixon: 50 } })).toBeNull();
  expect(hopeless({ games: 200, winners: { editor: 4, nixon: 196 } })).toBe("editor");
  expect(hopeless({ games: 200, winners: { editor: 190, nixon: 10 } })).toBe("nixon");
  expect(hopeless({ games: 200, winners: { editor: 80, nixon: 120 } })).toBeNull();
});
