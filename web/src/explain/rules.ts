/** Which rules speak of a thing, or stand behind a line of the log; by their numbers in the rules page. Pure. */
import type { RuleSection } from "../generated/api";
import type { Entry } from "../generated/view";
import type { Block } from "../learn/markdown";
import { rulesOf } from "../log/entries";
import type { Subject } from "../state/table.svelte";

const OF_WAYS: Readonly<Record<string, readonly string[]>> = {
  momentum: ["1.2"],
  supply: ["1.3"],
  connection: ["1.4"],
};

export function rulesOfEntry(entry: Pick<Entry, "key" | "params">): readonly string[] {
  if (entry.key === "won") return OF_WAYS[entry.params.way ?? ""] ?? [];
  return rulesOf(entry);
}

/** The rules to a thing on the table; for a card, those that name it. */
export function rulesOfSubject(
  subject: Subject,
  sections: readonly RuleSection[],
  cardName: string,
): string[] {
  switch (subject.kind) {
    case "card":
      return naming(sections, cardName, subject.card);
    case "rule":
      return [...subject.rules];
    case "marker":
      return subject.marker === "initiative" ? ["5.1", "6.2"] : ["5.2", "5.3", "6.3"];
    case "momentum":
      return subject.side === "editor" ? ["5.4", "5.5"] : ["1.2"];
    case "space":
      return ["5.6", "1.4"];
    case "picture":
      return ["1.4", "7.1"];
    case "token":
      return ["4.5", "4.9", "5.6", "5.7"];
    case "color":
      return ["4.5", "5.6"];
    case "place":
      return ["2.1", "4.9"];
    case "bag":
      return ["3.2", "6.1"];
    case "pile":
      return ["4.4", "9.2"];
    default:
      return [];
  }
}

/** The numbered rules in which a card is named: first its own, where its number stands behind the name. */
function naming(sections: readonly RuleSection[], name: string, card: number): string[] {
  const plain = bare(name);
  const own = `${plain} (${card})`;
  const named = sections
    .filter(({ number }) => number)
    .map(({ number, markdown }) => ({ number, text: bare(markdown) }))
    .filter(({ text }) => text.includes(plain));
  const [first, rest] = [true, false].map((isOwn) =>
    named.filter(({ text }) => text.includes(own) === isOwn),
  );
  return [...(first ?? []), ...(rest ?? [])].slice(0, 3).map(({ number }) => number);
}

/** A rule as it is told of one card: where several cards have a line each, its own line alone. */
export function blocksOfCard(blocks: readonly Block[], card: number): readonly Block[] {
  const items = blocks.flatMap((block) => (block.kind === "list" ? block.items : []));
  const own = items.filter(({ runs }) => runs.some(({ text }) => text.startsWith(` (${card})`)));
  return own.length > 0 ? [{ kind: "list", items: own }] : blocks;
}

/** Without marks, quotes and line breaks, which differ between a heading and running text. */
const bare = (text: string) =>
  text
    .replace(/[*_"'“”„’‘]/g, "")
    .replace(/\s+/g, " ")
    .toLowerCase();
