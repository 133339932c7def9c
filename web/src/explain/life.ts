/** The years of somebody's life, in words. */
import type { PersonFacts } from "../generated/api";
import { t } from "../i18n/speech.svelte";

export function lifeOf({ born, died }: Pick<PersonFacts, "born" | "died">): string {
  if (born === null) return "";
  return died === null
    ? t("page_explain.born_in", { born: String(born) })
    : t("page_explain.lived", { born: String(born), died: String(died) });
}
