/** The games of a list: in which order, and how each stands. */
import type { GameSummary } from "../generated/api";
import type { Wording } from "../i18n/wording";
import { sitterOf } from "../state/sitting";

/** Those that wait for me first, then the last changed. */
export function sorted(games: readonly GameSummary[]): GameSummary[] {
  return [...games].sort(
    (one, other) => Number(other.your_turn) - Number(one.your_turn) || other.changed_at - one.changed_at,
  );
}

export function standingOf(game: GameSummary, words: Wording): string {
  if (game.imported) return words.phrase("page.game_record");
  if (game.ending) {
    if (game.ending.winner === null) return words.phrase("page.game_stopped");
    if (game.your_sides.length !== 1) {
      return words.phrase("page.game_ended", { side: words.side(game.ending.winner) });
    }
    return words.phrase(game.your_sides.includes(game.ending.winner) ? "page.game_won" : "page.game_lost");
  }
  if (game.state === "waiting") return words.phrase("page.game_waiting");
  if (game.state === "paused") return words.phrase("page.game_paused");
  if (game.your_turn) return words.phrase("page.game_your_turn");
  const seat = game.seats.find((one) => one.side === game.decider);
  return seat ? words.phrase("page.game_their_turn", { name: sitterOf(seat, words) }) : "";
}
