/** What a person has chosen about the page, kept in the browser. */
import { LANGUAGES, type Language } from "../generated/words";
import { languageOf, speech } from "../i18n/speech.svelte";
import { missing } from "../router/missing.svelte";
import { keep, keptFields } from "./storage";

export const THEMES = ["auto", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];
export const STANDINGS = ["ask", "decline_turn", "decline_always"] as const;
/** How windows for reactions are answered in games between people. */
export type Standing = (typeof STANDINGS)[number];
export const TEXT_SIZES = [100, 125, 150, 175, 200] as const;

interface Kept {
  language: Language;
  theme: Theme;
  textSize: number;
  motion: "auto" | "less";
  confirm: boolean;
  sound: boolean;
  chat: boolean;
  numbers: boolean;
  shortcuts: boolean;
  notify: boolean;
  standing: Standing;
  letsPass: boolean;
}

const PLACE = "watergate.settings";

class Settings {
  language = $state<Language>("en");
  theme = $state<Theme>("auto");
  textSize = $state(100);
  motion = $state<"auto" | "less">("auto");
  confirm = $state(false);
  sound = $state(false);
  /** Whether chat is shown in games with friends. */
  chat = $state(true);
  /** Whether everything that can be chosen carries its number. */
  numbers = $state(false);
  /** Whether letters and digits are keys of the table. */
  shortcuts = $state(true);
  notify = $state(false);
  standing = $state<Standing>("ask");
  /** Whether a chance to react passes by itself if one does nothing. */
  letsPass = $state(true);
  /** By how much a large window enlarges what lies on a table. */
  growth = $state(1);
  /** The size of a letter in pixels, as it is drawn now. */
  rem = $derived((16 * this.textSize * this.growth) / 100);

  load(): void {
    const kept: Partial<Record<keyof Kept, unknown>> = keptFields(PLACE);
    this.language = LANGUAGES.find((one) => one === kept.language) ?? languageOf(navigator.languages);
    this.theme = THEMES.find((one) => one === kept.theme) ?? "auto";
    this.textSize = TEXT_SIZES.find((one) => one === kept.textSize) ?? 100;
    this.motion = kept.motion === "less" ? "less" : "auto";
    this.confirm = kept.confirm === true;
    this.sound = kept.sound === true;
    this.chat = kept.chat !== false;
    this.numbers = kept.numbers === true;
    this.shortcuts = kept.shortcuts !== false;
    this.notify = kept.notify === true;
    this.standing = STANDINGS.find((one) => one === kept.standing) ?? "ask";
    this.letsPass = kept.letsPass !== false;
  }

  /** Put all of it into effect and keep it; to be run whenever something changed. */
  apply(isNight: boolean): void {
    const root = document.documentElement;
    root.dataset["theme"] = this.theme === "auto" ? (isNight ? "dark" : "light") : this.theme;
    root.dataset["motion"] = this.motion;
    root.style.fontSize = `${this.textSize * this.growth}%`;
    if (!speech.ready || speech.language !== this.language) void missing.part(speech.speak(this.language));
    const chosen = {
      language: this.language,
      theme: this.theme,
      textSize: this.textSize,
      motion: this.motion,
      confirm: this.confirm,
      sound: this.sound,
      chat: this.chat,
      numbers: this.numbers,
      shortcuts: this.shortcuts,
      notify: this.notify,
      standing: this.standing,
      letsPass: this.letsPass,
    } satisfies Kept;
    keep(PLACE, JSON.stringify(chosen));
  }
}

export const settings = new Settings();
