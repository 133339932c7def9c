/**
 * The connection over which games are told: one a tab. It comes back by itself when it is lost, asks for what was missed,
 * and says again, under the same keys, what was not answered yet; so nothing is done twice, and nothing is lost.
 */
import type { GamesChanged, Incoming, JobNow, Outgoing } from "../generated/messages";
import type { Telling } from "./game";
import { forgetIdentity, identity } from "./http";
import { Refusal } from "./refusal";
import { backOff } from "./timing";

export type LiveState = "away" | "connecting" | "open";

/** What is asked of the server and answered under a key. */
export type Wish = Extract<Incoming, { key: string }>;
/** Without the key, which is put under it here. */
export type Wanted = { [W in Wish["type"]]: Omit<Extract<Wish, { type: W }>, "key"> }[Wish["type"]];

export interface Following {
  readonly game: string;
  readonly as: "editor" | "nixon" | "spectator" | "everyone" | null;
  readonly code: string | null;
  /** The number of the last act known, to be told only what came after. */
  since(): number | null;
  heard(message: Telling): void;
  refused(problem: Refusal): void;
}

interface Pending {
  readonly wish: Wish;
  readonly done: (number: number) => void;
  readonly refused: (problem: Refusal) => void;
}

const PING_EVERY = 20_000;
const SILENCE = 45_000;
const DATABASE_AWAY = "database_away";
const SUBPROTOCOL = "watergate.v1";

class Live {
  state = $state<LiveState>("away");
  /** How often in a row it did not come back. */
  failures = $state(0);

  #socket: WebSocket | null = null;
  #following = new Map<string, Following>();
  #pending = new Map<string, Pending>();
  #listeners = new Set<(message: JobNow | GamesChanged) => void>();
  #again: ReturnType<typeof setTimeout> | undefined;
  #ping: ReturnType<typeof setInterval> | undefined;
  #heardAt = 0;
  #isWanted = false;

