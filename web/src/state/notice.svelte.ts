/** Tells somebody who looks elsewhere that it is their turn: the title, and a notification where that was wished for. */
import type { GameSummary } from "../generated/api";
import { t } from "../i18n/speech.svelte";
import { get } from "../net/http";
import { live } from "../net/live.svelte";
import { addressOf } from "../router/routes";
import { settings } from "./settings.svelte";
import { Turns } from "./turns.svelte";

const TITLE = "Watergate";
const WORKER = "/notices.js";

/**
 * Whether notifications can be had here at all: browsers have none without a secure connection. They are shown by a
 * service worker, since those of phones know no other way.
 */
export const canNotify = (): boolean =>
  "Notification" in globalThis && isSecureContext && "serviceWorker" in navigator;

/** Whether they are wished for and allowed: who allowed them may have thought better of it since. */
export const isNotified = (): boolean =>
  settings.notify && canNotify() && Notification.permission === "granted";

/** Ask the browser; only ever after a person pressed a button for it. */
export async function wishNotices(): Promise<"granted" | "denied" | "default"> {
  if (!canNotify()) return "denied";
  const answer = await Notification.requestPermission();
  settings.notify = answer === "granted";
  return answer;
}

/** Where a browser refuses, as in some private windows, the title has to do. */
async function notify(game: string): Promise<void> {
  if (!document.hidden || !isNotified()) return;
  try {
    await navigator.serviceWorker.register(WORKER);
    const registration = await navigator.serviceWorker.ready;
    await registration.showNotification(TITLE, {
      body: t("page.notify_body"),
      tag: game,
      icon: "/icon-192.png",
      data: addressOf({ name: "table", game }),
    });
  } catch {
    return;
  }
}

async function takeAway(game: string): Promise<void> {
  if (!canNotify()) return;
  const registration = await navigator.serviceWorker.getRegistration().catch(() => undefined);
  for (const one of (await registration?.getNotifications({ tag: game })) ?? []) one.close();
}

export const openGames = (): Promise<GameSummary[]> => get("/api/me/games?state=open&limit=100");

export const turns = new Turns(openGames, (game) => void notify(game));
live.listen((message) => {
  if ("type" in message && message.type === "games") void turns.heard(message);
});

/** A title, behind the number of games that wait. */
export const badged = (title: string): string =>
  turns.waiting.size === 0 ? title : `(${turns.waiting.size}) ${title}`;

/** How it stands with the game on the table, until the function that is returned is called. */
export function announce(isMyTurn: boolean, game: string): () => void {
  void turns.heard({ game, your_turn: false });
  document.title = isMyTurn ? `● ${t("page.your_turn_title")} – ${TITLE}` : badged(TITLE);
  if (isMyTurn) void notify(game);
  return () => {
    document.title = TITLE;
    void takeAway(game);
  };
}
