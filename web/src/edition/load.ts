/** Editions come from the server in one language at a time; here they are put together, and kept. */
import type { EditionFacts } from "../generated/api";
import { once } from "../net/once";
import type { Edition, Texts } from "./edition";

/** An edition with its words in a language, and in those it had them in before. */
export async function editionIn(name: string, language: string, before?: Edition): Promise<Edition> {
  const facts = await once<EditionFacts>(`/api/editions/${encodeURIComponent(name)}/${language}`);
  return withLanguage(facts, language, before);
}

export const speaks = (edition: Edition, language: string): boolean => language in edition.titles;

export function withLanguage(facts: EditionFacts, language: string, before?: Edition): Edition {
  const known = before?.digest === facts.digest ? before : undefined;
  const add = (old: Texts | undefined, text: string): Texts => ({ ...old, [language]: text });
  return {
    name: facts.name,
    digest: facts.digest,
    titles: add(known?.titles, facts.title),
    colors: facts.colors.map(({ title, ...rest }, n) => ({
      ...rest,
      names: add(known?.colors[n]?.names, title),
    })),
    token_kinds: facts.tokens,
    momentum_tokens: facts.momentum_tokens,
    cards: facts.cards.map(({ name, text, ...rest }, n) => ({
      ...rest,
      side: rest.side as Edition["cards"][number]["side"],
      kind: rest.kind as Edition["cards"][number]["kind"],
      names: add(known?.cards[n]?.names, name),
      texts: add(known?.cards[n]?.texts, text),
    })),
    abilities: facts.abilities.map(({ name, text, space }, n) => ({
      space,
      names: add(known?.abilities[n]?.names, name),
      texts: add(known?.abilities[n]?.texts, text),
    })),
    spaces: facts.spaces,
    informants: facts.informants,
    threads: facts.threads,
  };
}
