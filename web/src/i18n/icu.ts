/**
 * The small subset of ICU MessageFormat in which all texts are written, as texts/icu.py describes it:
 *
 *     {name}                                          the parameter's value
 *     {name, plural, one {# step} other {# steps}}    a form for the number, which is #
 *
 * The forms are CLDR's, and `other` serves where a text leaves one out. Forms may hold parameters and plurals of their own. There is no quoting.
 */

export type Piece =
  | string
  | { readonly name: string }
  | { readonly name: string; readonly forms: Readonly<Record<string, Pattern>> }
  | { readonly count: true };
export type Pattern = readonly Piece[];
export type Values = Readonly<Record<string, string | number>>;

export function parsed(text: string): Pattern {
  const reader = new Reader(text);
  const pattern = reader.pattern(false);
  if (reader.at < text.length) throw reader.wrong("a '}' too many");
  return pattern;
}

/** How a language counts: the form that goes with a number, and the number as it is written. */
interface Counting {
  readonly rule: Intl.PluralRules;
  readonly numbers: Intl.NumberFormat;
}

const countings = new Map<string, Counting>();

function countingIn(language: string): Counting {
  let found = countings.get(language);
  if (!found) {
    found = { rule: new Intl.PluralRules(language), numbers: new Intl.NumberFormat(language) };
    countings.set(language, found);
  }
  return found;
}

export function filled(pattern: Pattern, values: Values, language: string): string {
  return pieces(pattern, values, countingIn(language), "");
}

/** The names a text speaks of; those that are counted in a plural are true. */
export function parameters(pattern: Pattern): Map<string, boolean> {
  const found = new Map<string, boolean>();
  for (const piece of pattern) {
    if (typeof piece === "string" || "count" in piece) continue;
    const counted = "forms" in piece;
    found.set(piece.name, counted || (found.get(piece.name) ?? false));
    if (!counted) continue;
    for (const form of Object.values(piece.forms)) {
      for (const [name, isCounted] of parameters(form))
        found.set(name, isCounted || (found.get(name) ?? false));
    }
  }
  return found;
}

function pieces(pattern: Pattern, values: Values, counting: Counting, count: string): string {
  let text = "";
  for (const piece of pattern) {
    if (typeof piece === "string") text += piece;
    else if ("count" in piece) text += count;
    else {
      const value = values[piece.name];
      if (value === undefined) throw new Error(`no value for {${piece.name}}`);
      if ("forms" in piece) {
        const number = Number(value);
        const form = piece.forms[counting.rule.select(number)] ?? piece.forms["other"] ?? [];
        text += pieces(form, values, counting, counting.numbers.format(number));
      } else text += typeof value === "number" ? counting.numbers.format(value) : value;
    }
  }
  return text;
}

class Reader {
  at = 0;
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  wrong(what: string): Error {
    return new Error(`${what} at character ${this.at + 1} of ${JSON.stringify(this.text)}`);
  }

  /** As far as the text's end or the '}' that closes the form this is in. */
  pattern(inPlural: boolean): Pattern {
    const found: Piece[] = [];
    while (this.at < this.text.length && this.text[this.at] !== "}") {
      if (this.text[this.at] === "{") {
        this.at += 1;
        found.push(this.argument());
      } else if (inPlural && this.text[this.at] === "#") {
        this.at += 1;
        found.push({ count: true });
      } else found.push(this.taken(inPlural ? /[^{}#]+/y : /[^{}]+/y, "text"));
    }
    return found;
  }

  private argument(): Piece {
    const name = this.taken(/[a-z_]+/y, "parameter's name");
    if (this.text[this.at] === "}") {
      this.at += 1;
      return { name };
    }
    this.taken(/, plural,/y, "'}' or ', plural,'");
    const forms: Record<string, Pattern> = {};
    while (this.text[this.at] !== "}") {
      const head = this.taken(/ *(?:zero|one|two|few|many|other) \{/y, "form like 'other {'");
      forms[head.replace(/[ {]/g, "")] = this.pattern(true);
      this.taken(/\}/y, "'}'");
    }
    this.at += 1;
    if (!forms["other"]) throw this.wrong("a plural without 'other'");
    return { name, forms };
  }

  private taken(wanted: RegExp, name: string): string {
    wanted.lastIndex = this.at;
    const found = wanted.exec(this.text);
    if (!found) throw this.wrong(`no ${name}`);
    this.at = wanted.lastIndex;
    return found[0];
  }
}
