import { describe, expect, test } from "vitest";
import type { PersonFacts, RuleSection } from "../src/generated/api";
import { chaptersOf, found } from "../src/learn/chapters";
import { cardsFor, EVERYTHING, sortOf } from "../src/learn/gallery";
import { blocksOf, runsOf, textOf } from "../src/learn/markdown";
import { faceOf, ordered } from "../src/learn/people";
import { pictureOf } from "../src/learn/pictures/names";
import { boxOf, laidOut, middleOf, WIDTH } from "../src/learn/pictures/pieces";
import { folded, marked, matches, wordsOf } from "../src/learn/search";
import { dayIn, yearsOf } from "../src/learn/timeline";
import { addressOfTopic, topicOf } from "../src/learn/topics";
import { edition } from "./fixtures";

const section = (number: string, heading: string, markdown: string): RuleSection => ({
  number,
  heading,
  markdown,
});

const RULES = [
  section("", "The rules", "Hello."),
  section("1.1", "1. Two sides", "**1.1** There are **two** sides, see 4.7."),
  section("1.2", "1. Two sides", "**1.2** Nixon wins."),
  section("", "The tokens", "There are tokens."),
  section(
    "4.7",
    "4. Cards",
    "**4.7** The Editor has to **ask**:\n\n- *Yes*: it moves,\n  far.\n- *No*: not.",
  ),
  section("4.10", "4. Cards", "**4.10** The action."),
  section("", "Rulings", "| question | here |\n|---|---|\n| How many? | 36 (4.7) |"),
  section("R1", "Our own", "- **R1** Never."),
];

describe("addresses", () => {
  test("lead to a desk and back", () => {
    expect(topicOf(null)).toEqual({ desk: null, detail: null });
    expect(topicOf("rules/4.7")).toEqual({ desk: "rules", detail: "4.7" });
    expect(topicOf("nonsense/4")).toEqual({ desk: null, detail: null });
    expect(addressOfTopic("cards", 33)).toBe("/learn/cards/33");
    expect(addressOfTopic("people")).toBe("/learn/people");
    expect(addressOfTopic(null)).toBe("/learn");
  });
});

describe("search", () => {
  test("knows no capitals and accents", () => {
    expect(folded("Összekötő ÁRVÍZTŰRŐ")).toBe("osszekoto arvizturo");
    expect(matches("A Szerkesztő kérdez", wordsOf("KERDEZ szerk"))).toBe(true);
    expect(matches("A Szerkesztő kérdez", wordsOf("kérdez Nixon"))).toBe(false);
  });

  test("marks what it found, letter for letter", () => {
    const pieces = marked("Kérdés és kérdő", wordsOf("kerd"));
    expect(pieces.map((piece) => piece.text).join("")).toBe("Kérdés és kérdő");
    expect(pieces.filter((piece) => piece.isFound).map((piece) => piece.text)).toEqual(["Kérd", "kérd"]);
    expect(marked("", wordsOf("x"))).toEqual([{ text: "", isFound: false }]);
  });
});

