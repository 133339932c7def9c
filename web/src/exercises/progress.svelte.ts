/** How far somebody has come with the exercises of the collection; kept in this browser. */
import type { Side } from "../edition/edition";
import type { ExerciseName } from "../generated/api";
import { once } from "../net/once";
import { keep, keptFields } from "../state/storage";

export const exerciseNames = (): Promise<ExerciseName[]> => once("/api/exercises");

/** Solved at the first try, solved later, or seen the answer of. */
export const MARKS = ["first", "later", "shown"] as const;
export type Mark = (typeof MARKS)[number];

const PLACE = "watergate.exercises";
const SIDE_PLACE = "side";

export class Progress {
  marks = $state.raw<Readonly<Record<string, Mark>>>({});
  /** Whose exercises are taken; null for both. */
  side = $state<Side | null>(null);

  constructor() {
    const found = keptFields(PLACE);
    const isMark = (mark: unknown): mark is Mark => MARKS.some((one) => one === mark);
    this.marks = Object.fromEntries(
      Object.entries(found).filter((entry): entry is [string, Mark] => isMark(entry[1])),
    );
    const side = found[SIDE_PLACE];
    this.side = side === "editor" || side === "nixon" ? side : null;
  }

  /** Note how one went; what was achieved once stays. */
  note(number: number, mark: Mark): void {
    const before = this.marks[number];
    if (before !== undefined && MARKS.indexOf(before) <= MARKS.indexOf(mark)) return;
    this.marks = { ...this.marks, [number]: mark };
    this.save();
  }

  take(side: Side | null): void {
    this.side = side;
    this.save();
  }

  isSolved(number: number): boolean {
    const mark = this.marks[number];
    return mark === "first" || mark === "later";
  }

  /** Those that are taken, the easiest first. */
  taken(names: readonly ExerciseName[]): ExerciseName[] {
    return names.filter(({ side }) => this.side === null || side === this.side);
  }

  /** What comes after an exercise: the next that is not solved yet, or else the next; null after the last. */
  after(names: readonly ExerciseName[], number: number): ExerciseName | null {
    const later = this.taken(names).filter((one) => one.number > number);
    return later.find((one) => !this.isSolved(one.number)) ?? later[0] ?? null;
  }

  private save(): void {
    const side = this.side === null ? {} : { [SIDE_PLACE]: this.side };
    keep(PLACE, JSON.stringify({ ...this.marks, ...side }));
  }
}

export const progress = new Progress();
