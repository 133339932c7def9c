/** Which rules speak of a thing, or stand behind a line of the log; by their numbers in the rules page. Pure. */
import type { RuleSection } from "../generated/api";
import type { Entry } from "../generated/view";
import type { Subject } from "../state/table.svelte";

/** By the beginning of an entry's key; the first that fits. */
const OF_ENTRIES: readonly (readonly [string, readonly string[]])[] = [
  ["round_begins", ["3.1", "3.2"]],
  ["card_drawn", ["3.1"]],
  ["deck_refilled", ["3.1"]],
  ["evidence_laid_out", ["3.2"]],
  ["card_played_value", ["4.5"]],
  ["card_played_action", ["4.10"]],
  ["card_discarded", ["4.3"]],
  ["card_named", ["7.19"]],
  ["reacted", ["8.5", "8.7"]],
  ["passed", ["8.11"]],
  ["card_cancelled", ["8.7"]],
  ["card_to_", ["4.4"]],
  ["asked", ["4.7"]],
  ["answered_", ["4.7", "9.3"]],
  ["turned_up", ["4.6"]],
  ["marker_moved", ["4.5"]],
  ["evidence_moved", ["4.5", "4.9"]],
  ["initiative_taken", ["5.1"]],
  ["momentum_gained", ["5.2", "5.3"]],
  ["momentum_out", ["5.5"]],
  ["momentum_returned", ["6.3"]],
  ["momentum_placed", ["6.4"]],
  ["initiative_placed", ["6.4"]],
  ["ability", ["5.4"]],
  ["evidence_drawn", ["4.10"]],
  ["evidence_placed", ["4.11"]],
  ["evidence_pinned", ["5.6", "5.7"]],
  ["evidence_taken_off", ["5.4"]],
  ["evidence_flipped", ["5.4"]],
  ["evidence_bagged", ["6.1", "5.8"]],
  ["facedown_bagged", ["6.1"]],
  ["picture_", ["7.1"]],
  ["card_lost", ["7.5"]],
  ["events_silenced", ["7.21"]],
  ["another_turn", ["8.8"]],
  ["round_ended", ["7.10"]],
  ["evaluation_1", ["6.1"]],
  ["evaluation_2", ["6.2"]],
  ["evaluation_3", ["6.3"]],
  ["evaluation_4", ["6.4"]],
  ["evaluation_5", ["6.5"]],
  ["spared", ["7.20"]],
  ["linked", ["1.4"]],
];

const OF_WAYS: Readonly<Record<string, readonly string[]>> = {
  momentum: ["1.2"],
  supply: ["1.3"],
  connection: ["1.4"],
};

export function rulesOfEntry(entry: Pick<Entry, "key" | "params">): readonly string[] {
  if (entry.key === "won") return OF_WAYS[entry.params.way ?? ""] ?? [];
  return OF_ENTRIES.find(([head]) => entry.key.startsWith(head))?.[1] ?? [];
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
