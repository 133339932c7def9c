/** The games with other people that wait for me, wherever on the page I am; that on the table is told by the table. */
import type { GameSummary } from "../generated/api";
import type { GamesChanged } from "../generated/messages";

export const isWithPeople = ({ seats, your_sides }: Pick<GameSummary, "seats" | "your_sides">): boolean =>
  your_sides.length === 1 && seats.every(({ kind }) => kind !== "computer");

export class Turns {
  waiting = $state.raw<ReadonlySet<string>>(new Set());
  /** Whether a game is one with other people, as far as it has been listed. */
  readonly #known = new Map<string, boolean>();
  readonly #list: () => Promise<readonly GameSummary[]>;
  readonly #tell: (game: string) => void;

  constructor(list: () => Promise<readonly GameSummary[]>, tell: (game: string) => void) {
    this.#list = list;
    this.#tell = tell;
  }

  /** My open games, as the server has just listed them. */
  listed(games: readonly GameSummary[]): void {
    for (const game of games) this.#known.set(game.id, isWithPeople(game));
    this.waiting = new Set(games.filter((game) => game.your_turn && isWithPeople(game)).map(({ id }) => id));
  }

  /** Something happened in a game that is not on the table, or it has come to or gone from there. */
  async heard({ game, your_turn }: Pick<GamesChanged, "game" | "your_turn">): Promise<void> {
    if (!your_turn) {
      this.#set(game, false);
      return;
    }
    const isNew = !this.waiting.has(game);
    if (!this.#known.has(game)) this.listed(await this.#list().catch(() => []));
    if (!this.#known.get(game)) return;
    this.#set(game, true);
    if (isNew) this.#tell(game);
  }

  #set(game: string, isWaiting: boolean): void {
    if (this.waiting.has(game) === isWaiting) return;
    const next = new Set(this.waiting);
    if (isWaiting) next.add(game);
    else next.delete(game);
    this.waiting = next;
  }
}
