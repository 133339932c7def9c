/** What the page says, in the language of the moment. A catalogue is loaded when its language is first spoken. */
import { type Edition, editionIn } from "../edition/edition";
import { loaders, partLoaders } from "../generated/loaders";
import {
  type Catalogue,
  type Key,
  LANGUAGES,
  type Language,
  type Parameters,
  type Part,
} from "../generated/words";
import { sentence, Wording } from "./wording";

const NOTHING: Edition = {
  key: "",
  name: "",
  digest: "",
  language: "en",
  title: "",
  colors: [],
  tokens: [],
  momentum_tokens: 0,
  cards: [],
  abilities: [],
  spaces: [],
  informants: [],
  threads: [],
};

class Speech {
  #catalogue = $state.raw<Catalogue | null>(null);
  #language = $state<Language>("en");
  #edition = $state.raw<Edition>(NOTHING);
  readonly #parts = new Set<Part>();
  #wording = $derived(this.#catalogue && new Wording(this.#language, this.#catalogue, this.#edition));

  get language(): Language {
    return this.#language;
  }

  get ready(): boolean {
    return this.#catalogue !== null;
  }

  /** The edition that is spoken about. */
  get edition(): Edition {
    return this.#edition;
  }

  set edition(edition: Edition) {
    this.#edition = edition;
  }

  get wording(): Wording {
    if (!this.#wording) throw new Error("no catalogue is loaded");
    return this.#wording;
  }

  /** Speak about an edition from now on, by its name or key. */
  async about(name: string): Promise<Edition> {
    this.#edition = await editionIn(name, this.#language);
    return this.#edition;
  }

  async speak(language: Language): Promise<void> {
    const parts = [loaders[language], ...[...this.#parts].map((part) => partLoaders[part][language])];
    const loaded = await Promise.all(parts.map((load) => load()));
    const edition = this.#edition;
    if (edition.key && edition.language !== language) {
      const translated = await editionIn(edition.key, language).catch(() => edition);
      if (this.#edition.key === edition.key) this.#edition = translated;
    }
    this.#catalogue = Object.assign({}, ...loaded.map((module) => module.default));
    this.#language = language;
    document.documentElement.lang = language;
  }

  /** Have the words of a part of the page ready, in this language and in every one spoken later. */
  async need(part: Part): Promise<void> {
    if (this.#parts.has(part)) return;
    const language = this.#language;
    const { default: words } = await partLoaders[part][language]();
    this.#parts.add(part);
    if (language !== this.#language) await this.speak(this.#language);
    else this.#catalogue = { ...this.#catalogue, ...words };
  }
}

export const speech = new Speech();

type Values<K extends Key> = Parameters[K] extends Record<string, never> ? [] : [Parameters[K]];

/** The text of a key. */
export function t<K extends Key>(key: K, ...[values]: Values<K>): string {
  return speech.wording.phrase(key, values ?? {});
}

/** What a language calls itself. */
export function nameOf(language: Language): string {
  return sentence(new Intl.DisplayNames([language], { type: "language" }).of(language) ?? language);
}

/** How dates are written: as the browser's person does it, where that is the language of the page. */
export function locale(): string {
  return navigator.languages.find((tag) => tag.split("-")[0] === speech.language) ?? speech.language;
}

export function languageOf(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const found = LANGUAGES.find((language) => tag.toLowerCase().split("-")[0] === language);
    if (found) return found;
  }
  return "en";
}
