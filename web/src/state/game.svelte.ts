/**
 * One game on the server, as the person in front of the page sees it: what was told of it, the table drawn from that,
 * and everything that can be asked for. At one screen it also knows whose eyes are on it.
 */
import type { Side } from "../edition/edition";
import type { Preview, Rematch, WayToWin } from "../generated/api";
import type { GamesChanged, Happened, JobNow, OfferKind, Status, Update } from "../generated/messages";
import type { Entry, Message, Move, View, Viewer } from "../generated/view";
import { speech } from "../i18n/speech.svelte";
import { happenedBy, lastPlayOf } from "../log/happened";
import { pace } from "../motion/pace.svelte";
import { Player } from "../motion/player.svelte";
import { isHotSeat, isWatched, MISSED, type Telling, type Told, toldMore, updateOf } from "../net/game";
import { get, post, queryOf } from "../net/http";
import { live, type Wanted } from "../net/live.svelte";
import type { Refusal } from "../net/refusal";
import { isMove } from "../prompt/notation";
import { boardOf } from "./board";
import { type HintFound, hintsOf, type Reading } from "./hints";
import { settings } from "./settings.svelte";
import { sittingOf } from "./sitting";
import { TableState } from "./table.svelte";

type Asked<Kind extends Wanted["type"]> = Omit<Extract<Wanted, { type: Kind }>, "game" | "type">;

/** How often a watcher says how far they have looked: others may leave, and words get lost. */
const WATCHED_EVERY = 2500;
/** So many milliseconds each move of two computers stands before the next, where none is played out. */
const LEAST_LOOK = 250;

/** What others did is shown in at most so many milliseconds, at the usual pace, before one may decide. */
const MOST_WAIT = 3800;

export type HintState = "none" | "waiting" | "found";

export class LiveGame {
  readonly id: string;
  readonly code: string | null;
  told = $state.raw<Told | null>(null);
  table = $state.raw<TableState | null>(null);
  player = $state.raw<Player | null>(null);
  /** Why it cannot be seen at all. */
  gone = $state.raw<unknown>(null);
  /** What was refused last, until it is put away or something happens. */
  trouble = $state.raw<unknown>(null);
  /** What the opponent did not agree to, until something happens. */
  declined = $state<OfferKind | null>(null);
  /** I have asked for another game, or agreed to one. */
  wantsNext = $state(false);
  /** A move is on its way. */
  isSending = $state(false);
  hint = $state<HintState>("none");
  /** The chance to win that the hint saw. */
  chance = $state<number | null>(null);
  /** What the hint believes of hidden cards and tokens. */
  reading = $state.raw<Reading | null>(null);
  /** Lines of chat that were not looked at yet. */
  unread = $state(0);
  /** Through whose eyes, at one screen; null lets the server say. */
  eyes = $state<Viewer | null>(null);

  status: Status | null = $derived(this.told?.status ?? null);
  isHotSeat = $derived(this.status !== null && isHotSeat(this.status));
  /** The screen is to be handed over: nobody's view is here. */
  isHandedOver = $derived(
    this.isHotSeat && this.status?.state === "running" && this.eyes !== "editor" && this.eyes !== "nixon",
  );
  mySides: Side[] = $derived(this.status?.seats.filter((seat) => seat.is_you).map((seat) => seat.side) ?? []);
  /** Nobody but computers plays: the one before the screen may stop them, and go move by move. */
  isWatchedComputers = $derived(this.status !== null && isWatched(this.status));
  isMyTurn = $derived(
    this.status?.state === "running" && this.mySides.some((side) => side === this.status?.decider),
  );
  /** Two different people, each before a screen of their own. */
  isBetweenPeople = $derived(
    this.status !== null && !this.isHotSeat && this.status.seats.every((seat) => seat.kind !== "computer"),
  );

  #leave: (() => void) | null = null;
  #unlisten: (() => void) | null = null;
  #hintJob: string | null = null;
  #watching: ReturnType<typeof setInterval> | undefined;
  #poll: ReturnType<typeof setInterval> | undefined;
  #way: WayToWin | null = null;
  #wayOf = "";
  #numbers = new WeakMap<View, number>();
  #onAct: ((told: Told, update: Update) => void) | null = null;