  constructor() {
    addEventListener("online", () => this.#hurry());
    // A socket without a network may look alive for long; where it was no loss, it is back in a moment.
    addEventListener("offline", () => this.#drop());
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) this.#hurry();
    });
  }

  /** Be connected from now on, for notices of one's games. */
  connect(): void {
    this.#isWanted = true;
    if (!this.#socket && this.state === "away" && this.#again === undefined) void this.#open();
  }

  /** Hear everything of a game, until the function that is returned is called. */
  follow(following: Following): () => void {
    this.#following.set(following.game, following);
    this.connect();
    if (this.state === "open") this.#ask(following, false);
    return () => {
      if (this.#following.get(following.game) !== following) return;
      this.#following.delete(following.game);
      this.#say({ type: "unfollow", game: following.game });
    };
  }

  /** Ask for what was missed of a game. */
  catchUp(game: string): void {
    const following = this.#following.get(game);
    if (following) this.#ask(following, false);
  }

  /** Ask for something; resolves when it is done and stored, and is asked again after a break. */
  ask(wanted: Wanted): Promise<number> {
    const key = crypto.getRandomValues(new Uint32Array(3)).join("-");
    const wish = { ...wanted, key } as Wish;
    return new Promise((done, refused) => {
      this.#pending.set(key, { wish, done, refused });
      this.#say(wish);
    });
  }

  listen(listener: (message: JobNow | GamesChanged) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Begin anew as somebody else: after a recovery. */
  restart(): void {
    this.#socket?.close();
    this.#socket = null;
    this.state = "away";
    if (this.#isWanted) void this.#open();
  }

  async #open(): Promise<void> {
    clearTimeout(this.#again);
    this.#again = undefined;
    this.state = "connecting";
    try {
      const { csrf } = await identity();
      const socket = new WebSocket(`${location.origin.replace(/^http/, "ws")}/api/live`, [
        SUBPROTOCOL,
        `csrf.${csrf}`,
      ]);
      this.#socket = socket;
      let isOpen = false;
      socket.onmessage = (event) => {
        if (this.#socket !== socket) return;
        isOpen = true;
        this.#hear(JSON.parse(String(event.data)) as Outgoing);
      };
      socket.onclose = () => {
        if (this.#socket !== socket) return;
        if (!isOpen) forgetIdentity(); // perhaps it was our token that was refused
        this.#lost();
      };
    } catch {
      this.#lost();
    }
  }

  #lost(): void {
    clearInterval(this.#ping);
    this.#socket = null;
    this.state = "away";
    this.failures += 1;
    this.#again = setTimeout(() => void this.#open(), backOff(this.failures, Math.random()));
  }

  /** Give this connection up, and try for another. */
  #drop(): void {
    const socket = this.#socket;
    if (!socket) return;
    this.#lost();
    socket.close();
  }

  /** Do not wait any longer: the network came back, or somebody looks. */
  #hurry(): void {
    if (!this.#isWanted) return;
    if (this.state === "away") void this.#open();
    else if (this.state === "open" && Date.now() - this.#heardAt > PING_EVERY) this.#beat();
  }

  #beat(): void {
    if (Date.now() - this.#heardAt > SILENCE) this.#drop();
    else this.#say({ type: "ping" });
  }

  /** Tell how far one has looked where two computers play; said anew from time to time, so it may get lost. */
  watched(game: string, number: number, wantsNext: boolean): void {
    this.#say({ type: "watched", game, number, wants_next: wantsNext });
  }

  #say(message: Incoming): void {
    if (this.state === "open") this.#socket?.send(JSON.stringify(message));
  }

  #ask(following: Following, isBack: boolean): void {
    const { game, as, code } = following;
    const since = isBack ? following.since() : null;
    this.#say({
      type: "follow",
      game,
      ...(as ? { as } : {}),
      ...(code ? { code } : {}),
      ...(since === null ? {} : { since }),
      updates: "events",
    });
  }

  #hear(message: Outgoing): void {
    this.#heardAt = Date.now();
    switch (message.type) {
      case "welcome":
        this.state = "open";
        this.failures = 0;
        clearInterval(this.#ping);
        this.#ping = setInterval(() => this.#beat(), PING_EVERY);
        for (const following of this.#following.values()) this.#ask(following, true);
        for (const { wish } of this.#pending.values()) this.#say(wish);
        break;
      case "table":
      case "update":
      case "status":
      case "chat":
        this.#following.get(message.game)?.heard(message);
        break;
      case "happened":
        this.#following.get(message.game)?.heard(message);
        if (message.key) this.#done(message.key, message.number);
        break;
      case "done":
        this.#done(message.key, message.number);
        break;
      case "refused":
        this.#refused(message);
        break;
      case "job":
        for (const listener of this.#listeners) listener(message.job);
        break;
      case "games":
        for (const listener of this.#listeners) listener(message);
        break;
      case "pong":
      case "goodbye":
        break;
    }
  }

  #done(key: string, number: number): void {
    this.#pending.get(key)?.done(number);
    this.#pending.delete(key);
  }

  #refused({ key, game, problem }: Extract<Outgoing, { type: "refused" }>): void {
    const refusal = new Refusal(problem);
    const pending = key ? this.#pending.get(key) : undefined;
    const following = game ? this.#following.get(game) : undefined;
    if (refusal.code === DATABASE_AWAY) {
      // What was asked for stays asked for, under the same key; meanwhile it is said why nothing happens.
      following?.refused(refusal);
      setTimeout(() => this.#repeat(key ?? null, following), (refusal.retryAfter ?? 1) * 1000);
    } else if (pending && key) {
      this.#pending.delete(key);
      pending.refused(refusal);
    } else following?.refused(refusal);
  }

  #repeat(key: string | null, following: Following | undefined): void {
    const pending = key ? this.#pending.get(key) : undefined;
    if (pending) this.#say(pending.wish);
    else if (following && this.#following.get(following.game) === following) this.#ask(following, true);
  }
}

export const live = new Live();
