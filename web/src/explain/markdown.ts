/** The little Markdown that single rules are written in: paragraphs, lists, bold, italics. Pure. */

export interface Run {
  readonly text: string;
  readonly style: "plain" | "bold" | "italic";
}

export interface Block {
  readonly kind: "paragraph" | "item";
  readonly runs: readonly Run[];
}

/** A rule without its number, which stands beside it. */
export function blocksOf(markdown: string): Block[] {
  const blocks: Block[] = [];
  const text = markdown.replace(/^\*\*[A-Z]?[\d.]+\*\*\s*/, "");
  for (const piece of text.split(/\n\s*\n|\n(?=\s*[-*] )/)) {
    const line = piece.replace(/\s+/g, " ").trim();
    if (line === "" || line.startsWith("|") || line.startsWith("![")) continue;
    const isItem = /^[-*] /.test(line);
    blocks.push({ kind: isItem ? "item" : "paragraph", runs: runsOf(isItem ? line.slice(2) : line) });
  }
  return blocks;
}

function runsOf(line: string): Run[] {
  const unlinked = line.replace(/\[([^\]]+)\]\([^)]*\)/g, "$1").replace(/<[^>]*>/g, "");
  return unlinked
    .split(/(\*\*[^*]+\*\*|\*[^*]+\*)/)
    .filter((text) => text !== "")
    .map((text): Run => {
      if (text.startsWith("**") && text.length > 4) return { text: text.slice(2, -2), style: "bold" };
      if (text.startsWith("*") && text.length > 2) return { text: text.slice(1, -1), style: "italic" };
      return { text, style: "plain" };
    });
}
