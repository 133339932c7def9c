/**
 * The one store of a table: what the server said last, and what the person in front of it has picked so far.
 * Everything that is drawn follows from here.
 */
import { type Edition, opponentOf, type Side } from "../edition/edition";
import type { Preview, WayToWin } from "../generated/api";
import type { Entry, Message, Move, View } from "../generated/view";
import { cardsBefore } from "../hand/cards";
import { type Choice, choicesOf, keyOf } from "../prompt/numbers";
import {
  cardSpot,
  NO_OFFERS,
  namedIn,
  type Offers,
  offersOf,
  type Spot,
  sameMove,
  spotOf,
  wouldBe,
} from "../prompt/offers";

/** Something on the table whose explanation is open. */
export type Subject =
  | { readonly kind: "card"; readonly card: number }
  | { readonly kind: "space"; readonly space: string }
  | { readonly kind: "picture"; readonly picture: string }
  | { readonly kind: "token"; readonly token: string | null }
  | { readonly kind: "marker"; readonly marker: "initiative" | "momentum" }
  | { readonly kind: "momentum"; readonly side: Side }
  | { readonly kind: "side"; readonly side: Side }
  | { readonly kind: "pile"; readonly side: Side; readonly pile: "discard" | "removed" | "deck" | "hand" }
  | { readonly kind: "bag" }
  | { readonly kind: "color"; readonly color: string }
  | { readonly kind: "place"; readonly place: string }
  /** The rules behind a line of the log. */
  | { readonly kind: "rule"; readonly title: string; readonly rules: readonly string[] }
  | { readonly kind: "log" };

/** Who sits at a side, and how the clock stands there. */
export interface Sitting {
  readonly name: string;
  /** Whether it is the person before this screen, and nobody else's seat. */
  readonly isYou: boolean;
  /** Whether a person is there now; null for a computer. */
  readonly present: boolean | null;
  /** Milliseconds left, and the moment when that was said; null without a clock. */
  readonly clock: { readonly left: number; readonly at: number; readonly isRunning: boolean } | null;
}

/** A move that the computer would consider, with the chance to win it sees after it. */
export interface Hint {
  readonly move: Move;
  readonly value: number;
}

/** What can be asked of whoever knows the rules. */
export interface Services {
  whyNot(move: string): Promise<Message | null>;
  previews(moves: readonly string[]): Promise<Readonly<Record<string, Preview>>>;
  /** Whether moves are to be confirmed. */
  confirms(): boolean;
}

export class TableState {
  readonly edition: Edition;
  view = $state.raw<View | null>(null);
  way = $state.raw<WayToWin | null>(null);
  /** The card of the hand that was picked, whose uses are shown. */
  card = $state<number | null>(null);
  /** A spot that offers more than one move, picked to see them. */
  spot = $state<Spot | null>(null);
  /** A move that waits to be confirmed. */
  waiting = $state.raw<Move | null>(null);
  subject = $state.raw<Subject | null>(null);
  /** Why what was touched last cannot be chosen. */
  refusal = $state.raw<Message | null>(null);
  /** What the moves of the picked card would do, by their notation. */
  previews = $state.raw<Readonly<Record<string, Preview>>>({});
  hints = $state.raw<readonly Hint[]>([]);
  /** A move is on its way: nothing is offered until it is answered. */
  busy = $state(false);
  /** Somebody else's game: nothing is offered. */
  isWatched = $state(false);
  /** Nothing is offered before the game goes on. */
  isPaused = $state(false);
  sitting = $state.raw<Readonly<Record<Side, Sitting>> | null>(null);
  /** Whether keys are in use, so that what glows is numbered. */
  keyed = $state(false);
  /** What is pointed at, in the log or on the table, so that both light up. */
  pointed = $state.raw<ReadonlySet<string>>(new Set());
  /** What has happened since this side decided last. */
  happened = $state.raw<readonly Entry[]>([]);
  /** The lines of the log that are being played out. */
  playing = $state.raw<readonly Entry[]>([]);

