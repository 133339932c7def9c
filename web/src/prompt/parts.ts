/** A prompt in two parts: who is asked, and what. */
import type { Message, View } from "../generated/view";
import { sentence, type Wording } from "../i18n/wording";

export interface PromptParts {
  readonly side: string;
  readonly text: string;
  /** Whether it asks somebody to do something, rather than tells what goes on. */
  readonly isAsked: boolean;
}

/** Prompts are written as `{side}: what to do`; those that only tell what goes on stay whole. */
export function promptParts(prompt: Message, words: Wording): PromptParts {
  const side = words.side(prompt.params.side ?? "");
  const text = words.say(prompt);
  const head = `${sentence(side)}: `;
  const isAsked = text.startsWith(head);
  return { side, isAsked, text: isAsked ? sentence(text.slice(head.length)) : text };
}

/** The cards that lie on the table between the piles: the one in play, and the chain of reactions to it. */
export function inPlayOf(view: Pick<View, "in_play" | "chain">): number[] {
  return [...view.in_play.filter((card) => !view.chain.includes(card)), ...view.chain];
}
