/** What was chosen on the front page last, kept in the browser so that the next game is one click away. */
import type { Side } from "../edition/edition";
import { keep, keptFields } from "../state/storage";

export const SIDES = ["editor", "nixon", "random"] as const;
export type SideChoice = (typeof SIDES)[number];
export const LEVELS = [1, 2, 3, 4, 5, 6] as const;
export type Level = (typeof LEVELS)[number];

const PLACE = "watergate.choices";

class Choices {
  side = $state<SideChoice>("editor");
  level = $state<Level>(2);
  /** Of the two computers that are watched. */
  watched = $state<{ editor: Level; nixon: Level }>({ editor: 4, nixon: 4 });

  /** Whether nothing was ever played from here. */
  readonly isNew: boolean;

  constructor() {
    const kept = keptFields(PLACE);
    this.isNew = Object.keys(kept).length === 0;
    this.side = SIDES.find((one) => one === kept["side"]) ?? "editor";
    this.level = LEVELS.find((one) => one === kept["level"]) ?? 2;
  }

  keep(): void {
    keep(PLACE, JSON.stringify({ side: this.side, level: this.level }));
  }
}

/** The side that luck gives, where it was left to luck. */
export function sideOf(choice: SideChoice, chance: number): Side {
  if (choice !== "random") return choice;
  return chance < 0.5 ? "editor" : "nixon";
}

export const choices = new Choices();
