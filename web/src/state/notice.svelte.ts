/** Tells somebody who looks elsewhere that it is their turn: the title, and a notification where that was wished for. */
import { t } from "../i18n/speech.svelte";
import { settings } from "./settings.svelte";

const TITLE = "Watergate";

let told: Notification | null = null;

/** Whether notifications can be had here at all. */
export const canNotify = (): boolean => "Notification" in globalThis;

/** Ask the browser; only ever after a person pressed a button for it. */
export async function wishNotices(): Promise<"granted" | "denied" | "default"> {
  if (!canNotify()) return "denied";
  const answer = await Notification.requestPermission();
  settings.notify = answer === "granted";
  return answer;
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
    told = new Notification(TITLE, { body: t("page.notify_body"), tag: game, icon: "/icon-192.png" });
    told.onclick = () => {
      window.focus();
      told?.close();
    };
  }
  return () => {
    document.title = TITLE;
    told?.close();
    told = null;
  };
}
