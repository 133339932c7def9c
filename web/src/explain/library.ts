/** The rules and the history, from the server, each fetched once in a language when it is first wanted. */
import type { HistoryFacts, RuleSection } from "../generated/api";
import type { Language } from "../generated/words";
import { once } from "../net/once";

export const rulesIn = (language: Language): Promise<RuleSection[]> => once(`/api/rules/${language}`);
export const historyIn = (language: Language): Promise<HistoryFacts> => once(`/api/history/${language}`);
