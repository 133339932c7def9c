/** A game on tape: its steps as they are loaded, where it stands now, and how it runs. */
import type { Step, Steps, WayToWin } from "../generated/api";
import type { Table } from "../generated/messages";
import type { Entry, View } from "../generated/view";
import { isTold } from "../log/entries";
import { pace } from "../motion/pace.svelte";
import { Player } from "../motion/player.svelte";
import { get, queryOf } from "../net/http";
import type { TableState } from "../state/table.svelte";
import { type Chapters, chaptersOf, neighbourOf, roundAt } from "./chapters";

export const EYES = ["everyone", "editor", "nixon"] as const;
export type Eyes = (typeof EYES)[number];
export type Unit = "step" | "turn" | "round";

/** So many steps are loaded at a time. */
const PAGE = 50;
/** Between two moves, while the tape runs by itself. */
const BREATH = 450;
/** The same where moves are not played out. */
const GLANCE = 1100;

type Loaded = readonly (Step | undefined)[];

export class Tape {
  readonly game: string;
  readonly code: string | null;
  /** Who played and how it ended. */
  about = $state.raw<Table | null>(null);
  table = $state.raw<TableState | null>(null);
  player = $state.raw<Player | null>(null);
  eyes = $state<Eyes>("everyone");
  ply = $state(0);
  plies = $state(0);
  isRunning = $state(false);
  trouble = $state.raw<unknown>(null);

  #steps = $state.raw<Readonly<Partial<Record<Eyes, Loaded>>>>({});
  steps: Loaded = $derived(this.#steps[this.eyes] ?? []);
  chapters: Chapters = $derived(chaptersOf(this.steps));
  entries: readonly Entry[] = $derived(this.steps.flatMap((step) => step?.events ?? []).filter(isTold));
  /** Decisions, and what they brought: which of them is shown, and how many there are, once all are known. */
  moves = $derived.by(() => {
    const plies = this.chapters.stops.filter((ply) => ply > 0);
    return { at: plies.filter((ply) => ply <= this.ply).length, all: plies.length };
  });
  /** Whether the game was played to an end, and does not only break off. */
  isOver = $derived(this.about?.status.ending != null);
  isWhole = $derived(this.plies > 0 && this.steps.filter(Boolean).length > this.plies);
  round: number | null = $derived(
    this.steps[this.ply]?.view.round ?? roundAt(this.chapters.rounds, this.ply),
  );

  /** Pages on their way, so that none is asked for twice. */
  readonly #asked = new Map<string, Promise<void>>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isClosed = false;
  /** Counts jumps, so that a slow answer to an old one is not shown. */
  #jump = 0;

  constructor(game: string, code: string | null) {
    this.game = game;
    this.code = code;
  }

  /** Load the game and show a ply; if none is given, where somebody first decides. */
  async open(ply: number | null, tableFor: (edition: string) => Promise<TableState>): Promise<void> {
    this.trouble = null;
    try {
      const about = await get<Table>(this.#path("", { as: "everyone" }));
      this.about = about;
      this.plies = about.view.ply;
      const table = await tableFor(about.options.edition ?? about.view.edition);
      const mine = about.status.seats.filter((seat) => seat.is_you);
      table.seat = mine.length === 1 ? (mine[0]?.side ?? null) : null;
      this.player = new Player(table);
      this.table = table;
      await this.go(ply ?? 0);
      if (ply === null) await this.go(this.next("step", 1) ?? 0);
      void this.#loadRest();
    } catch (error) {
      this.trouble = error;
    }
  }

  close(): void {
    this.#isClosed = true;
    this.stop();
    this.player?.stop();
  }

  /** Show a ply at once. */
  async go(ply: number): Promise<void> {
    const { table } = this;
    if (!table) return;
    const target = Math.max(0, Math.min(this.plies, ply));
    this.#jump += 1;
    const jump = this.#jump;
    this.ply = target;
    try {
      await this.#need(target);
    } catch (error) {
      this.trouble = error;
      return;
    }
    if (jump !== this.#jump) return;
    this.player?.stop();
    const step = this.steps[target];
    if (step) table.show(shown(step.view), wayOf(step));
  }

  async look(eyes: Eyes): Promise<void> {
    this.stop();
    this.player?.stop();
    this.eyes = eyes;
    await this.go(this.ply);
    void this.#loadRest();
  }

  /** Where one goes from here, forward or back. */
  next(unit: Unit, direction: 1 | -1): number | null {
    const { stops, turns, rounds } = this.chapters;
    const plies = {
      step: stops,
      turn: turns.map((mark) => mark.ply),
      round: rounds.map((mark) => mark.ply),
    }[unit];
    const found = neighbourOf(plies, this.ply, direction);
    const end = direction === 1 ? this.plies : 0;
    const isGap = direction === 1 && this.steps[this.ply + 1] === undefined;
    if (isGap && this.ply < this.plies) return this.ply + 1;
    return found ?? (this.ply === end ? null : end);
  }

  /** One step on, played out; or any other way, at once. */
  async move(unit: Unit, direction: 1 | -1): Promise<void> {
    if (this.player?.isPlaying && direction === 1 && unit === "step") {
      this.player.skip();
      return;
    }
    const target = this.next(unit, direction);
    if (target === null) return;
    if (unit === "step" && direction === 1) await this.#playTo(target);
    else await this.go(target);
  }

  async #playTo(target: number): Promise<void> {
    const { table, player } = this;
    const steps = this.steps.slice(this.ply + 1, target + 1);
    const last = steps.at(-1);
    if (!table || !player || !last || steps.some((step) => !step)) {
      await this.go(target);
      return;
    }
    this.#jump += 1;
    this.ply = target;
    const events = steps.flatMap((step) => step?.events ?? []);
    await player.show(events, shown(last.view), wayOf(last));
  }

  toggle(): void {
    if (this.isRunning) this.stop();
    else void this.#run();
  }

  stop(): void {
    this.isRunning = false;
    clearTimeout(this.#timer);
  }

  async #run(): Promise<void> {
    this.isRunning = true;
    if (this.ply >= this.plies) await this.go(0);
    while (this.isRunning && this.ply < this.plies) {
      const before = this.ply;
      await this.#need(Math.min(this.plies, before + 1)).catch((error: unknown) => {
        this.trouble = error;
      });
      const target = this.next("step", 1);
      if (target === null) break;
      await this.#playTo(target);
      if (this.isRunning) await this.#breath(pace.factor === 0 ? GLANCE : BREATH * pace.factor);
    }
    this.isRunning = false;
  }

