/** A game as far as it was told, and how each message carries it on. Pure: what is drawn follows from here. */
import type {
  ChatLine,
  DecisionNow,
  Happened,
  Options,
  Said,
  Status,
  StatusChanged,
  Table,
  Update,
} from "../generated/messages";
import type { Move, View, Viewer } from "../generated/view";
import { isTold } from "../log/entries";
import { fold, type Ordered } from "../motion/fold";
import { digestOf } from "./digest";

export interface Told {
  readonly game: string;
  /** That of the last act. */
  readonly number: number;
  readonly you: Viewer;
  readonly options: Options;
  readonly status: Status;
  /** With the whole log. */
  readonly view: View;
  readonly chat: readonly ChatLine[];
  /** When the status was heard, for the clocks. */
  readonly at: number;
}

export type Telling = Table | Update | Happened | StatusChanged | Said;

/** Something was missed: only asking again helps. */
export const MISSED = "missed";

export function toldMore(
  told: Told | null,
  message: Exclude<Telling, Happened>,
  now: number,
): Told | typeof MISSED {
  if (message.type === "table") {
    const { type: _, ...rest } = message;
    return { ...rest, at: now };
  }
  if (!told) return MISSED;
  switch (message.type) {
    case "update":
      return updated(told, message, now);
    case "status":
      if (message.number > told.number) return MISSED;
      return message.number < told.number ? told : { ...told, status: message.status, at: now };
    case "chat":
      if (told.chat.some((line) => line.number === message.line.number)) return told;
      return { ...told, chat: [...told.chat, message.line] };
  }
}

/** An act that was told by its events, as the update it amounts to; where they lead astray, something was missed. */
export function updateOf(
  told: Told | null,
  message: Happened,
  edition: Ordered | null,
): Update | typeof MISSED {
  if (!told || !edition || message.number > told.number + 1) return MISSED;
  const { key: _, ply, decision, status, digest, ...rest } = message;
  const after = message.events.reduce((now, entry) => fold(now, entry, edition), told.view);
  const view: View = { ...after, ply, log: [], decision: decision && decisionOf(decision) };
  if (message.number === told.number + 1 && digestOf(view) !== digest) return MISSED;
  return { ...rest, type: "update", view, status: { ...told.status, ...status } };
}

const decisionOf = ({ moves, kind, ...rest }: DecisionNow): View["decision"] => ({
  ...rest,
  kind: kind as NonNullable<View["decision"]>["kind"],
  moves: moves?.map(moveOf) ?? null,
});

/** A move by its text: its words in the order of its fields, without those that it does not have. */
export function moveOf(text: string): Move {
  const [verb, ...words] = text.split(" ") as [Move["verb"], ...string[]];
  const card = /^\d+$/.test(words[0] ?? "") ? Number(words.shift()) : null;
  const part = card === null ? null : ((words.shift() as Move["part"] | undefined) ?? null);
  const [target, token, at] = wordsOf(verb, words[0] ?? null);
  return { verb, card, part, target, token, at, text };
}

function wordsOf(verb: Move["verb"], word: string | null): [string | null, string | null, string | null] {
  const [token, at] = word?.split("@") ?? [];
  if (token !== undefined && at !== undefined) return [null, token, at];
  return verb === "draw" || verb === "reveal" ? [null, word, null] : [word, null, null];
}

function updated(told: Told, { number, events, view, status }: Update, now: number): Told | typeof MISSED {
  if (number <= told.number) return told; // told twice
  if (number > told.number + 1) return MISSED;
  // Whatever was told of later plies has been taken back.
  const before = Math.min(view.ply + 1, events[0]?.ply ?? Number.POSITIVE_INFINITY);
  const kept = told.view.log.filter((entry) => entry.ply < before);
  return { ...told, number, status, view: { ...view, log: [...kept, ...events.filter(isTold)] }, at: now };
}

/** Whether both seats are one person's: the screen is handed over. */
export const isHotSeat = (status: Pick<Status, "seats">): boolean =>
  status.seats.every((seat) => seat.is_you);

/** Whether nobody but computers plays. */
export const isWatched = (status: Pick<Status, "seats">): boolean =>
  status.seats.every((seat) => seat.kind === "computer");