  constructor(id: string, code: string | null) {
    this.id = id;
    this.code = code;
  }

  /** Sit down; returns how to get up again. */
  open(onAct?: (told: Told, update: Update) => void): () => void {
    this.#onAct = onAct ?? null;
    this.#unlisten = live.listen((message) => this.#noticed(message));
    this.#look(null);
    this.#watching = setInterval(this.#watched, WATCHED_EVERY);
    document.addEventListener("visibilitychange", this.#watched);
    return () => this.#close();
  }

  #close(): void {
    this.#leave?.();
    this.#unlisten?.();
    clearInterval(this.#poll);
    clearInterval(this.#watching);
    document.removeEventListener("visibilitychange", this.#watched);
    this.player?.stop();
  }

  /** Look through somebody's eyes from now on; everything that was seen before is dropped. */
  #look(eyes: Viewer | null): void {
    this.player?.stop();
    this.table = null;
    this.player = null;
    this.told = null;
    this.#follow(eyes);
  }

  #follow(eyes: Viewer | null): void {
    this.#leave?.();
    this.eyes = eyes;
    this.#leave = live.follow({
      game: this.id,
      as: eyes,
      code: this.code,
      since: () => (this.told?.you === (eyes ?? this.told?.you) ? (this.told?.number ?? null) : null),
      heard: (message) => this.#heard(message),
      refused: (problem) => {
        if (this.told) this.trouble = problem;
        else this.gone = problem;
      },
    });
  }

  // Two computers: they decide when those who watch have seen the last move

  /** Through whose eyes they are watched; the table stays as it is until it is told so. */
  watchAs(eyes: Viewer): void {
    this.#follow(eyes);
  }

  hold(isHeld: boolean): void {
    this.player?.hold(isHeld);
    this.#watched();
  }

  step(): void {
    this.player?.step();
    this.#watched();
  }

  /** Say how far one has looked. Who holds them, or looks elsewhere, keeps nobody else waiting. */
  #watched = (): void => {
    const { told, player } = this;
    if (!told || !player || !this.isWatchedComputers || told.status.state !== "running") return;
    const isAway = player.isHeld || document.hidden;
    if (player.isPlaying && !isAway) return;
    live.watched(this.id, told.number, !player.isPlaying && (!isAway || player.isStepping));
  };

  /** At one screen: this side sits before it now. */
  takeOver(side: Side): void {
    this.#look(side);
  }

  #heard(telling: Telling): void {
    const message =
      telling.type === "happened" ? updateOf(this.told, telling, this.table?.edition ?? null) : telling;
    if (message === MISSED) {
      live.catchUp(this.id);
      return;
    }
    if (message.type === "table" && this.eyes !== null && message.you !== this.eyes) return;
    const next = toldMore(this.told, message, Date.now());
    if (next === MISSED) {
      live.catchUp(this.id);
      return;
    }
    if (next === this.told) return;
    if (message.type === "chat" && !next.status.seats.find((seat) => seat.side === message.line.by)?.is_you) {
      this.unread += 1;
    }
    if (this.#mustTurnAway(next)) return;
    const asked = this.told?.status.offer;
    if (asked && this.mySides.includes(asked.by) && !next.status.offer && next.number === this.told?.number) {
      this.declined = asked.what;
    }
    this.told = next;
    this.#numbers.set(next.view, next.number);
    this.gone = null;
    if (message.type === "update") {
      this.trouble = null;
      this.declined = null;
      this.#dropHint();
      this.#onAct?.(next, message);
    }
    void this.#draw(next, message);
  }

  /** At one screen nobody sees another's view; two computers are watched with all cards open. */
  #mustTurnAway({ status, you }: Told): boolean {
    if (isWatched(status) && this.code === null && you === "spectator" && this.eyes === null) {
      this.#look("everyone");
      return true;
    }
    if (!isHotSeat(status)) return false;
    if (status.state === "over" && you !== "everyone") {
      this.#look("everyone");
      return true;
    }
    if (status.state === "running" && you !== "spectator" && you !== status.decider) {
      this.#look("spectator");
      return true;
    }
    return false;
  }

  async #draw(told: Told, message: Exclude<Telling, Happened>): Promise<void> {
    const isFound = this.#findWay(told.view);
    if (!this.table) {
      try {
        const [edition] = await Promise.all([
          speech.about(told.options.edition ?? told.view.edition),
          isFound,
        ]);
        if (this.told?.you !== told.you || this.table) return;
        this.table = new TableState(edition, (move) => void this.#move(move), {
          whyNot: (move) => post<Message | null>(this.#path("why-not"), { move }),
          previews: (moves) => post<Record<string, Preview>>(this.#path("previews"), { moves }),
          confirms: () => settings.confirm,
        });
        // Who watches two computers has all the time that the pace gives.
        this.table.isWatched = this.mySides.length === 0;
        this.player = new Player(this.table, this.isWatchedComputers ? null : MOST_WAIT);
      } catch (error) {
        this.gone = error;
        return;
      }
      const now = this.told;
      if (!now) return;
      this.table.sitting = sittingOf(now, speech.wording);
      this.table.isPaused = now.status.state === "paused";
      this.table.seat = this.mySides.length === 1 ? (this.mySides[0] ?? null) : null;
      this.table.show(now.view, this.#way);
      this.table.happened = lastPlayOf(now.view);
    } else {
      this.table.sitting = sittingOf(told, speech.wording);
      this.table.isPaused = told.status.state === "paused";
      if (message.type === "update") {
        // Nothing can be chosen before it is seen what happened.
        this.table.busy = true;
        this.#told(message.events, message.by === told.you);
        const shown = this.player?.show(message.events, told.view, this.#way, message.by);
        this.#watched();
        await shown;
        if (this.isWatchedComputers && pace.factor === 0)
          await new Promise((go) => setTimeout(go, LEAST_LOOK));
        if (this.table && !this.player?.isPlaying) this.table.busy = false;
      } else if (message.type === "table") {
        this.player?.stop();
        this.table.busy = false;
        this.table.show(told.view, this.#way);
        this.table.happened = lastPlayOf(told.view);
      }
    }
    // It may have been found while the move was played out.
    if (this.table) this.table.way = this.#way;
    this.#watched();
  }

  /** Remember what has happened since the last own decision; of an own move, what came after it by itself. */
  #told(events: readonly Entry[], isOwn: boolean): void {
    if (this.table) this.table.happened = happenedBy(this.table.happened, events, isOwn);
  }

  /** Say the names of seats anew, after the language has changed. */
  renamed(): void {
    if (this.table && this.told) this.table.sitting = sittingOf(this.told, speech.wording);
  }

  async #findWay(view: View): Promise<void> {
    const board = boardOf(view);
    if (board === this.#wayOf) return;
    this.#wayOf = board;
    const ways = await get<WayToWin[]>(`${this.#path("ways")}${queryOf({ code: this.code })}`).catch(
      () => null,
    );
    if (ways === null) {
      this.#wayOf = "";
      return;
    }
    this.#way = ways[0] ?? null;
    if (this.table && this.#wayOf === board) this.table.way = this.#way;
  }

  // What can be asked for

  async #move(move: Move): Promise<void> {
    const { told, table } = this;
    // What was chosen answers the view on the table, which may be older than what was told since.
    const number = table?.view && this.#numbers.get(table.view);
    if (!told || !table || !number) return;
    table.busy = true;
    this.isSending = true;
    this.#dropHint();
    const isDone = await this.#ask({ type: "move", number, move: move.text });
    this.isSending = false;
    if (this.told?.number !== told.number) return;
    // An answer that is held back is given, but shown later.
    if (isDone && told.status.hold_ms !== null && this.isBetweenPeople) return;
    table.busy = false;
    if (isDone) live.catchUp(this.id);
  }

  /** A move that was typed; resolves to why it cannot be made, or null. */
  async typed(text: string): Promise<Message | "unknown" | null> {
    const wanted = text.trim().replaceAll(/\s+/g, " ");
    const move = this.table?.offers.moves.find((one) => one.text.toLowerCase() === wanted.toLowerCase());
    if (move) {
      this.table?.choose(move);
      return null;
    }
    if (!this.table || !isMove(wanted, this.table.edition)) return "unknown";
    return post<Message | null>(this.#path("why-not"), { move: wanted })
      .then((message) => message ?? ("unknown" as const))
      .catch(() => "unknown" as const);
  }

  /** At one screen: pass a chance to react that nobody has looked at. */
  passUnseen = () => this.#ask({ type: "move", number: this.told?.number ?? 0, move: "pass" });
  takeBack = () => this.#ask({ type: "take_back", number: this.told?.number ?? 0 });
  resign = () => this.#ask({ type: "resign" });
  pause = () => this.#ask({ type: "pause" });
  resume = () => this.#ask({ type: "resume" });
  answer = (offer: OfferKind, accept: boolean) => {
    this.wantsNext = accept;
    return this.#ask({ type: "answer", offer, accept });
  };
  say = (text: string) => this.#ask({ type: "chat", text });
  stand = (standing: "ask" | "decline_turn" | "decline_always") => this.#ask({ type: "standing", standing });

  async #ask(wanted: { [K in Wanted["type"]]: { type: K } & Asked<K> }[Wanted["type"]]): Promise<boolean> {
    this.trouble = null;
    this.declined = null;
    try {
      await live.ask({ ...wanted, game: this.id } as Wanted);
      return true;
    } catch (error) {
      // Somebody was faster, perhaps in another tab: what happened is told anyway.
      if ((error as Refusal).code === "stale") live.catchUp(this.id);
      else this.trouble = error;
      return false;
    }
  }

  /** Another game like this, with sides swapped or not; resolves to its name, or null while a person is asked. */
  async again(isSwapped: boolean): Promise<string | null> {
    const { told } = this;
    if (!told) return null;
    this.trouble = null;
    try {
      if (isSwapped || this.isBetweenPeople) {
        this.wantsNext = true;
        return (await post<Rematch>(this.#path("rematch"), { swap: isSwapped })).id;
      }
      const wish = (side: Side) => {
        const seat = told.status.seats.find((one) => one.side === side);
        return seat?.kind === "computer" ? (seat.player ?? "level:2") : "me";
      };
      const { seed: _, ...options } = told.options;
      return (
        await post<{ id: string }>("/api/games", { editor: wish("editor"), nixon: wish("nixon"), options })
      ).id;
    } catch (error) {
      this.trouble = error;
      return null;
    }
  }

  async askHint(): Promise<void> {
    if (this.hint !== "none") {
      this.#dropHint();
      return;
    }
    this.hint = "waiting";
    try {
      this.#hinted(await post<JobNow>(this.#path("hint")));
    } catch (error) {
      this.#dropHint();
      this.trouble = error;
    }
  }

  #hinted(job: JobNow): void {
    if (this.hint !== "waiting") return;
    this.#hintJob = job.id;
    clearInterval(this.#poll);
    if (job.state === "failed") this.#dropHint();
    else if (job.state !== "done") {
      this.#poll = setInterval(() => void this.#askAgain(job.id), 4000);
    } else {
      const found = job.result as unknown as HintFound;
      this.hint = "found";
      this.chance = found.win_probability;
      this.reading = found.reading;
      if (this.table) this.table.hints = hintsOf(found, this.table.offers.moves);
    }
  }

  async #askAgain(id: string): Promise<void> {
    const job = await get<JobNow>(`/api/jobs/${id}`).catch(() => null);
    if (job && this.#hintJob === id) this.#hinted(job);
  }

  #dropHint(): void {
    clearInterval(this.#poll);
    this.hint = "none";
    this.chance = null;
    this.reading = null;
    this.#hintJob = null;
    if (this.table) this.table.hints = [];
  }

  #noticed(message: JobNow | GamesChanged): void {
    if ("id" in message && message.id === this.#hintJob) this.#hinted(message);
  }

  #path(what: string): string {
    return `/api/games/${this.id}/${what}`;
  }
}
