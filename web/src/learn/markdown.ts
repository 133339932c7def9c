/** The Markdown that the rules are written in, as data: paragraphs, lists, tables; bold, italics, code. Pure. */

export type Style = "plain" | "bold" | "italic" | "code" | "rule";

export interface Run {
  readonly text: string;
  /** `rule`: the number of a rule, which leads there. */
  readonly style: Style;
}

export type Runs = readonly Run[];

export type Block =
  | { readonly kind: "paragraph"; readonly runs: Runs }
  | { readonly kind: "list"; readonly items: readonly Item[] }
  | { readonly kind: "table"; readonly head: readonly Runs[]; readonly rows: readonly (readonly Runs[])[] };

export interface Item {
  readonly runs: Runs;
  readonly inner: readonly Runs[];
}

const OWN_NUMBER = /^(?:- )?\*\*(?:\d+\.\d+|R\d+)\*\* /;
const LIST = /^( *)- /;

/** A section without its own number, which stands beside it. `known` says which numbers are rules. */
export function blocksOf(markdown: string, known: (number: string) => boolean = () => false): Block[] {
  const runs = (text: string) => runsOf(text, known);
  return markdown
    .replace(OWN_NUMBER, "")
    .split(/\n\s*\n/)
    .flatMap((part): Block[] => {
      const lines = part.split("\n").filter((line) => line.trim() !== "");
      const [first] = lines;
      if (first === undefined) return [];
      if (first.startsWith("|")) return [tableOf(lines, runs)];
      if (LIST.test(first)) return [{ kind: "list", items: itemsOf(lines, runs) }];
      return [{ kind: "paragraph", runs: runs(joined(lines)) }];
    });
}

const joined = (lines: readonly string[]) => lines.map((line) => line.trim()).join(" ");

function tableOf(lines: readonly string[], runs: (text: string) => Runs): Block {
  const [head = [], , ...rows] = lines.map((line) =>
    line
      .trim()
      .replace(/^\||\|$/g, "")
      .split("|")
      .map((cell) => runs(cell.trim())),
  );
  return { kind: "table", head, rows };
}

function itemsOf(lines: readonly string[], runs: (text: string) => Runs): Item[] {
  const items: { text: string; inner: string[] }[] = [];
  for (const line of lines) {
    const depth = LIST.exec(line)?.[1]?.length;
    const text = line.replace(LIST, "").trim();
    const last = items.at(-1);
    if (depth === 0 || !last) items.push({ text, inner: [] });
    else if (depth !== undefined) last.inner.push(text);
    else if (last.inner.length > 0) last.inner.push(`${last.inner.pop()} ${text}`);
    else last.text += ` ${text}`;
  }
  return items.map(({ text, inner }) => ({ runs: runs(text), inner: inner.map(runs) }));
}

const STYLED = /(\*\*[^*]+\*\*|\*[^*]+\*|`[^`]+`)/;
const NUMBER = /(?<![\d.])((?:\d{1,2}\.\d{1,2}|R\d))(?![\d])/;

export function runsOf(text: string, known: (number: string) => boolean = () => false): Run[] {
  return text
    .replace(/\[([^\]]+)\]\([^)]*\)/g, "$1")
    .split(STYLED)
    .filter((part) => part !== "")
    .flatMap((part): Run[] => {
      if (part.length > 4 && part.startsWith("**")) return [{ text: part.slice(2, -2), style: "bold" }];
      if (part.length > 2 && part.startsWith("*")) return [{ text: part.slice(1, -1), style: "italic" }];
      if (part.length > 2 && part.startsWith("`")) return [{ text: part.slice(1, -1), style: "code" }];
      return part
        .split(NUMBER)
        .filter((piece) => piece !== "")
        .map((piece) => ({ text: piece, style: known(piece) ? "rule" : "plain" }));
    });
}

/** The words alone, as they are searched. */
export function textOf(markdown: string): string {
  return markdown.replace(OWN_NUMBER, "").replace(/[*`|]|^-{3,}$|^- /gm, " ");
}
