/** The sections of the rules page put into chapters. Pure. */
import type { RuleSection } from "../generated/api";
import { textOf } from "./markdown";
import { matches, wordsOf } from "./search";

export interface Part {
  readonly heading: string;
  readonly sections: readonly RuleSection[];
}

export interface Chapter {
  /** `4`; `0` for what stands before the first, `R` for the rulings. */
  readonly number: string;
  readonly title: string;
  /** The first is the chapter's own, the others have headings. */
  readonly parts: readonly Part[];
}

const OPENING = "0";
const RULINGS = "R";

export function chaptersOf(sections: readonly RuleSection[]): Chapter[] {
  const parts: { heading: string; sections: RuleSection[] }[] = [];
  for (const section of sections) {
    const last = parts.at(-1);
    if (last?.heading === section.heading) last.sections.push(section);
    else parts.push({ heading: section.heading, sections: [section] });
  }
  const numbers = parts.map((part) => chapterOf(part));
  const chapters: { number: string; title: string; parts: Part[] }[] = [];
  parts.forEach((part, n) => {
    const before = chapters.at(-1)?.number ?? OPENING;
    const number = numbers[n] ?? (numbers[n + 1] === RULINGS ? RULINGS : before);
    const last = chapters.at(-1);
    if (last?.number === number) last.parts.push(part);
    else chapters.push({ number, title: part.heading.replace(/^\d+\. /, ""), parts: [part] });
  });
  return chapters;
}

/** By its heading or by the rules in it; those with neither go with their neighbours. */
function chapterOf({ heading, sections }: Part): string | null {
  const headed = /^(\d+)\. /.exec(heading)?.[1];
  if (headed) return headed;
  const [number] = sections.map((section) => section.number).filter(Boolean);
  return number === undefined ? null : number.startsWith(RULINGS) ? RULINGS : (number.split(".")[0] ?? null);
}

/** The sections in which all words of a query occur; a number finds its rule, or its chapter's. */
export function found(sections: readonly RuleSection[], query: string): RuleSection[] {
  const wanted = query.trim().replace(/\.$/, "").toUpperCase();
  const numbered = sections.filter(({ number }) => number === wanted || number.startsWith(`${wanted}.`));
  if (numbered.length > 0 && wanted !== "") return numbered;
  const words = wordsOf(query);
  if (words.length === 0) return [];
  return sections.filter((section) => matches(`${section.heading} ${textOf(section.markdown)}`, words));
}
