/** Who sits where, by names that people read. */
import type { Side } from "../edition/edition";
import type { SeatNow } from "../generated/messages";
import type { Wording } from "../i18n/wording";
import { isHotSeat, type Told } from "../net/game";
import type { Sitting } from "./table.svelte";

type SeatLike = Pick<SeatNow, "kind" | "name" | "player">;

/** What the server calls who has not chosen a name (server/api/identity.py). */
const NAMELESS = "Guest";

export const isNameless = (name: string): boolean => name === NAMELESS;

/** The name of a person, where it is plain which of them is meant. */
export function personName(name: string, words: Wording): string {
  return isNameless(name) ? words.phrase("page.guest") : name;
}

/** The name of a person where it stands alone: guests are told apart by their sides. */
export function nameAt(name: string, side: Side, words: Wording): string {
  const shown = personName(name, words);
  return isNameless(name) ? `${shown} (${words.phrase(`page.short_${side}`)})` : shown;
}

/** Who sits there, where no side is named beside it. */
export function sitterOf(seat: SeatLike & Pick<SeatNow, "side">, words: Wording): string {
  return seat.kind === "person" ? nameAt(seat.name, seat.side, words) : nameOf(seat, words);
}

/** `level:3` has a name; other computers are called what they are. */
export function nameOf(seat: SeatLike, words: Wording): string {
  if (seat.kind === "open") return words.phrase("page.seat_open");
  if (seat.kind === "person") return personName(seat.name, words);
  return computerName(seat.player ?? "", words);
}

export function computerName(player: string, words: Wording): string {
  const level = /^level:(\d)$/.exec(player)?.[1];
  return level && words.has(`level.${level}`) ? words.phrase(`level.${level}`) : player || "—";
}

export function sittingOf({ status, at }: Told, words: Wording): Record<Side, Sitting> {
  const one = (side: Side): Sitting => {
    const seat = status.seats.find((found) => found.side === side);
    if (!seat) return { name: "", isYou: false, present: null, clock: null };
    const { clock } = status;
    return {
      name: isHotSeat(status) ? "" : nameOf(seat, words),
      isYou: seat.is_you && !isHotSeat(status),
      present: seat.kind === "person" && !isHotSeat(status) ? seat.present || seat.is_you : null,
      clock: clock && { left: clock[side], at, isRunning: clock.running === side },
    };
  };
  return { editor: one("editor"), nixon: one("nixon") };
}
