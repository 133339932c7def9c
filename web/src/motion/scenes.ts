/**
 * A move as a little play: from the view before it, its events and the view after it, the scenes in which it is shown,
 * each with the log line it belongs to, what flies where, what lights up, and how long it takes. Pure.
 */
import type { Edition, Side } from "../edition/edition";
import type { Entry, View } from "../generated/view";
import { isDetail, isTold } from "../log/entries";
import { cardSpot, facedownSpot, markerSpot, pictureSpot, spaceSpot, tokenSpot } from "../prompt/offers";
import {
  type Anchor,
  anchorsOf,
  BAG,
  deckAnchor,
  handAnchor,
  momentumAnchor,
  pileAnchor,
  placeAnchor,
  STAGE,
  SUPPLY,
  sideAnchor,
} from "./anchors";
import { fold, unknown } from "./fold";

/** Something that is seen to move. */
export type Prop =
  | { readonly kind: "evidence"; readonly token: string | null; readonly faceUp: boolean }
  | { readonly kind: "marker"; readonly marker: "initiative" | "momentum" }
  | { readonly kind: "card"; readonly card: number | null; readonly side: Side }
  | { readonly kind: "picture"; readonly picture: string };

/** A thing on its way. Both ends name several anchors, the best first, since not everything is drawn everywhere. */
export interface Flight {
  readonly prop: Prop;
  readonly from: readonly Anchor[];
  readonly to: readonly Anchor[];
}

export interface Scene {
  /** The log lines that the scene shows; the first is its caption. */
  readonly entries: readonly Entry[];
  /** How the table looks when the scene is over. */
  readonly view: View;
  readonly flights: readonly Flight[];
  readonly lights: readonly Anchor[];
  /** At ordinary speed. */
  readonly ms: number;
  /** Which of the five steps of the evaluation this belongs to. */
  readonly evaluation: number | null;
}

export const EVALUATION_STEPS = 5;

const MS: Readonly<Record<string, number>> = {
  round_begins: 1000,
  card_played_value: 1700,
  card_played_action: 2200,
  card_discarded: 1400,
  reacted: 2200,
  card_named: 1800,
  passed: 700,
  asked: 1400,
  answered_yes: 1500,
  answered_no: 1500,
  card_to_discard: 600,
  card_to_removed: 700,
  turned_up: 900,
  marker_moved: 950,
  evidence_moved: 950,
  initiative_taken: 1300,
  momentum_gained: 1300,
  ability: 1400,
  linked: 1500,
  won: 2600,
};
const USUAL = 1000;
const EVALUATION = 1500;
/** Each further thing that flies along sets off so much later. */
export const STAGGER = 130;

/** Things that happen in a row and are one scene: cards dealt, tokens laid out, tokens put away. */
const TOGETHER: readonly RegExp[] = [
  /^card_drawn/,
  /^evidence_laid_out/,
  /^(evidence_bagged|facedown_bagged)/,
  /^(card_to_discard|card_to_removed|card_lost)$/,
];

export function scenesOf(before: View, events: readonly Entry[], after: View, edition: Edition): Scene[] {
  const scenes: Scene[] = [];
  const stage = new StageHand(before, edition);
  let evaluation = evaluationIn(before);
  for (const group of grouped(events)) {
    const flights = group.flatMap((entry) => stage.play(entry));
    const entries = group.filter(isTold);
    const [first] = entries;
    if (!first) continue;
    if (first.key.startsWith("evaluation_")) evaluation = first.params.number ?? null;
    else if (first.key === "round_begins") evaluation = null;
    scenes.push({
      entries,
      view: unchosen(stage.view),
      flights,
      lights: [...new Set(entries.flatMap(anchorsOf))],
      ms: lengthOfKind(first.key) + STAGGER * Math.max(0, flights.length - 1),
      evaluation,
    });
  }
  const last = scenes.at(-1);
  if (last) scenes[scenes.length - 1] = { ...last, view: unchosen(after) };
  return scenes;
}