  offers: Offers = $derived(
    this.view?.decision?.moves && !this.busy && !this.isPaused && !this.isWatched
      ? offersOf(this.view.decision.moves, (name) => this.isPicture(name))
      : NO_OFFERS,
  );
  /** What could be chosen next if a use of the picked card were made. */
  could: ReadonlySet<Spot> = $derived(
    new Set(
      Object.values(this.previews)
        .flatMap((preview) => preview.choices)
        .flatMap((move) => spotOf(move, (name) => this.isPicture(name)) ?? []),
    ),
  );
  /** The token that the announced card is to move, while that can be reacted to. */
  named: Spot | null = $derived(namedIn(this.view?.decision?.prompt.params ?? {}));
  /** The places of what was hinted at: 1 for the best. */
  hinted: ReadonlyMap<Spot, number> = $derived(
    new Map(
      this.hints
        .map(({ move }, n) => [spotOf(move, (name) => this.isPicture(name)), n + 1] as const)
        .filter((pair): pair is readonly [Spot, number] => pair[0] !== null)
        .reverse(),
    ),
  );
  /** Where this person sits, also when all cards lie open at the end; null for those who watch, or sit on both. */
  seat = $state<Side | null>(null);
  /** The side this person looks from; those who only watch sit with the Editor. */
  me: Side = $derived(
    this.view?.viewer === "nixon" || this.view?.viewer === "editor"
      ? this.view.viewer
      : (this.seat ?? "editor"),
  );
  opponent: Side = $derived(opponentOf(this.me));
  mayDecide = $derived(this.offers.moves.length > 0);
  /** What the number keys choose. */
  choices: readonly Choice[] = $derived(
    this.view
      ? choicesOf(
          this.offers,
          cardsBefore(this.me, this.view, this.offers.moves).map((held) => held.card),
          this,
        )
      : [],
  );
  private numbers: ReadonlyMap<string, number> = $derived(
    new Map(this.choices.slice(0, 10).map((choice, n) => [keyOf(choice), n + 1])),
  );

  private shown = -1;
  private readonly send: (move: Move) => void;
  private readonly services: Services | null;

  constructor(edition: Edition, send: (move: Move) => void, services: Services | null = null) {
    this.edition = edition;
    this.send = send;
    this.services = services;
  }

  isPicture(name: string): boolean {
    return this.edition.informants.some((one) => one.name === name);
  }

  show(view: View, way: WayToWin | null): void {
    const isNew = this.shown !== view.ply;
    this.shown = view.ply;
    this.view = view;
    this.way = way;
    if (isNew) {
      this.letGo();
      this.hints = [];
    }
  }

  /** Forget what was picked. */
  letGo(): void {
    this.card = null;
    this.spot = null;
    this.waiting = null;
    this.refusal = null;
    this.previews = {};
  }

  /** A thing on the table was touched: choose what it offers, or show it. */
  touch(spot: Spot, subject: Subject | null): void {
    const moves = this.offers.at(spot);
    const [only] = moves;
    if (only && moves.length === 1) this.choose(only);
    else if (only) this.spot = this.spot === spot ? null : spot;
    else {
      if (subject) this.subject = subject;
      const move = wouldBe(spot, this.offers.moves);
      if (move) void this.askWhyNot(move);
    }
  }

  pickCard(card: number): void {
    const isPicked = this.card === card;
    this.letGo();
    if (isPicked) return;
    this.card = card;
    void this.preview(card);
  }

  /** Make a move, or have it confirmed first. */
  choose(move: Move): void {
    if (!this.offers.moves.some((one) => sameMove(one, move))) return;
    if (this.services?.confirms() && !(this.waiting && sameMove(this.waiting, move))) {
      this.waiting = move;
      return;
    }
    this.letGo();
    this.send(move);
  }

  /** Decline what is asked, without being asked again. */
  pass(): void {
    const move = this.offers.moves.find(({ verb }) => verb === "pass");
    if (!move) return;
    this.letGo();
    this.send(move);
  }

  /** The number key that chooses something, while numbers are shown. */
  numberOf(key: string): number | null {
    return this.keyed ? (this.numbers.get(key) ?? null) : null;
  }

  /** A number key was pressed. */
  chooseNumber(number: number): void {
    const choice = this.choices[number - 1];
    this.keyed = true;
    if (!choice) return;
    if (choice.kind === "card") this.pickCard(choice.card);
    else if (choice.kind === "move") this.choose(choice.move);
    else this.touch(choice.spot, null);
  }

  /** Find out why a move cannot be made; the answer is shown with the prompt. */
  async askWhyNot(move: string): Promise<void> {
    const { view } = this;
    const message = await this.services?.whyNot(move).catch(() => null);
    if (message && this.view === view) this.refusal = message;
  }

  private async preview(card: number): Promise<void> {
    const { view } = this;
    const moves = this.offers.at(cardSpot(card)).map(({ text }) => text);
    if (!this.services || moves.length === 0) return;
    const found = await this.services.previews(moves).catch(() => ({}));
    if (this.view === view && this.card === card) this.previews = found;
  }
}
