import { describe, expect, test } from "vitest";
import type { View } from "../src/generated/view";
import { isMove } from "../src/prompt/notation";
import { cardSpot, moveOf, namedIn, offersOf, pictureSpot, type Spot, spaceSpot } from "../src/prompt/offers";
import { usesOf } from "../src/prompt/uses";
import { piecesOf } from "../src/track/places";
import { edition, fixture, fixtures } from "./fixtures";

const isPicture = (name: string) => edition.informants.some((one) => one.name === name);
const offers = (view: View) => offersOf(view.decision?.moves ?? [], isPicture);

/** Everything on the table that is drawn and can be touched. */
function drawnSpots(view: View): Set<Spot> {
  const pieces = [...piecesOf(view).values()].flat().map((piece) => piece.spot);
  const hands = [view.editor, view.nixon].flatMap((player) => [...(player.hand ?? []), ...player.removed]);
  const cards = [...hands, ...(view.drawn === null ? [] : [view.drawn])].map(cardSpot);
  const spaces = edition.spaces.map((space) => spaceSpot(space.name));
  const pictures = edition.informants.map((informant) => pictureSpot(informant.name));
  return new Set([...pieces, ...cards, ...spaces, ...pictures]);
}

test("the token that a reaction is about lies on the track", () => {
  const { view } = fixture("react_value.editor");
  const named = namedIn(view.decision?.prompt.params ?? {});
  expect(named).toMatch(/^token:/);
  expect(drawnSpots(view)).toContain(named);
  expect(namedIn(fixture("play.editor").view.decision?.prompt.params ?? {})).toBe(null);
});

describe("what on the table offers which moves", () => {
  test.each(fixtures)("every move of $name is offered by something drawn, or in words", ({ view }) => {
    const { spots, spoken, at, moves } = offers(view);
    const drawn = drawnSpots(view);
    for (const spot of spots) expect(drawn, spot).toContain(spot);
    const offered = new Set([...[...spots].flatMap((spot) => at(spot)), ...spoken].map(({ text }) => text));
    expect(offered).toEqual(new Set(moves.map(({ text }) => text)));
  });

  test("who is not to decide is offered nothing", () => {
    expect(offers(fixture("waiting.editor").view).spots.size).toBe(0);
    expect(offers(fixture("watching.spectator").view).moves).toEqual([]);
  });

  test("a token is pinned on spaces", () => {
    const { spots } = offers(fixture("pin.editor").view);
    expect([...spots].every((spot) => spot.startsWith("space:"))).toBe(true);
  });

  test("questions are asked of the face-down pile, and in words", () => {
    const ask = moveOf("ask blue");
    const { at, spoken } = offersOf([ask, moveOf("choose momentum")], isPicture);
    expect(at("facedown")).toEqual([ask]);
    expect(spoken).toEqual([ask]);
    expect(at("marker:momentum")).toHaveLength(1);
  });

  test("passing is said only", () => {
    const { spots, spoken } = offersOf([moveOf("pass")], isPicture);
    expect([...spots]).toEqual([]);
    expect(spoken).toHaveLength(1);
  });

  test.each([
    ["play 13 value", { verb: "play", card: 13, part: "value" }],
    ["choose blue*@E2", { verb: "choose", token: "blue*", at: "E2" }],
    ["choose blue*@facedown", { verb: "choose", token: "blue*", at: "facedown" }],
    ["choose dean", { verb: "choose", target: "dean" }],
    ["pass", { verb: "pass" }],
  ])("%s is read", (text, parts) => {
    expect(moveOf(text)).toMatchObject({ ...parts, text });
  });
});

describe("the uses of a card", () => {
  test("both parts are shown, even one that is not allowed now", () => {
    const uses = usesOf([moveOf("play 13 value")]);
    expect(uses.map((use) => [use.kind, use.move !== null])).toEqual([
      ["value", true],
      ["action", false],
    ]);
  });

  test("a card that can only be thrown away says so in the place of its value", () => {
    const uses = usesOf([moveOf("discard 13"), moveOf("play 13 action")]);
    expect(uses.map((use) => use.kind)).toEqual(["discard", "action"]);
  });

  test("a reaction is a single use", () => {
    expect(usesOf([moveOf("react 35")]).map((use) => use.kind)).toEqual(["react"]);
  });

  test("every card of every decision has a use", () => {
    for (const { view } of fixtures) {
      const { spots, at } = offers(view);
      for (const spot of spots)
        if (spot.startsWith("card:")) expect(usesOf(at(spot)).length).toBeGreaterThan(0);
    }
  });
});

describe("the notation", () => {
  test("knows every move that is offered, and nothing that is none", () => {
    const moves = fixtures.flatMap(({ view }) => view.decision?.moves ?? []);
    expect(moves.filter(({ text }) => !isMove(text, edition))).toEqual([]);
    expect(new Set(moves.map(({ verb }) => verb)).size).toBeGreaterThan(5);
    for (const text of [
      "",
      "hum",
      "play",
      "play 99 action",
      "play 9 both",
      "pass 1",
      "choose blue@E7",
      "pin nowhere",
    ]) {
      expect(isMove(text, edition), text).toBe(false);
    }
  });
});
