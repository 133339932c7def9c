/** Which rules speak of a thing, or stand behind a line of the log; by their numbers in the rules page. Pure. */
import type { RuleSection } from "../generated/api";
import type { Entry } from "../generated/view";
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
      return naming(sections, cardName);
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

/** The numbered rules in which a card is named, where it is told from all others: in italics. */
function naming(sections: readonly RuleSection[], name: string): string[] {
  const plain = bare(name);
  const named = sections.filter((section) => section.number && bare(section.markdown).includes(plain));
  return named.slice(0, 3).map((section) => section.number);
}

/** Without marks, quotes and line breaks, which differ between a heading and running text. */
const bare = (text: string) =>
  text
    .replace(/[*_"'“”„’‘]/g, "")
    .replace(/\s+/g, " ")
    .toLowerCase();
