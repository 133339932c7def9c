/** A game over a connection that gets lost. Only the server's end of it is stood in for. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Incoming, Outgoing, Status, Table, Update } from "../src/generated/messages";
import type { View } from "../src/generated/view";
import type { LiveGame } from "../src/state/game.svelte";
import { edition, fixture } from "./fixtures";
import { between, seat } from "./statuses";

const GAME = "abc123";
const PATIENT = { timeout: 60_000, interval: 5 };

/** The server's end of one connection. */
class Wire {
  static all: Wire[] = [];
  readonly heard: Incoming[] = [];
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;

  constructor() {
    Wire.all.push(this);
  }

  send(text: string): void {
    this.heard.push(JSON.parse(text) as Incoming);
  }

  close(): void {}

  tell(message: Outgoing): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  ofKind<Type extends Incoming["type"]>(type: Type): Extract<Incoming, { type: Type }>[] {
    return this.heard.filter((one): one is Extract<Incoming, { type: Type }> => one.type === type);
  }
}

const answers = (path: string): unknown => {
  if (path === "/api/me") return { csrf: "token" };
  if (path.startsWith("/api/editions/")) return edition;
  return path.includes("/ways") ? [] : {};
};

const atOneScreen: Status = { ...between, seats: [seat("editor", true), seat("nixon", true)] };

const { view } = fixture("play.editor");
const moves = view.decision?.moves ?? [];

const tableOf = (status: Status, number = 3, seen: View = view): Table => ({
  type: "table",
  game: GAME,
  number,
  you: seen.viewer,
  options: { edition: edition.key } as Table["options"],
  status,
  view: seen,
  chat: [],
});

const updateOf = (status: Status, number: number): Update => ({
  type: "update",
  game: GAME,
  number,
  act: "move",
  by: "editor",
  events: [],
  view,
  status,
});

/** The next connection, welcomed. */
async function connected(number: number): Promise<Wire> {
  await vi.waitFor(() => expect(Wire.all).toHaveLength(number), PATIENT);
  const wire = Wire.all[number - 1] as Wire;
  wire.tell({ type: "welcome", person: "p", name: "Ann", server: "1", version: 1 });
  return wire;
}

let close = () => {};

/** A game that is followed, and has been told. */
async function seated(status: Status): Promise<[LiveGame, Wire]> {
  const { LiveGame } = await import("../src/state/game.svelte");
  const { speech } = await import("../src/i18n/speech.svelte");
  const { pace } = await import("../src/motion/pace.svelte");
  await speech.speak("en");
  pace.now = "off";
  const game = new LiveGame(GAME, null);
  close = game.open();
  const wire = await connected(1);
  wire.tell(tableOf(status));
  await vi.waitFor(() => expect(game.table?.view).toEqual(view), PATIENT);
  return [game, wire];
}

/** Choose the first move, and see it said. */
async function moved(game: LiveGame, wire: Wire) {
  const first = moves[0];
  if (!first) throw new Error("nothing to choose");
  game.table?.choose(first);
  await vi.waitFor(() => expect(wire.ofKind("move")).toHaveLength(1), PATIENT);
  const [said] = wire.ofKind("move");
  if (!said) throw new Error("nothing was said");
  expect(said).toMatchObject({ game: GAME, number: 3, move: first.text });
  return said;
}

const refused = (key: string, code: string, retry_after: number | null = null): Outgoing => ({
  type: "refused",
  key,
  game: GAME,
  number: null,
  problem: { code, message: code, params: {}, retry_after },
});

beforeEach(() => {
  Wire.all = [];
  vi.resetModules();
  vi.stubGlobal("WebSocket", Wire);
  vi.stubGlobal("fetch", async (path: string) => new Response(JSON.stringify(answers(path))));
  vi.stubGlobal("location", new URL(`http://localhost/game/${GAME}`));
  vi.stubGlobal("history", { state: null, replaceState: () => {} });
  vi.stubGlobal("document", Object.assign(new EventTarget(), { hidden: false, documentElement: {} }));
  vi.stubGlobal("addEventListener", () => {});
});

afterEach(() => {
  close();
  vi.unstubAllGlobals();
});

