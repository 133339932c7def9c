/** The keys of the table: which wish a key stands for. What a wish does, the table knows. */

export type KeyWish =
  | { readonly kind: "number"; readonly number: number }
  | { readonly kind: "typed" | "escape" | "hint" | "back" | "log" | "menu" | "confirm" };

interface Pressed {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

const LETTERS: Readonly<Record<string, "typed" | "escape" | "hint" | "back" | "log" | "menu">> = {
  "/": "typed",
  escape: "escape",
  h: "hint",
  u: "back",
  l: "log",
  m: "menu",
};

/** Null for keys that are not the table's; `isWriting` while letters go into a field. */
export function wishOf({ key, ctrlKey, metaKey, altKey }: Pressed, isWriting: boolean): KeyWish | null {
  if (ctrlKey || metaKey || altKey || isWriting) return null;
  if (/^[0-9]$/.test(key)) return { kind: "number", number: key === "0" ? 10 : Number(key) };
  const kind = LETTERS[key.toLowerCase()];
  return kind ? { kind } : null;
}
