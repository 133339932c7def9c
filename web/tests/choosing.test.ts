import { describe, expect, test } from "vitest";
import en from "../src/generated/words.en";
import { cardsBefore } from "../src/hand/cards";
import { Wording } from "../src/i18n/wording";
import { choicesOf, keyOf } from "../src/prompt/numbers";
import { moveOf, offersOf, wouldBe } from "../src/prompt/offers";
import { beliefsOf, hintsOf } from "../src/state/hints";
import { wishOf } from "../src/table/keys";
import { edition, editions, fixture, fixtures } from "./fixtures";

const isPicture = (name: string) => edition.informants.some((one) => one.name === name);
const NOTHING = { card: null, spot: null };

describe("the number keys", () => {
  test.each(fixtures.filter(({ view }) => view.decision?.moves))(
    "of $name lead to every move",
    ({ view }) => {
      const moves = view.decision?.moves ?? [];
      const offers = offersOf(moves, isPicture);
      const side = view.viewer === "nixon" ? "nixon" : "editor";
      const cards = cardsBefore(side, view, moves).map((held) => held.card);
      const reached = choicesOf(offers, cards, NOTHING).flatMap((choice) => {
        if (choice.kind === "move") return [choice.move];
        if (choice.kind === "spot") return offers.at(choice.spot);
        return choicesOf(offers, cards, { card: choice.card, spot: null }).flatMap((use) =>
          use.kind === "move" ? [use.move] : [],
        );
      });
      expect(new Set(reached.map(({ text }) => text))).toEqual(new Set(moves.map(({ text }) => text)));
    },
  );

  test.each(fixtures)("of $name are each for one thing", ({ view }) => {
    const choices = choicesOf(
      offersOf(view.decision?.moves ?? [], isPicture),
      view.editor.hand ?? [],
      NOTHING,
    );
    expect(new Set(choices.map(keyOf)).size).toBe(choices.length);
  });
});

describe("keys", () => {
  const press = (key: string, more = {}) => ({ key, ctrlKey: false, metaKey: false, altKey: false, ...more });

  test("stand for wishes", () => {
    expect(wishOf(press("3"), true)).toEqual({ kind: "number", number: 3 });
    expect(wishOf(press("0"), true)).toEqual({ kind: "number", number: 10 });
    expect(wishOf(press("/"), true)).toEqual({ kind: "typed" });
    expect(wishOf(press("H"), true)).toEqual({ kind: "hint" });
    expect(wishOf(press("Escape"), true)).toEqual({ kind: "escape" });
  });

  test("stay the browser's, or a field's", () => {
    expect(wishOf(press("r", { ctrlKey: true }), true)).toBeNull();
    expect(wishOf(press("Tab"), true)).toBeNull();
  });
});

describe("what a touch would mean", () => {
  const play = [moveOf("play 3 value")] as const;
  const pin = [moveOf("pin rim3")] as const;
  const choose = [moveOf("choose momentum")] as const;

  test.each([
    ["card:13", play, "play 13 action"],
    ["token:blue@0", play, null],
    ["space:rim4", pin, "pin rim4"],
    ["token:blue@E2", choose, "choose blue@E2"],
    ["marker:initiative", choose, "choose initiative"],
    ["picture:dean", choose, "choose dean"],
    ["facedown", choose, null],
    ["space:rim4", [], null],
  ] as const)("%s", (spot, offered, wanted) => {
    expect(wouldBe(spot, offered)).toBe(wanted);
  });
});

test.each(fixtures)("the moves of $name are read from their notation", ({ view }) => {
  for (const move of view.decision?.moves ?? []) expect(moveOf(move.text)).toEqual(move);
});

test("hints are those that can still be chosen, the best first", () => {
  const { view } = fixture("play.editor");
  const [first, second] = view.decision?.moves ?? [];
  if (!first || !second) throw new Error("the fixture has moves");
  const candidates = [
    { move: second.text, value: 0.6 },
    { move: "play 99 value", value: 0.5 },
    { move: first.text, value: 0.4 },
  ];
  const hints = hintsOf({ win_probability: 0.55, candidates, reading: null }, view.decision?.moves ?? []);
  expect(hints.map((hint) => hint.move)).toEqual([second, first]);
});

test("what a hint believes is said of the other side, the likeliest first", () => {
  const words = new Wording("en", en, editions.en);
  const reading = {
    cards: [{ card: 14, chance: 0.384 }],
    tokens: [{ token: "blue", chance: 0.2 }],
  };
  const [held, token] = beliefsOf(reading, "editor", words);
  expect(held).toBe(`Nixon holds ${words.card(14)}: 38\u00a0%`);
  expect(token).toContain("20\u00a0%");
  expect(beliefsOf(reading, "nixon", words)[0]).toMatch(/^The Editor holds/);
});