  #breath(ms: number): Promise<void> {
    return new Promise((resolve) => {
      this.#timer = setTimeout(resolve, ms);
    });
  }

  /** The page that a ply is on, loaded. */
  #need(ply: number): Promise<void> {
    const { eyes } = this;
    if (this.#steps[eyes]?.[ply]) return Promise.resolve();
    const first = Math.floor(ply / PAGE) * PAGE;
    const key = `${eyes} ${first}`;
    let asked = this.#asked.get(key);
    if (!asked) {
      asked = this.#load(eyes, first).finally(() => this.#asked.delete(key));
      this.#asked.set(key, asked);
    }
    return asked;
  }

  async #load(eyes: Eyes, first: number): Promise<void> {
    const { plies, steps } = await get<Steps>(this.#path("/steps", { as: eyes, first, count: PAGE }));
    const all: (Step | undefined)[] = [...(this.#steps[eyes] ?? [])];
    all.length = Math.max(all.length, plies + 1);
    for (const step of steps) all[step.ply] = step;
    this.#steps = { ...this.#steps, [eyes]: all };
  }

  /** The other pages, one after the other, so that log and marks become whole. */
  async #loadRest(): Promise<void> {
    const { eyes } = this;
    try {
      for (let first = 0; first <= this.plies; first += PAGE) {
        if (this.#isClosed || this.eyes !== eyes) return;
        await this.#need(first);
      }
    } catch {
      // What is missing is asked for again when it is wanted.
    }
  }

  #path(rest: string, query: Readonly<Record<string, string | number>>): string {
    return `/api/games/${encodeURIComponent(this.game)}${rest}${queryOf({ ...query, code: this.code })}`;
  }
}

/** In a replay nothing can be chosen. */
function shown(view: View): View {
  return view.decision ? { ...view, decision: { ...view.decision, moves: null } } : view;
}

const wayOf = (step: Step) => step.way as WayToWin | null;
