/** What the server refuses, or why it cannot be reached: a code whose words are in the catalogue. */
import type { ProblemNow } from "../generated/messages";
import type { Wording } from "../i18n/wording";

export class Refusal extends Error {
  readonly code: string;
  readonly params: Readonly<Record<string, string | number>>;
  readonly retryAfter: number | null;

  constructor(problem: Pick<ProblemNow, "code" | "message"> & Partial<ProblemNow>) {
    super(problem.message);
    this.code = problem.code;
    this.params = problem.params ?? {};
    this.retryAfter = problem.retry_after ?? null;
  }
}

/** There was no answer: the network or the server is away. */
export const UNREACHABLE = "unreachable";

export const unreachable = (): Refusal => new Refusal({ code: UNREACHABLE, message: UNREACHABLE });

const LASTING = new Set(["not_found", "bad_link", "bad_request", "not_allowed"]);

/** Whether trying again cannot help. */
export const isLasting = (error: unknown): boolean => error instanceof Refusal && LASTING.has(error.code);

/** What is not there, by its name for people. */
function thing(what: string, words: Wording): string {
  const key = `page.what_${what}`;
  return words.has(key) ? words.phrase(key) : what;
}

/** Why something did not work, in the language of the page. */
export function reasonOf(error: unknown, words: Wording): string {
  if (!(error instanceof Refusal)) return words.phrase("problem.internal");
  if (error.code === UNREACHABLE) return words.phrase("page.unreachable");
  const params = Object.fromEntries(
    Object.entries(error.params).map(([name, value]) => [
      name,
      name === "decider" ? words.side(String(value)) : name === "what" ? thing(String(value), words) : value,
    ]),
  );
  if (!words.has(`problem.${error.code}`)) return error.message;
  try {
    return words.phrase(`problem.${error.code}`, params);
  } catch {
    return error.message; // a newer server's problem, with other parameters
  }
}
