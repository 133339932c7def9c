import { describe, expect, test } from "vitest";
import { namedIn } from "../src/explain/named";
import { partsOf } from "../src/explain/parts";
import { blocksOfCard, rulesOfEntry, rulesOfSubject } from "../src/explain/rules";
import en from "../src/generated/words.en";
import hu from "../src/generated/words.hu";
import { Wording } from "../src/i18n/wording";
import { blocksOf } from "../src/learn/markdown";
import { editions, fixtures, tapes } from "./fixtures";

const speakers = [new Wording("en", en, editions.en), new Wording("hu", hu, editions.hu)];

describe("the parts of a message", () => {
  test.each(speakers)("make up the whole sentence, in %#", (words) => {
    for (const { view } of fixtures) {
      for (const entry of view.log) {
        const message = { key: `log.${entry.key}`, params: entry.params };
        const text = partsOf(message, words)
          .map((part) => part.text)
          .join("");
        expect(text).toBe(words.say(message));
      }
    }
  });

  test("lead to what they name", () => {
    const [words] = speakers;
    if (!words) throw new Error("nobody speaks");
    const message = {
      key: "log.evidence_pinned_up",
      params: { side: "editor", token: "blue", space: "rim3" },
    };
    const subjects = partsOf(message, words).flatMap((part) => part.subject ?? []);
    expect(subjects).toEqual([
      { kind: "token", token: "blue" },
      { kind: "space", space: "rim3" },
    ]);
    const linked = { key: "log.linked", params: { spaces: ["rim1", "rim2"], pictures: [] } };
    expect(partsOf(linked, words).flatMap((part) => part.subject ?? [])).toEqual([
      { kind: "space", space: "rim1" },
      { kind: "space", space: "rim2" },
    ]);
  });
});

describe("rules", () => {
  test("stand behind every line of the log", () => {
    const entries = tapes.flatMap(({ steps }) => steps.flatMap((step) => step.events));
    for (const entry of entries) expect(rulesOfEntry(entry), entry.key).not.toHaveLength(0);
  });

  test("of a card are those that name it, whatever the quotes", () => {
    const sections = [
      { number: "", heading: "", markdown: "“Follow the money!” is here" },
      { number: "8.4", heading: "", markdown: "**8.4** *“Follow the\nmoney!”*: when" },
      { number: "8.5", heading: "", markdown: "**8.5** The moment" },
    ];
    expect(rulesOfSubject({ kind: "card", card: 42 }, sections, '"Follow the money!"')).toEqual(["8.4"]);
  });

  test("of a card begin with its own, told without those of other cards", () => {
    const own =
      "**7.16** Three events:\n\n- *Deep Throat* (30): a picture\n  returns.\n- *The tape* (32): a token";
    const sections = [
      { number: "5.4", heading: "", markdown: "**5.4** As with *Deep Throat*." },
      { number: "7.16", heading: "", markdown: own },
    ];
    expect(rulesOfSubject({ kind: "card", card: 30 }, sections, "Deep Throat")).toEqual(["7.16", "5.4"]);
    const [told, ...others] = blocksOfCard(blocksOf(own), 30);
    expect(others).toEqual([]);
    expect(
      told?.kind === "list" && told.items.map(({ runs }) => runs.map(({ text }) => text).join("")),
    ).toEqual(["Deep Throat (30): a picture returns."]);
    const alone = blocksOf("**7.20** *Gambit* (20) is removed.");
    expect(blocksOfCard(alone, 20)).toEqual(alone);
  });
});

describe("the people of a text", () => {
  const people = [
    { key: "john_mitchell", name: "John N. Mitchell" },
    { key: "martha_mitchell", name: "Martha Mitchell" },
    { key: "dean", name: "John W. Dean III" },
    { key: "haldeman", name: "H. R. (Bob) Haldeman" },
  ];
  const named = (text: string) => namedIn(text, people).filter((piece) => piece.person !== null);

  test("are found where they are first named", () => {
    expect(namedIn("Martha Mitchell rang John Dean. John Dean rang off.", people)).toEqual([
      { text: "Martha Mitchell", person: "martha_mitchell" },
      { text: " rang ", person: null },
      { text: "John Dean", person: "dean" },
      { text: ". John Dean rang off.", person: null },
    ]);
  });

  test("are known by their nicknames and without initials, but not by surnames, which two may share", () => {
    expect(named("Bob Haldeman, John Mitchell")).toEqual([
      { text: "Bob Haldeman", person: "haldeman" },
      { text: "John Mitchell", person: "john_mitchell" },
    ]);
    expect(named("H. R. (Bob) Haldeman")).toHaveLength(1);
    expect(named("Haldeman and Mitchell")).toEqual([]);
  });

  test("leave a text without them as it is", () => {
    expect(namedIn("Nobody rang.", people)).toEqual([{ text: "Nobody rang.", person: null }]);
    expect(namedIn("", people)).toEqual([]);
  });
});
