/** What the keys of a replay mean, where they do not belong to something else on the page. Pure. */
import type { Unit } from "./tape.svelte";

export type Command =
  | { readonly kind: "toggle" }
  | { readonly kind: "end"; readonly direction: 1 | -1 }
  | { readonly kind: "move"; readonly unit: Unit; readonly direction: 1 | -1 }
  | { readonly kind: "mistake"; readonly direction: 1 | -1 }
  | { readonly kind: "only" };

export type KeyPress = Pick<
  KeyboardEvent,
  "key" | "shiftKey" | "ctrlKey" | "metaKey" | "altKey" | "defaultPrevented"
>;

/** Without `hasLetters` only keys that write nothing are used. */
export function commandFor(
  { key, shiftKey, ctrlKey, metaKey, altKey, defaultPrevented }: KeyPress,
  hasLetters = true,
): Command | null {
  if (defaultPrevented || ctrlKey || metaKey || altKey) return null;
  const unit: Unit = shiftKey ? "turn" : "step";
  switch (hasLetters ? key.toLowerCase() : "") {
    case "n":
      return { kind: "mistake", direction: 1 };
    case "p":
      return { kind: "mistake", direction: -1 };
    case "m":
      return { kind: "only" };
  }
  switch (key) {
    case " ":
      return { kind: "toggle" };
    case "ArrowRight":
      return { kind: "move", unit, direction: 1 };
    case "ArrowLeft":
      return { kind: "move", unit, direction: -1 };
    case "PageDown":
      return { kind: "move", unit: "round", direction: 1 };
    case "PageUp":
      return { kind: "move", unit: "round", direction: -1 };
    case "Home":
      return { kind: "end", direction: -1 };
    case "End":
      return { kind: "end", direction: 1 };
    default:
      return null;
  }
}

/** The same for a press somewhere on the page: keys that a control of its own needs stay with it. */
export function commandOf(event: KeyboardEvent, hasLetters: boolean): Command | null {
  const command = commandFor(event, hasLetters);
  if (!command || !(event.target instanceof Element)) return command;
  const control = event.target.closest(
    "button, a, select, textarea, input, summary, [role=button], [role=group][tabindex]",
  );
  if (!control) return command;
  if (control instanceof HTMLInputElement) return control.type === "range" ? command : null;
  const isButton = control.matches("button, a, summary, [role=button]");
  return isButton && command.kind !== "toggle" ? command : null;
}