/** The step of an evaluation that has begun: choosing what to gain and where to pin it goes on with the last one. */
function evaluationIn({ log, decision }: View): number | null {
  const last = log.findLast(({ key }) => key.startsWith("evaluation_") || key === "round_begins");
  if (!last) return decision?.kind === "gain" ? EVALUATION_STEPS : null;
  return last.key === "round_begins" ? null : (last.params.number ?? null);
}

/** While a move is shown nothing can be chosen. */
function unchosen(view: View): View {
  return view.decision ? { ...view, decision: { ...view.decision, moves: null } } : view;
}

/** How long scenes take together, at ordinary speed. */
export function lengthOf(scenes: readonly Scene[]): number {
  return scenes.reduce((sum, scene) => sum + scene.ms, 0);
}

/** How long events take to be shown, roughly. */
export function durationOf(events: readonly Entry[]): number {
  return grouped(events).reduce((sum, group) => {
    const first = group.find(isTold);
    return first ? sum + lengthOfKind(first.key) : sum;
  }, 0);
}

/** Whether a scene tells more than what follows from others. */
export const isMain = ({ entries }: Scene): boolean => entries.some((entry) => !isDetail(entry));

function lengthOfKind(key: string): number {
  return key.startsWith("evaluation_") ? EVALUATION : (MS[key] ?? USUAL);
}

/** Entries that are one scene; what only keeps the books goes with what was told before it. */
function grouped(events: readonly Entry[]): Entry[][] {
  const groups: Entry[][] = [];
  for (const entry of events) {
    const group = groups.at(-1);
    const before = group?.findLast(isTold);
    const isMore =
      before !== undefined &&
      before.params.side === entry.params.side &&
      TOGETHER.some((kind) => kind.test(before.key) && kind.test(entry.key));
    if (group && (isMore || !isTold(entry))) group.push(entry);
    else groups.push([entry]);
  }
  return groups;
}

/** Carries things across the stage, event by event. */
class StageHand {
  view: View;
  private readonly edition: Edition;

  constructor(before: View, edition: Edition) {
    this.view = before;
    this.edition = edition;
  }

  play(entry: Entry): Flight[] {
    const flights = this.flights(entry);
    this.view = fold(this.view, entry, this.edition);
    return flights;
  }

