/**
 * Shows scenes one after the other on a table: points at what each speaks of, lets things fly, and leaves the table as
 * it is in the end. A tap or a key skips to that end.
 */
import { tick } from "svelte";
import type { WayToWin } from "../generated/api";
import type { Entry, View } from "../generated/view";
import type { TableState } from "../state/table.svelte";
import { elementAt, STAGE } from "./anchors";
import { isStill, pace } from "./pace.svelte";
import { Patience } from "./patience";
import {
  durationOf,
  type Flight,
  isMain,
  lengthOf,
  type Prop,
  type Scene,
  STAGGER,
  scenesOf,
} from "./scenes";

/** A thing in flight, in pixels of the window. */
export interface Ghost {
  readonly id: number;
  readonly prop: Prop;
  readonly from: DOMRect;
  readonly to: DOMRect;
  /** Shown large in the middle, to be read. */
  readonly isShown: boolean;
  readonly delay: number;
  readonly ms: number;
}

/** Shorter than this, a scene is not seen: it is left out. */
const LEAST = 140;
const NOTHING: ReadonlySet<string> = new Set();

/** Own moves are known already: they are shown more quickly, and their cards not held up to be read. */
const OWN = 0.5;

interface Piece {
  readonly events: readonly Entry[];
  readonly view: View;
  readonly way: WayToWin | null;
  readonly by: string | null;
  readonly done: () => void;
}

export class Player {
  scene = $state.raw<Scene | null>(null);
  ghosts = $state.raw<readonly Ghost[]>([]);
  isPlaying = $state(false);
  /** What is shown is a move of whoever looks on. */
  isOwn = $state(false);
  /** Nothing more is shown until it is let go, or stepped. */
  isHeld = $state(false);
  /** One move more is wanted while held, and is not there yet. */
  isStepping = $state(false);

  private readonly table: TableState;
  private waiting: Piece[] = [];
  private finish: (() => void) | null = null;
  private release: (() => void) | null = null;
  private isSkipping = false;
  private ghostCount = 0;
  /** For who waits to decide; none where moves are watched for their own sake. */
  private readonly patience: Patience | null;

  constructor(table: TableState, most: number | null = null) {
    this.table = table;
    this.patience = most === null ? null : new Patience(most);
  }

  /**
   * Show what happened, after everything that is being shown already; resolved when the table shows `view`, or when
   * all was stopped. `by` is the side that did it.
   */
  show(events: readonly Entry[], view: View, way: WayToWin | null, by: string | null = null): Promise<void> {
    return new Promise((done) => {
      this.waiting.push({ events, view, way, by, done });
      if (!this.isPlaying) void this.run();
    });
  }

  /** Stop after the move that is being shown, or go on. */
  hold(isHeld: boolean): void {
    this.isHeld = isHeld;
    if (!isHeld) this.release?.();
  }

  /** One move more: the next that waits, or else the next that comes. */
  step(): void {
    if (this.release) this.release();
    else this.isStepping = true;
  }

  /** To the end of what is shown, at once. */
  skip(): void {
    this.isSkipping = true;
    this.patience?.lose();
    this.finish?.();
  }

  /** Leave everything as it is and forget what waits, as before a jump to another position. */
  stop(): void {
    const { waiting } = this;
    this.waiting = [];
    for (const piece of waiting) piece.done();
    this.isSkipping = true;
    this.isPlaying = false;
    this.clear();
    this.finish?.();
    this.release?.();
  }

  private async run(): Promise<void> {
    this.isPlaying = true;
    this.isSkipping = false;
    const isMine = this.waiting;
    for (let piece = this.waiting[0]; piece && isMine === this.waiting; piece = this.waiting[0]) {
      if (this.isHeld && !this.isStepping) await this.released();
      if (isMine !== this.waiting) return;
      this.isStepping = false;
      await this.play(piece);
      if (isMine !== this.waiting) return; // stopped meanwhile
      this.waiting.shift();
      this.ghosts = [];
      this.table.show(piece.view, piece.way);
      if (piece.view.decision?.moves) this.patience?.renew();
      piece.done();
      this.isSkipping &&= this.waiting.length > 0;
    }
    this.clear();
    this.isPlaying = false;
  }

