/** Where the focus goes on, for whoever plays by keys: what they pressed last is often gone afterwards. */

/** Whether keys were used last; whoever points needs no focus, and would only see its frame. */
let isByKeys = false;
addEventListener("keydown", () => (isByKeys = true), true);
addEventListener("pointerdown", () => (isByKeys = false), true);

/** What was focused is not there any more, and nothing else was chosen since. */
const isLost = (): boolean =>
  (document.activeElement === null || document.activeElement === document.body) &&
  document.querySelector("dialog[open]") === null;

/** On to the first card of the hand that can be played, else to the prompt. */
export function focusDecision(table: HTMLElement): void {
  const next =
    table.querySelector<HTMLElement>("section.hand button[aria-pressed]") ??
    table.querySelector<HTMLElement>("section.prompt");
  next?.focus({ preventScroll: true });
}

/** Something new is to be decided, and the focus was on what is gone. */
export function focusNext(table: HTMLElement): void {
  if (isByKeys && isLost()) focusDecision(table);
}

/** A card was picked by key: on to its first use. */
export function focusUses(table: HTMLElement): void {
  if (!isByKeys || (!isLost() && document.activeElement?.matches(".hand :focus-visible") !== true)) return;
  table.querySelector<HTMLElement>('.uses .part:not([aria-disabled="true"])')?.focus();
}
