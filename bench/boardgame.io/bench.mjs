// Measures boardgame.io's server: `node bench.mjs MATCHES`, then a line of seconds for each slice.
//
// The server runs in a process of its own, as ours does, and keeps matches in memory, its fastest
// storage. Clients speak its socket.io protocol themselves, without boardgame.io's client, which
// would compute every move a second time. A slice is answered by one line of JSON: how many moves
// were acknowledged to those who made them, and in how many seconds.

import { fork } from "node:child_process";
import { createInterface } from "node:readline";
import { createRequire } from "node:module";
import { io } from "socket.io-client";

const require = createRequire(import.meta.url);
const GAME = "cards";
const MOVES_A_MATCH = 200; // about as many as a game of ours has decisions

// A game about as large as ours: two hidden hands, hidden decks, open cards and a board; some 3 KB
// are sent to a player.
const card = (n) => ({ id: n, value: (n % 4) + 1, color: "rgby"[n % 4], part: "action", at: null });
const game = {
  name: GAME,
  setup: () => ({
    hands: { 0: [0, 1, 2, 3, 4].map(card), 1: [5, 6, 7, 8, 9].map(card) },
    decks: { 0: [10, 11, 12, 13, 14, 15].map(card), 1: [16, 17, 18, 19, 20, 21].map(card) },
    discarded: [22, 23, 24, 25, 26, 27, 28, 29].map(card),
    board: Array.from({ length: 30 }, (_, n) => ({ space: `space${n}`, token: null, faceUp: false })),
    track: { initiative: 0, momentum: 0 },
    moves: 0,
  }),
  moves: {
    play: ({ G, playerID }, which, space) => {
      const hand = G.hands[playerID];
      const [played] = hand.splice(which, 1);
      hand.push(G.decks[playerID].shift());
      G.decks[playerID].push(G.discarded.shift());
      G.discarded.push(played);
      G.board[space].token = played.color;
      G.board[space].faceUp = !G.board[space].faceUp;
      G.track.momentum += played.value % 2 ? 1 : -1;
      G.moves += 1;
    },
  },
  turn: { minMoves: 1, maxMoves: 1 },
  endIf: ({ G }) => (G.moves >= MOVES_A_MATCH ? { winner: "0" } : undefined),
  playerView: ({ G, playerID }) => ({
    ...G,
    hands: { [playerID]: G.hands[playerID] },
    decks: { 0: G.decks[0].length, 1: G.decks[1].length },
  }),
};

async function serve() {
  const { Server } = require("boardgame.io/server");
  const server = Server({ games: [game], origins: ["*"] });
  const running = await server.run({ port: 0, lobbyConfig: { apiPort: 0 } });
  process.send(running.appServer.address().port);
  process.on("disconnect", () => process.exit());
}

let isRunning = false;
let acknowledged = 0;
let made = 0;

class Match {
  constructor(url) {
    this.sockets = [0, 1].map((player) => this.connect(url, player));
    this.begin();
  }

  connect(url, player) {
    const socket = io(`${url}/${GAME}`, { transports: ["websocket"], forceNew: true });
    const hear = (id, state) => id === this.id && this.hear(player, state);
    socket.on("sync", (id, info) => hear(id, info.state));
    socket.on("update", hear);
    return socket;
  }

  // boardgame.io makes a match when somebody comes to it first; the second comes when it is there.
  begin() {
    this.id = `match${made++}`;
    this.states = [undefined, undefined];
    this.asked = [undefined, undefined]; // after which state, where no answer has come yet
    this.come(0);
  }

  come(player) {
    this.sockets[player].emit("sync", this.id, String(player), undefined, 2);
  }

  hear(player, state) {
    const isNew = this.states[player] === undefined;
    this.states[player] = state;
    if (this.asked[player] < state._stateID) {
      this.asked[player] = undefined;
      acknowledged++;
    }
    if (isNew && player === 0) this.come(1);
    else if (this.states.every((s) => s?.ctx.gameover)) this.begin();
    else this.move();
  }

  move() {
    if (!isRunning || this.states.includes(undefined)) return;
    for (const player of [0, 1]) {
      const { ctx, _stateID } = this.states[player];
      if (ctx.gameover || ctx.currentPlayer !== String(player)) continue;
      if (this.asked[player] !== undefined) continue;
      this.asked[player] = _stateID;
      const args = [Math.floor(Math.random() * 5), Math.floor(Math.random() * 30)];
      const payload = { type: "play", args, playerID: String(player) };
      const action = { type: "MAKE_MOVE", payload };
      this.sockets[player].emit("update", action, _stateID, this.id, String(player));
    }
  }
}

async function measure(matches) {
  const server = fork(import.meta.filename, ["server"], {
    env: { ...process.env, NODE_ENV: "production" },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const port = await new Promise((resolve) => server.once("message", resolve));
  const all = Array.from({ length: matches }, () => new Match(`http://127.0.0.1:${port}`));
  const sleep = (seconds) => new Promise((resolve) => setTimeout(resolve, 1000 * seconds));
  while (all.some((match) => match.states.includes(undefined))) await sleep(0.05);
  process.stdout.write(`${JSON.stringify({ ready: JSON.stringify(all[0].states[0]).length })}\n`);
  for await (const line of createInterface({ input: process.stdin })) {
    const [before, start] = [acknowledged, performance.now()];
    isRunning = true;
    for (const match of all) match.move();
    await sleep(Number(line));
    const answer = { moves: acknowledged - before, seconds: (performance.now() - start) / 1000 };
    isRunning = false;
    await sleep(0.2);
    process.stdout.write(`${JSON.stringify(answer)}\n`);
  }
  process.exit();
}

if (process.argv[2] === "server") await serve();
else await measure(Number(process.argv[2]));