  private flights({ key, params }: Entry): Flight[] {
    const {
      side: sideName = "editor",
      card = null,
      token = null,
      marker,
      start,
      end,
      at,
      space,
      picture,
    } = params;
    const side = sideName === "nixon" ? "nixon" : "editor";
    const evidence = (faceUp: boolean): Prop => ({ kind: "evidence", token, faceUp });
    const hand = [handAnchor(side), sideAnchor(side)];
    switch (key) {
      case "card_drawn":
      case "card_drawn_hidden":
      case "card_drawn_to_play":
      case "card_drawn_to_play_hidden":
        return [
          {
            prop: { kind: "card", card: null, side },
            from: [deckAnchor(side), sideAnchor(side)],
            to: card === null ? hand : [cardSpot(card), ...hand],
          },
        ];
      case "card_played_value":
      case "card_played_action":
      case "card_discarded":
      case "reacted":
        if (card === null) return [];
        return [{ prop: { kind: "card", card, side }, from: [cardSpot(card), ...hand], to: [STAGE] }];
      case "card_to_discard":
      case "card_to_removed":
      case "card_lost": {
        if (card === null) return [];
        const pile = pileAnchor(side, key === "card_to_removed" ? "removed" : "discard");
        const from = key === "card_lost" ? hand : [cardSpot(card), STAGE];
        return [{ prop: { kind: "card", card, side }, from, to: [pile, sideAnchor(side)] }];
      }
      case "evidence_laid_out":
      case "evidence_laid_out_hidden":
        return [
          {
            prop: evidence(false),
            from: [BAG],
            to: [facedownSpot(token), facedownSpot(null), placeAnchor("0")],
          },
        ];
      case "marker_moved": {
        if ((marker !== "initiative" && marker !== "momentum") || !start || !end) return [];
        const name = markerSpot(marker);
        return [
          {
            prop: { kind: "marker", marker },
            from: [name, placeAnchor(start)],
            to: [name, placeAnchor(end)],
          },
        ];
      }
      case "evidence_moved":
        if (!token || !start || !end) return [];
        return [
          {
            prop: evidence(true),
            from: [tokenSpot(token, start), placeAnchor(start)],
            to: [tokenSpot(token, end), placeAnchor(end)],
          },
        ];
      case "initiative_taken":
        if (this.view.initiative_at === null) return [];
        return [
          {
            prop: { kind: "marker", marker: "initiative" },
            from: [markerSpot("initiative"), placeAnchor(this.view.initiative_at)],
            to: [`initiative:${side}`, sideAnchor(side)],
          },
        ];
      case "momentum_gained":
        return [this.momentum([momentumAnchor(side), sideAnchor(side)])];
      case "momentum_returned":
        return [this.momentum([SUPPLY])];
      case "momentum_placed":
        return [
          {
            prop: { kind: "marker", marker: "momentum" },
            from: [SUPPLY],
            to: [markerSpot("momentum"), placeAnchor("0")],
          },
        ];
      case "initiative_placed":
        return [
          {
            prop: { kind: "marker", marker: "initiative" },
            from: [`initiative:${this.view.initiative}`, sideAnchor(this.view.initiative)],
            to: [markerSpot("initiative"), placeAnchor("0")],
          },
        ];
      case "evidence_drawn":
        return [{ prop: evidence(true), from: [BAG], to: [STAGE] }];
      case "evidence_placed":
        if (!token || !start || !at) return [];
        return [
          {
            prop: evidence(true),
            from: this.origin(token, start),
            to: [tokenSpot(token, at), placeAnchor(at)],
          },
        ];
      case "evidence_pinned_up":
      case "evidence_pinned_down":
        if (!token || !start || !space) return [];
        return [
          {
            prop: evidence(key === "evidence_pinned_up"),
            from: this.origin(token, start),
            to: [spaceSpot(space)],
          },
        ];
      case "evidence_bagged":
        return token && start ? [{ prop: evidence(true), from: this.origin(token, start), to: [BAG] }] : [];
      case "facedown_bagged":
      case "facedown_bagged_hidden":
        return [
          {
            prop: evidence(false),
            from: [facedownSpot(token), facedownSpot(null), placeAnchor("0")],
            to: [BAG],
          },
        ];
      case "picture_recruited":
      case "picture_silenced":
        if (!picture) return [];
        return [{ prop: { kind: "picture", picture }, from: [STAGE], to: [pictureSpot(picture)] }];
      case "round_begins":
      case "turn_begins":
      case "deck_refilled":
      case "card_named":
      case "chain_begins":
      case "chain_ends":
      case "evidence_named":
      case "passed":
      case "card_cancelled":
      case "asked":
      case "answered_yes":
      case "answered_no":
      case "colors_absent":
      case "turned_up":
      case "momentum_out":
      case "ability":
      case "evidence_gained":
      case "evidence_taken_off":
      case "evidence_flipped":
      case "picture_freed":
      case "events_silenced":
      case "another_turn":
      case "round_ended":
      case "evaluation_1":
      case "evaluation_2":
      case "evaluation_3":
      case "evaluation_4":
      case "evaluation_5":
      case "spared":
      case "linked":
      case "unlinked":
      case "stopped":
      case "won":
        return [];
      default:
        return unknown(key, []);
    }
  }

  private momentum(to: readonly Anchor[]): Flight {
    const from = [markerSpot("momentum"), placeAnchor(this.view.momentum_at ?? "0")];
    return { prop: { kind: "marker", marker: "momentum" }, from, to };
  }

  /** Where a token comes from: a place of the track, a space of the board, or the stage, if it was drawn. */
  private origin(token: string, start: string): Anchor[] {
    if (start === "bag") return [STAGE];
    if (this.edition.spaces.some(({ name }) => name === start)) return [spaceSpot(start)];
    return [tokenSpot(token, start), placeAnchor(start)];
  }
}