describe("a connection", () => {
  test("that was lost comes back, and asks for what came after", async () => {
    const [, first] = await seated(between);
    expect(first.ofKind("follow")).toEqual([{ type: "follow", game: GAME, updates: "events" }]);
    first.onclose?.();
    const second = await connected(2);
    expect(second.ofKind("follow")).toEqual([{ type: "follow", game: GAME, since: 3, updates: "events" }]);
  });

  test("says again under the same key what was not answered, and nothing that was", async () => {
    const [game, first] = await seated(between);
    const said = await moved(game, first);
    first.onclose?.();
    const second = await connected(2);
    expect(second.ofKind("move")).toEqual([said]);
    second.tell({ type: "done", game: GAME, key: said.key, number: 4 });
    await vi.waitFor(() => expect(game.isSending).toBe(false), PATIENT);
    second.onclose?.();
    expect((await connected(3)).ofKind("move")).toEqual([]);
  });

  test("asks again for itself while the database is away", async () => {
    const [game, wire] = await seated(between);
    const said = await moved(game, wire);
    wire.tell(refused(said.key, "database_away", 0.001));
    await vi.waitFor(() => expect(wire.ofKind("move")).toEqual([said, said]), PATIENT);
    expect(game.trouble).toMatchObject({ code: "database_away" });
    expect(game.isSending).toBe(true);
  });
});

describe("a game", () => {
  test("asks for the whole table where something was missed", async () => {
    const [game, wire] = await seated(between);
    wire.tell(updateOf(between, 5));
    expect(wire.ofKind("follow")).toHaveLength(2);
    expect(wire.ofKind("follow")[1]).not.toHaveProperty("since");
    wire.tell(tableOf(between, 5));
    expect(game.told?.number).toBe(5);
  });

  test("that was faster elsewhere is looked up, and nothing is complained of", async () => {
    const [game, wire] = await seated(between);
    const said = await moved(game, wire);
    wire.tell(refused(said.key, "stale"));
    await vi.waitFor(() => expect(wire.ofKind("follow")).toHaveLength(2), PATIENT);
    expect(game.trouble).toBeNull();
  });

  test("says what was refused, until something happens, and lets one choose again", async () => {
    const [game, wire] = await seated(between);
    const said = await moved(game, wire);
    expect(game.table?.offers.moves).toEqual([]);
    wire.tell(refused(said.key, "paused"));
    await vi.waitFor(() => expect(game.trouble).toMatchObject({ code: "paused" }), PATIENT);
    await vi.waitFor(() => expect(game.table?.offers.moves).toEqual(moves), PATIENT);
    wire.tell(updateOf(between, 4));
    expect(game.trouble).toBeNull();
  });

  test("between people shows an answer that is held back only when it is told", async () => {
    const held = { ...between, hold_ms: 1000 };
    const [game, wire] = await seated(held);
    const said = await moved(game, wire);
    wire.tell({ type: "done", game: GAME, key: said.key, number: 3 });
    await vi.waitFor(() => expect(game.isSending).toBe(false), PATIENT);
    expect(game.table?.offers.moves).toEqual([]);
    expect(wire.ofKind("follow")).toHaveLength(1);
    wire.tell(updateOf(between, 4));
    await vi.waitFor(() => expect(game.table?.offers.moves).toEqual(moves), PATIENT);
  });

  test("at one screen drops what one side saw before the other looks", async () => {
    const [game, wire] = await seated(atOneScreen);
    expect(game.isHandedOver).toBe(true);
    game.takeOver("editor");
    expect(game.told).toBeNull();
    expect(wire.ofKind("follow").at(-1)).toMatchObject({ as: "editor" });
    wire.tell(tableOf(atOneScreen));
    await vi.waitFor(() => expect(game.table?.view).toEqual(view), PATIENT);
    expect(game.isHandedOver).toBe(false);

    wire.tell(updateOf({ ...atOneScreen, decider: "nixon" }, 4));
    expect(game.told).toBeNull();
    expect(game.table).toBeNull();
    expect(game.isHandedOver).toBe(false); // nothing is known of it yet
    expect(wire.ofKind("follow").at(-1)).toMatchObject({ as: "spectator" });
    const nobodys = tableOf({ ...atOneScreen, decider: "nixon" }, 4, { ...view, viewer: "spectator" });
    wire.tell(nobodys);
    expect(game.isHandedOver).toBe(true);
    game.takeOver("nixon");
    wire.tell(nobodys); // too late: other eyes are asked for
    expect(game.told).toBeNull();
  });
});
