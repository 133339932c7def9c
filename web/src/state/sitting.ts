/** Who sits where, by names that people read. */
import type { SeatNow } from "../generated/messages";
import type { Wording } from "../i18n/wording";
import { isHotSeat, type Told } from "../net/game";
import type { Sitting } from "./table.svelte";

type SeatLike = Pick<SeatNow, "kind" | "name" | "player">;

/** `level:3` has a name; other computers are called what they are. */
export function nameOf(seat: SeatLike, words: Wording): string {
  if (seat.kind === "open") return words.phrase("page.seat_open");
  if (seat.kind === "person") return seat.name;
  return computerName(seat.player ?? "", words);
}

export function computerName(player: string, words: Wording): string {
  const level = /^level:(\d)$/.exec(player)?.[1];
  return level && words.has(`level.${level}`) ? words.phrase(`level.${level}`) : player || "—";
}

export function sittingOf({ status, at }: Told, words: Wording): Record<"editor" | "nixon", Sitting> {
  const one = (side: "editor" | "nixon"): Sitting => {
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