  private released(): Promise<void> {
    this.clear();
    return new Promise((go) => {
      this.release = () => {
        this.release = null;
        go();
      };
    });
  }

  private async play({ events, view, by }: Piece): Promise<void> {
    const before = this.table.view;
    const { waiting } = this;
    if (!before || pace.factor === 0) return;
    const isOwn = by !== null && by === view.viewer;
    this.isOwn = isOwn;
    const own = isOwn ? OWN : 1;
    let scenes = withLogs(scenesOf(before, events, view, this.table.edition), before);
    if (this.patience && this.ahead(scenes, own) > this.patience.left) scenes = scenes.filter(isMain);
    for (const [n, scene] of scenes.entries()) {
      const mayBeMore = !this.waiting.at(-1)?.view.decision?.moves;
      const hurry = own * (this.patience?.share(this.ahead(scenes.slice(n), own), mayBeMore) ?? 1);
      if (this.isSkipping || waiting !== this.waiting) break;
      if (this.patience && scene.ms * hurry < LEAST) continue;
      this.patience?.spend(scene.ms * hurry);
      await this.act(isOwn ? unshown(scene) : scene, pace.factor * hurry, waiting);
    }
  }

  /** How long it would take to show these scenes and all that waits. */
  private ahead(scenes: readonly Scene[], own: number): number {
    return this.waiting
      .slice(1)
      .reduce((sum, { events }) => sum + durationOf(events), own * lengthOf(scenes));
  }

  private async act(scene: Scene, factor: number, waiting: readonly Piece[]): Promise<void> {
    const { table } = this;
    const ms = scene.ms * factor;
    const starts = isStill()
      ? []
      : scene.flights.map((flight) => elementAt(flight.from)?.getBoundingClientRect());
    this.scene = scene;
    table.pointed = new Set(scene.lights);
    table.playing = scene.entries;
    table.view = scene.view;
    await tick();
    if (this.isSkipping || waiting !== this.waiting) return;
    this.ghosts = scene.flights.flatMap((flight, n) =>
      this.ghost(flight, starts[n], n * STAGGER * factor, ms),
    );
    await this.pause(ms);
    this.ghosts = [];
  }

  private ghost(flight: Flight, from: DOMRect | undefined, delay: number, ms: number): Ghost[] {
    const target = from && elementAt(flight.to);
    if (!from || !target) return [];
    const to = target.getBoundingClientRect();
    const isShown = flight.to.includes(STAGE);
    const time = isShown ? ms : Math.min(ms * 0.85, 900);
    // The thing itself stays unseen at its new place until its ghost arrives there.
    if (!isShown && /^(token|marker|space|picture|facedown|card)/.test(flight.to[0] ?? "")) {
      const unseen = target.querySelector("svg") ?? target;
      unseen.animate([{ opacity: 0 }, { opacity: 0 }], { duration: time + delay });
    }
    this.ghostCount += 1;
    return [{ id: this.ghostCount, prop: flight.prop, from, to, isShown, delay, ms: time }];
  }

  private pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(done, ms);
      const player = this;
      function done() {
        clearTimeout(timer);
        player.finish = null;
        resolve();
      }
      this.finish = done;
    });
  }

  private clear(): void {
    this.scene = null;
    this.ghosts = [];
    this.table.pointed = NOTHING;
    this.table.playing = [];
  }
}

/** Without the card held up in the middle. */
function unshown(scene: Scene): Scene {
  return { ...scene, flights: scene.flights.filter((flight) => !flight.to.includes(STAGE)) };
}

/** Views within a move carry no log of their own: it grows with the lines that have been shown. */
function withLogs(scenes: readonly Scene[], before: View): Scene[] {
  let log = before.log;
  return scenes.map((scene) => {
    log = [...log, ...scene.entries];
    return { ...scene, view: { ...scene.view, log } };
  });
}
