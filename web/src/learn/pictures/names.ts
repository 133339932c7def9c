/** Which rule has which picture: by its number, or by where an unnumbered part stands. Pure. */
import type { Chapter } from "../chapters";

export const PICTURES = [
  "connection",
  "halves",
  "start",
  "tokens",
  "web",
  "card",
  "value",
  "asking",
  "reaching",
  "momentum",
  "pinning",
  "symbol",
  "evaluation",
  "informants",
  "reaction",
  "chain",
] as const;
export type PictureName = (typeof PICTURES)[number];

const OF_RULES: Readonly<Record<string, PictureName>> = {
  "1.4": "connection",
  "2.1": "halves",
  "3.2": "start",
  "4.2": "card",
  "4.5": "value",
  "4.7": "asking",
  "4.9": "reaching",
  "5.4": "momentum",
  "5.6": "pinning",
  "5.7": "symbol",
  "7.1": "informants",
  "8.2": "reaction",
  "8.7": "chain",
};

/** Parts without numbers, by chapter and by how many stand before them in it: whatever the language. */
const OF_PARTS: Readonly<Record<string, PictureName>> = {
  "2/1": "tokens",
  "2/2": "web",
  "6/0": "evaluation",
};

export function pictureOf(chapter: Chapter, part: number, number: string): PictureName | null {
  if (number !== "") return OF_RULES[number] ?? null;
  return OF_PARTS[`${chapter.number}/${part}`] ?? null;
}
