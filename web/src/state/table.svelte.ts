/**
 * The one store of a table: what the server said last, and what the person in front of it has picked so far.
 * Everything that is drawn follows from here.
 */
import { type Edition, opponentOf, type Side } from "../edition/edition";
import type { Move, View } from "../generated/view";
import { NO_OFFERS, type Offers, offersOf, type Spot, sameMove } from "../prompt/offers";

/** The Editor's nearest win, as rules/paths.py finds it. */
export interface WayToWin {
  readonly informants: readonly string[];
  readonly needed: readonly string[];
  readonly recruit: readonly string[];
  readonly spaces: readonly string[];
}

/** Something on the table whose explanation is open. */
export type Subject =
  | { readonly kind: "card"; readonly card: number }
  | { readonly kind: "space"; readonly space: string }
  | { readonly kind: "picture"; readonly picture: string }
  | { readonly kind: "token"; readonly token: string | null }
  | { readonly kind: "marker"; readonly marker: "initiative" | "momentum" }
  | { readonly kind: "momentum"; readonly side: Side }
  | { readonly kind: "side"; readonly side: Side }
  | { readonly kind: "pile"; readonly side: Side; readonly pile: "discard" | "removed" | "deck" }
  | { readonly kind: "bag" }
  | { readonly kind: "log" };

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
  /** What is pointed at, in the log or on the table, so that both light up. */
  pointed = $state.raw<ReadonlySet<string>>(new Set());

  offers: Offers = $derived(
    this.view?.decision?.moves
      ? offersOf(this.view.decision.moves, (name) => this.edition.informants.some((one) => one.name === name))
      : NO_OFFERS,
  );
  /** The side this person looks from; those who only watch sit with the Editor. */
  me: Side = $derived(this.view?.viewer === "nixon" ? "nixon" : "editor");
  opponent: Side = $derived(opponentOf(this.me));
  mayDecide = $derived(this.offers.moves.length > 0);

  private readonly send: (move: Move) => void;

  constructor(edition: Edition, send: (move: Move) => void) {
    this.edition = edition;
    this.send = send;
  }

  show(view: View, way: WayToWin | null): void {
    const isNew = this.view?.ply !== view.ply;
    this.view = view;
    this.way = way;
    if (isNew) this.letGo();
  }

  /** Forget what was picked. */
  letGo(): void {
    this.card = null;
    this.spot = null;
    this.waiting = null;
  }

  /** A thing on the table was touched: choose what it offers, or show it. */
  touch(spot: Spot, subject: Subject): void {
    const moves = this.offers.at(spot);
    const [only] = moves;
    if (only && moves.length === 1) this.choose(only);
    else if (only) this.spot = this.spot === spot ? null : spot;
    else this.subject = subject;
  }

  pickCard(card: number): void {
    this.spot = null;
    this.waiting = null;
    this.card = this.card === card ? null : card;
  }

  choose(move: Move, confirm = false): void {
    if (!this.offers.moves.some((one) => sameMove(one, move))) return;
    if (confirm) {
      this.waiting = move;
      return;
    }
    this.letGo();
    this.send(move);
  }
}
