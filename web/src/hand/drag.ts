/**
 * Dragging: a card of the hand onto the track plays its value, onto the board its action; a token to be pinned is
 * dropped on its space. Only a mouse or pen drags, as a finger scrolls; what is meant is found under the pointer.
 */
import type { Attachment } from "svelte/attachments";

export type DropZone =
  | { readonly kind: "track" | "board" }
  | { readonly kind: "space"; readonly space: string };

interface Wishes {
  /** Whether it can be dragged now. */
  readonly may: () => boolean;
  readonly begun?: () => void;
  readonly dropped: (zone: DropZone) => void;
}

/** So many pixels make a drag of a click. */
const FAR = 10;

export function draggable({ may, begun, dropped }: Wishes): Attachment<HTMLElement> {
  return (element) => {
    let from: { x: number; y: number; pointer: number } | null = null;
    let isDragging = false;

    const down = (event: PointerEvent) => {
      if (event.pointerType === "touch" || event.button !== 0 || !may()) return;
      from = { x: event.clientX, y: event.clientY, pointer: event.pointerId };
    };
    const move = (event: PointerEvent) => {
      if (from?.pointer !== event.pointerId) return;
      const [dx, dy] = [event.clientX - from.x, event.clientY - from.y];
      if (!isDragging && Math.hypot(dx, dy) < FAR) return;
      if (!isDragging) {
        isDragging = true;
        element.setPointerCapture(event.pointerId);
        element.dataset["dragged"] = "";
        begun?.();
      }
      element.style.translate = `${dx}px ${dy}px`;
    };
    const end = (event: PointerEvent) => {
      if (from?.pointer !== event.pointerId) return;
      from = null;
      if (!isDragging) return;
      isDragging = false;
      element.style.translate = "";
      delete element.dataset["dragged"];
      // The click that ends a drag means nothing by itself.
      addEventListener("click", (click) => click.stopPropagation(), { capture: true, once: true });
      setTimeout(() => element.blur());
      const zone = event.type === "pointerup" ? zoneAt(event.clientX, event.clientY, element) : null;
      if (zone) dropped(zone);
    };

    element.addEventListener("pointerdown", down);
    element.addEventListener("pointermove", move);
    element.addEventListener("pointerup", end);
    element.addEventListener("pointercancel", end);
    return () => {
      element.removeEventListener("pointerdown", down);
      element.removeEventListener("pointermove", move);
      element.removeEventListener("pointerup", end);
      element.removeEventListener("pointercancel", end);
    };
  };
}

function zoneAt(x: number, y: number, dragged: Element): DropZone | null {
  for (const found of document.elementsFromPoint(x, y)) {
    if (dragged.contains(found)) continue;
    const space = found.closest<HTMLElement>("[data-node]")?.dataset["node"];
    if (space) return { kind: "space", space };
    if (found.closest(".track")) return { kind: "track" };
    if (found.closest(".frame")) return { kind: "board" };
  }
  return null;
}
