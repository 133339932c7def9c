import { describe, expect, test } from "vitest";
import en from "../src/generated/words.en";
import hu from "../src/generated/words.hu";
import { filled, parameters, parsed } from "../src/i18n/icu";
import { sentence, Wording } from "../src/i18n/wording";
import { promptParts } from "../src/prompt/parts";
import { nameAt, personName } from "../src/state/sitting";
import { editions, fixtures, plurals } from "./fixtures";

const speakers = { en: new Wording("en", en, editions.en), hu: new Wording("hu", hu, editions.hu) };

describe("texts", () => {
  test("parameters and plurals are filled in", () => {
    const pattern = parsed("{side}: {number, plural, one {# step} other {# steps, {side}}}");
    expect(filled(pattern, { side: "A", number: 1 }, "en")).toBe("A: 1 step");
    expect(filled(pattern, { side: "A", number: 2 }, "en")).toBe("A: 2 steps, A");
    expect([...parameters(pattern)]).toEqual([
      ["side", false],
      ["number", true],
    ]);
  });

  test.each(Object.entries(plurals.texts))(
    "in %s numbers take the forms that the program takes",
    (language, said) => {
      const pattern = parsed(plurals.pattern);
      expect(plurals.numbers.map((number) => filled(pattern, { number }, language))).toEqual(said);
    },
  );

  test.each(["{", "}", "{a, plural, one {x}}", "{A}"])("%s is no text", (text) => {
    expect(() => parsed(text)).toThrow();
  });

  test("a missing value is a mistake, not an empty place", () => {
    expect(() => filled(parsed("{a}"), {}, "en")).toThrow("a");
  });

  test("sentences begin with a capital and end with one mark", () => {
    expect(sentence("who?.")).toBe("Who?");
    expect(sentence("élet.")).toBe("Élet.");
  });
});

describe.each(["en", "hu"] as const)("in %s the page says what the program says", (language) => {
  const words = speakers[language];

  test.each(fixtures)("of $name", ({ view, texts }) => {
    const said = view.log.map((entry) => words.say({ key: `log.${entry.key}`, params: entry.params }));
    expect(said).toEqual(texts[language].log);
    expect(view.decision ? words.say(view.decision.prompt) : null).toBe(texts[language].prompt);
    expect((view.decision?.moves ?? []).map((move) => words.move(move))).toEqual(texts[language].moves);
  });

  test("a prompt is parted into who and what", () => {
    for (const { view } of fixtures) {
      if (!view.decision?.moves) continue;
      const { side, text } = promptParts(view.decision.prompt, words);
      expect(text.startsWith(`${side}:`)).toBe(false);
      expect(text).not.toBe("");
    }
  });
});

describe("names of people", () => {
  test("who has not chosen one is a guest in the language of the page", () => {
    expect(personName("Guest", speakers.hu)).toBe("Vendég");
    expect(personName("Guest", speakers.en)).toBe("Guest");
    expect(personName("Ann", speakers.hu)).toBe("Ann");
  });

  test("two guests are told apart by their sides", () => {
    expect(nameAt("Guest", "editor", speakers.en)).toBe("Guest (Editor)");
    expect(nameAt("Guest", "nixon", speakers.en)).toBe("Guest (Nixon)");
    expect(nameAt("Ann", "nixon", speakers.en)).toBe("Ann");
  });
});
