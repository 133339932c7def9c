/** The rules and the history, from the server, each fetched once in a language when it is first wanted. */
import type { HistoryFacts, RuleSection } from "../generated/api";
import type { Language } from "../generated/words";
import { get } from "../net/http";

const kept = new Map<string, Promise<unknown>>();

function once<Answer>(path: string): Promise<Answer> {
  let found = kept.get(path) as Promise<Answer> | undefined;
  if (!found) {
    found = get<Answer>(path).catch((error: unknown) => {
      kept.delete(path);
      throw error;
    });
    kept.set(path, found);
  }
  return found;
}

export const rulesIn = (language: Language): Promise<RuleSection[]> => once(`/api/rules/${language}`);
export const historyIn = (language: Language): Promise<HistoryFacts> => once(`/api/history/${language}`);
