/** The keys of the table: which wish a key stands for. What a wish does, the table knows. */

export type KeyWish =
  | { readonly kind: "number"; readonly number: number }
  | { readonly kind: "typed" | "escape" | "hint" | "back" | "log" | "menu" };

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

/** Null for keys that are not the table's; without `hasShortcuts` letters and digits are not. */
export function wishOf({ key, ctrlKey, metaKey, altKey }: Pressed, hasShortcuts: boolean): KeyWish | null {
  if (ctrlKey || metaKey || altKey) return null;
  if (!hasShortcuts && key.length === 1) return null;
  if (/^[0-9]$/.test(key)) return { kind: "number", number: key === "0" ? 10 : Number(key) };
  const kind = LETTERS[key.toLowerCase()];
  return kind ? { kind } : null;
}

/** Whether a key belongs to something else than the table: a field, or what lies open over it. */
export function isTaken({ target }: KeyboardEvent): boolean {
  if (document.querySelector("dialog[open]")) return true;
  return target instanceof Element && target.closest("input, select, textarea, [data-own-keys]") !== null;
}
