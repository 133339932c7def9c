/** A message in parts, so that every thing it speaks of can be touched and explained. Pure. */
import type { Message, Params } from "../generated/view";
import { sentence, type Wording } from "../i18n/wording";
import type { Subject } from "../state/table.svelte";

export interface Part {
  readonly text: string;
  /** What the words stand for; null for those between. */
  readonly subject: Subject | null;
}

// Marks from the private-use area of Unicode around each word, to find it again in the finished sentence.
const [OPEN, CLOSE] = ["\uE000", "\uE001"];
const MARKED = new RegExp(`(${OPEN}[0-9]+${CLOSE}[^${OPEN}]*${OPEN}${CLOSE})`, "u");
const INSIDE = new RegExp(`^${OPEN}([0-9]+)${CLOSE}([^${OPEN}]*)${OPEN}${CLOSE}$`, "u");

/** The same sentence as `words.say`, cut at the things in it. */
export function partsOf(message: Message, words: Wording): Part[] {
  const subjects: Subject[] = [];
  const marked = (name: string, value: unknown): string | number => {
    const word = words.word(name, value);
    const subject = subjectOf(name, value, words);
    if (!subject) return word;
    subjects.push(subject);
    return `${OPEN}${subjects.length - 1}${CLOSE}${word}${OPEN}${CLOSE}`;
  };
  const values = Object.fromEntries(
    Object.entries(message.params).map(([name, value]) => [
      name,
      Array.isArray(value) && value.length > 0
        ? value.map((one: unknown) => marked(name.replace(/s$/, ""), one)).join(words.phrase("join.list"))
        : marked(name, value),
    ]),
  );
  const parts = words
    .phrase(message.key, values)
    .replaceAll("?.", "?")
    .split(MARKED)
    .filter((text) => text !== "")
    .map((text): Part => {
      const [, number, word] = INSIDE.exec(text) ?? [];
      return number === undefined
        ? { text, subject: null }
        : { text: word ?? "", subject: subjects[Number(number)] ?? null };
    });
  return parts
    .map(({ text, subject }, n): Part => {
      const before = parts[n - 1]?.text ?? "";
      // One mark is enough after a name that brings its own.
      const isDouble = before.endsWith("?") ? text.startsWith(".") : before.endsWith("!") && text === ".";
      const rest = isDouble ? text.slice(1) : text;
      return { text: n === 0 ? sentence(rest) : rest, subject };
    })
    .filter((part) => part.text !== "");
}

/** The thing that a parameter of a message names. */
export function subjectOf(name: string, value: unknown, words: Wording): Subject | null {
  if (typeof value === "number") {
    if (name === "card" || name === "other_card") return { kind: "card", card: value };
    return name === "ability" ? { kind: "momentum", side: "editor" } : null;
  }
  if (typeof value !== "string") return null;
  switch (name as keyof Params) {
    case "token":
      return { kind: "token", token: value };
    case "marker":
      return value === "initiative" || value === "momentum" ? { kind: "marker", marker: value } : null;
    case "picture":
      return { kind: "picture", picture: value };
    case "space":
      return words.edition.spaces.some((one) => one.name === value) ? { kind: "space", space: value } : null;
    case "color":
      return { kind: "color", color: value };
    case "start":
    case "end":
    case "at":
      return { kind: "place", place: value };
    case "side":
      return value === "editor" || value === "nixon" ? { kind: "side", side: value } : null;
    default:
      return null;
  }
}
