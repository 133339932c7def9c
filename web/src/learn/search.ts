/** Finding words in texts, whatever their capitals and accents. Pure. */

/** A text as it is searched for: without capitals and accents, letter for letter as long as before. */
export function folded(text: string): string {
  return [...text].map((letter) => plain(letter)).join("");
}

function plain(letter: string): string {
  const stripped = letter.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  return stripped.length === letter.length ? stripped : letter;
}

/** The words that are looked for; all have to be there. */
export function wordsOf(query: string): string[] {
  return folded(query).split(/\s+/).filter(Boolean);
}

export function matches(text: string, words: readonly string[]): boolean {
  const inside = folded(text);
  return words.every((word) => inside.includes(word));
}

export interface Piece {
  readonly text: string;
  readonly isFound: boolean;
}

/** A text cut at the words looked for, so that they can be marked. */
export function marked(text: string, words: readonly string[]): Piece[] {
  const wanted = words.filter((word) => word.length > 1);
  if (wanted.length === 0) return [{ text, isFound: false }];
  const inside = folded(text);
  const found = new Array<boolean>(text.length).fill(false);
  for (const word of wanted) {
    for (let at = inside.indexOf(word); at >= 0; at = inside.indexOf(word, at + 1)) {
      found.fill(true, at, at + word.length);
    }
  }
  const pieces: Piece[] = [];
  let start = 0;
  for (let at = 1; at <= text.length; at += 1) {
    if (at === text.length || found[at] !== found[start]) {
      pieces.push({ text: text.slice(start, at), isFound: found[start] ?? false });
      start = at;
    }
  }
  return pieces;
}
