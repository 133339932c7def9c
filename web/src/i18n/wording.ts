/** The things of the game in the words of a language, as rules/wording.py has them: one catalogue, one result. */
import { cardOf, type Edition } from "../edition/edition";
import type { Message, Move, Params, Result } from "../generated/view";
import type { Catalogue, Key, Language } from "../generated/words";
import { moveOf } from "../prompt/offers";
import { filled, type Pattern, parsed, type Values } from "./icu";

export type { Message, Move, Params };

const MARKERS = ["initiative", "momentum"];
const FACEDOWN = "facedown";

/** Speaks one language about one edition. */
export class Wording {
  readonly language: Language;
  readonly edition: Edition;
  private readonly catalogue: Catalogue;
  private readonly patterns = new Map<string, Pattern>();

  constructor(language: Language, catalogue: Catalogue, edition: Edition) {
    this.language = language;
    this.catalogue = catalogue;
    this.edition = edition;
  }

  /** The text of a key that only the program knows, as those in messages; itself where there is none. */
  phrase(key: string, values: Values = {}): string {
    const text = this.catalogue[key as Key] as string | undefined;
    if (text === undefined) return key;
    let pattern = this.patterns.get(key);
    if (!pattern) {
      pattern = parsed(text);
      this.patterns.set(key, pattern);
    }
    return filled(pattern, values, this.language);
  }

  has(key: string): boolean {
    return key in this.catalogue;
  }

  /** A message as a sentence, as `text_of` in rules/messages.py makes it. */
  say(message: Message): string {
    const values = Object.fromEntries(
      Object.entries(message.params).map(([name, value]) => [name, this.word(name, value)]),
    );
    return sentence(this.phrase(message.key, values)).replaceAll("?.", "?");
  }

  /** How a game ended, as the last line of its log says it. */
  result({ winner, way }: Result): string {
    return this.say(
      winner === null
        ? { key: "log.stopped", params: {} }
        : { key: "log.won", params: { side: winner, way } },
    );
  }

  /** What stands for a parameter of a message. */
  word(name: string, value: unknown): string | number {
    if (Array.isArray(value)) {
      const words = value.map((one) => String(this.word(name.replace(/s$/, ""), one)));
      return words.join(this.phrase("join.list")) || this.phrase("join.nothing");
    }
    if (typeof value === "number") return this.numbered(name, value);
    const text = String(value);
    switch (name) {
      case "token":
        return this.token(text);
      case "color":
        return this.color(text);
      case "space":
        return this.space(text);
      case "picture":
        return this.picture(text);
      case "move":
        return this.move(moveOf(text));
      default:
        return this.has(`${name}.${text}`) ? this.phrase(`${name}.${text}`) : text;
    }
  }

  private numbered(name: string, value: number): string | number {
    if (name === "card" || name === "other_card") return this.card(value);
    if (name === "ability") return this.ability(value);
    return value;
  }

  card(number: number): string {
    return cardOf(this.edition, number).name;
  }

  cardText(number: number): string {
    return cardOf(this.edition, number).text;
  }

  ability(space: number): string {
    const ability = this.edition.abilities.find((one) => one.space === space);
    return ability ? ability.name : String(space);
  }

  abilityText(space: number): string {
    const ability = this.edition.abilities.find((one) => one.space === space);
    return ability ? ability.text : "";
  }

  /** `blue-yellow*` as `blue and yellow token with the momentum symbol`. */
  token(name: string): string {
    const kind = this.edition.tokens.find((one) => one.name === name);
    if (!kind) return name;
    const colors = kind.colors.map((color) => this.color(color)).join(this.phrase("join.colors"));
    return this.phrase(kind.momentum_symbol ? "token.with_symbol" : "token.plain", { colors });
  }

  color(name: string): string {
    const color = this.edition.colors.find((one) => one.name === name);
    if (color) return color.title;
    return this.has(`color.${name}`) ? this.phrase(`color.${name}`) : name;
  }

  /** `rim3` as `rim space 3`; names are made of a word and a number, or are not ours. */
  space(name: string): string {
    const found = /^([a-z]+)(\d+)$/.exec(name);
    if (!found || !this.has(`space.${found[1]}`)) return name;
    return this.phrase(`space.${found[1]}`, { number: Number(found[2]) });
  }

  picture(name: string): string {
    return this.edition.informants.find((one) => one.name === name)?.full_name ?? name;
  }

  side(name: string): string {
    return String(this.word("side", name));
  }

  /** A move as people say it: `play Howard Hunt for its value`. */
  move(move: Move): string {
    const [key, name, value] = this.moveKey(move);
    const values: Record<string, string | number> = name ? { [name]: this.word(name, value) } : {};
    if (move.at && move.at !== FACEDOWN) values["at"] = move.at;
    return this.phrase(`move.${key}`, values);
  }

  private moveKey(move: Move): [key: string, name: string, value: unknown] {
    if (move.card != null) {
      if (move.part != null) return [`play_${move.part}`, "card", move.card];
      return [move.verb === "draw" ? "draw_card" : move.verb, "card", move.card];
    }
    if (move.token != null) {
      if (move.verb === "choose") {
        return [move.at === FACEDOWN ? "choose_token_down" : "choose_token", "token", move.token];
      }
      return [move.verb === "draw" ? "draw_token" : move.verb, "token", move.token];
    }
    const target = move.target ?? "";
    if (move.verb === "ask") return ["ask", "color", target];
    if (move.verb === "pin") return ["pin", "space", target];
    if (move.verb === "choose") {
      if (target === FACEDOWN) return ["choose_facedown", "", null];
      if (MARKERS.includes(target)) return ["choose_marker", "marker", target];
      if (this.edition.informants.some((one) => one.name === target))
        return ["choose_picture", "picture", target];
      return ["choose_space", "space", target];
    }
    return ["pass", "", null];
  }
}

/** With a capital at the beginning, where a parameter may stand, and one mark at the end. */
export function sentence(text: string): string {
  const ended = text.replace(/([?!])\.$/, "$1");
  return ended.slice(0, 1).toUpperCase() + ended.slice(1);
}
