/**
 * What the browser keeps for the page: for good (`local`) or while the tab is open (`session`). A browser may forbid
 * storage, and somebody may have written something else there: then nothing is found, and nothing is kept.
 */
export type Where = "local" | "session";

const storage = (where: Where): Storage => (where === "local" ? localStorage : sessionStorage);

/** The text that was kept at a place, or null. */
export function kept(place: string, where: Where = "local"): string | null {
  try {
    return storage(where).getItem(place);
  } catch {
    return null;
  }
}

/** Keep a text; whether that could be done. */
export function keep(place: string, text: string, where: Where = "local"): boolean {
  try {
    storage(where).setItem(place, text);
    return true;
  } catch {
    return false;
  }
}

/** The fields of the object that was kept at a place as JSON; none where there is no such object. */
export function keptFields(place: string): Readonly<Record<string, unknown>> {
  try {
    const found: unknown = JSON.parse(kept(place) ?? "{}");
    return typeof found === "object" && found !== null ? (found as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