describe("the rules", () => {
  test("fall into chapters", () => {
    const chapters = chaptersOf(RULES);
    expect(chapters.map((chapter) => [chapter.number, chapter.title])).toEqual([
      ["0", "The rules"],
      ["1", "Two sides"],
      ["4", "Cards"],
      ["R", "Rulings"],
    ]);
    expect(chapters[1]?.parts.map((part) => part.heading)).toEqual(["1. Two sides", "The tokens"]);
    expect(chapters[3]?.parts.map((part) => part.heading)).toEqual(["Rulings", "Our own"]);
  });

  test("are found by number, chapter and words", () => {
    const numbers = (query: string) => found(RULES, query).map((one) => one.number);
    expect(numbers("4.7")).toEqual(["4.7"]);
    expect(numbers("4")).toEqual(["4.7", "4.10"]);
    expect(numbers("r1")).toEqual(["R1"]);
    expect(numbers("editor ASK")).toEqual(["4.7"]);
    expect(numbers("zebra")).toEqual([]);
    expect(numbers("  ")).toEqual([]);
  });

  test("are read as paragraphs, lists and tables, without their own numbers", () => {
    const known = (number: string) => number === "4.7";
    const [first, list] = blocksOf(RULES[4]?.markdown ?? "");
    expect(first).toEqual({
      kind: "paragraph",
      runs: [
        { text: "The Editor has to ", style: "plain" },
        { text: "ask", style: "bold" },
        { text: ":", style: "plain" },
      ],
    });
    expect(
      list?.kind === "list" && list.items.map((item) => item.runs.map((run) => run.text).join("")),
    ).toEqual(["Yes: it moves, far.", "No: not."]);
    const [table] = blocksOf(RULES[6]?.markdown ?? "", known);
    expect(table?.kind === "table" && table.rows[0]?.[1]).toEqual([
      { text: "36 (", style: "plain" },
      { text: "4.7", style: "rule" },
      { text: ")", style: "plain" },
    ]);
    expect(blocksOf("- One\n  - inner\n    more\n- Two")).toEqual([
      {
        kind: "list",
        items: [
          { runs: [{ text: "One", style: "plain" }], inner: [[{ text: "inner more", style: "plain" }]] },
          { runs: [{ text: "Two", style: "plain" }], inner: [] },
        ],
      },
    ]);
    expect(runsOf("**one** [two](#x);")).toEqual([
      { text: "one", style: "bold" },
      { text: " two;", style: "plain" },
    ]);
    expect(runsOf("`rim3` and *so*").map((run) => run.style)).toEqual(["code", "plain", "italic"]);
    expect(textOf("**4.7** an **ask** | `x`")).not.toMatch(/[*|`]|4\.7/);
  });

  test("have pictures", () => {
    const [, , cards] = chaptersOf(RULES);
    expect(cards && pictureOf(cards, 0, "4.7")).toBe("asking");
    expect(cards && pictureOf(cards, 0, "4.10")).toBeNull();
    expect(cards && pictureOf(cards, 0, "")).toBeNull();
  });
});

describe("the gallery", () => {
  const numbers = (filter: Partial<typeof EVERYTHING>) =>
    cardsFor(edition, { ...EVERYTHING, ...filter }).map((card) => card.number);

  test("shows all, a side, a sort, a colour, reactions", () => {
    expect(numbers({})).toHaveLength(40);
    expect(numbers({ side: "nixon" })).toHaveLength(20);
    expect(numbers({ sort: "journalist" })).toEqual([33, 34, 35]);
    expect(numbers({ side: "editor", sort: "informant" })).toEqual([23, 24, 25, 26, 27, 28, 29]);
    expect(numbers({ color: "joker" })).toEqual([10, 13, 33, 34]);
    expect(numbers({ reactions: true })).toEqual([14, 35, 40, 42]);
  });

  test("is searched by name, text, number and history", () => {
    expect(numbers({ query: "woodward" })).toEqual([33]);
    expect(numbers({ query: "GAMB" })).toEqual([20]);
    expect(
      cardsFor(edition, { ...EVERYTHING, query: "garage" }, (n) => (n === 30 ? "a garage" : "")),
    ).toHaveLength(1);
  });

  test("calls cards that pin a picture informant cards", () => {
    expect(sortOf({ informant: "dean", kind: "event" })).toBe("informant");
    expect(sortOf({ informant: null, kind: "event" })).toBe("event");
  });
});

describe("people and days", () => {
  const person = (key: string, is_informant = false): PersonFacts => ({
    key,
    is_informant,
    name: key,
    role: "",
    text: "",
    people: [],
    cards: [],
    born: null,
    died: null,
  });

  test("Nixon comes first, then the informants", () => {
    const all = [person("bob_haldeman"), person("dean", true), person("richard_nixon")];
    expect(ordered(all).map((one) => one.key)).toEqual(["richard_nixon", "dean", "bob_haldeman"]);
    expect([faceOf("richard_nixon"), faceOf("dean"), faceOf("bob_haldeman")]).toEqual([
      "nixon",
      "dean",
      null,
    ]);
  });

  test("days fall into years", () => {
    const day = (date: string) => ({ date, title: date, text: "" });
    const years = yearsOf([day("1972-06-17"), day("1972-06-19"), day("1974-08-09")]);
    expect(years.map(({ year, days }) => [year, days.length])).toEqual([
      [1972, 2],
      [1974, 1],
    ]);
    expect(dayIn("1972-06-17")).toEqual({ day: 17, month: 6, year: 1972 });
  });
});

describe("the drawn track", () => {
  test("has all its places side by side", () => {
    expect(boxOf("N5").x).toBe(0);
    expect(boxOf("E5").x + boxOf("E5").width).toBe(WIDTH);
    expect(middleOf("0")).toBe(WIDTH / 2);
  });

  test("lays things of one place beside each other", () => {
    const [one, other] = laidOut([
      { thing: "initiative", at: "0" },
      { thing: "momentum", at: "0" },
    ]);
    expect((one?.x ?? 0) + (other?.x ?? 0)).toBeCloseTo(WIDTH);
    expect(one?.x).toBeLessThan(other?.x ?? 0);
  });
});
