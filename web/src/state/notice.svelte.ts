/** Tells somebody who looks elsewhere that it is their turn: the title, and a notification where that was wished for. */
import { t } from "../i18n/speech.svelte";
import { settings } from "./settings.svelte";

const TITLE = "Watergate";

let told: Notification | null = null;

/** Whether notifications can be had here at all: browsers have none without a secure connection. */
export const canNotify = (): boolean => "Notification" in globalThis && isSecureContext;

/** Ask the browser; only ever after a person pressed a button for it. */
export async function wishNotices(): Promise<"granted" | "denied" | "default"> {
  if (!canNotify()) return "denied";
  const answer = await Notification.requestPermission();
  settings.notify = answer === "granted";
  return answer;
}

/** Null where a browser has notifications but not for pages, as on some phones: the title has to do. */
function notification(game: string): Notification | null {
  try {
    const made = new Notification(TITLE, { body: t("page.notify_body"), tag: game, icon: "/icon-192.png" });
    made.onclick = () => {
      window.focus();
      made.close();
    };
    return made;
  } catch {
    return null;
  }
}

export function announce(isMyTurn: boolean, game: string): () => void {
  document.title = isMyTurn ? `● ${t("page.your_turn_title")} – ${TITLE}` : TITLE;
  if (
    isMyTurn &&
    document.hidden &&
    settings.notify &&
    canNotify() &&
    Notification.permission === "granted"
  ) {
    told = notification(game);
  }
  return () => {
    document.title = TITLE;
    told?.close();
    told = null;
  };
}
