/** A game as far as it was told, and how each message carries it on. Pure: what is drawn follows from here. */
import type { ChatLine, Options, Said, Status, StatusChanged, Table, Update } from "../generated/messages";
import type { View, Viewer } from "../generated/view";
import { isTold } from "../log/entries";

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

export type Telling = Table | Update | StatusChanged | Said;

/** Something was missed: only asking again helps. */
export const MISSED = "missed";

export function toldMore(told: Told | null, message: Telling, now: number): Told | typeof MISSED {
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
