/** What the page says, in the language of the moment. A catalogue is loaded when its language is first spoken. */
import type { Edition } from "../edition/edition";
import { type Catalogue, type Key, LANGUAGES, type Language, type Parameters } from "../generated/words";
import { Wording } from "./wording";

const NOTHING: Edition = {
  name: "",
  digest: "",
  titles: {},
  colors: [],
  token_kinds: [],
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

  async speak(language: Language): Promise<void> {
    const module = await loaders[language]();
    this.#catalogue = module.default;
    this.#language = language;
    document.documentElement.lang = language;
  }
}

const loaders: Record<Language, () => Promise<{ default: Catalogue }>> = {
  en: () => import("../generated/words.en"),
  hu: () => import("../generated/words.hu"),
};

export const speech = new Speech();

type Values<K extends Key> = Parameters[K] extends Record<string, never> ? [] : [Parameters[K]];

/** The text of a key. */
export function t<K extends Key>(key: K, ...[values]: Values<K>): string {
  return speech.wording.phrase(key, values ?? {});
}

export function languageOf(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const found = LANGUAGES.find((language) => tag.toLowerCase().split("-")[0] === language);
    if (found) return found;
  }
  return "en";
}
