/** What kind of line an entry of the log is, by the rules' own table of events (docs/tables.json). */
import { EVENTS } from "../generated/tables";
import type { Entry } from "../generated/view";

type Keyed = Pick<Entry, "key">;

/** Whether it is a line of the story; others only keep the books. */
export const isTold = ({ key }: Keyed): boolean => !EVENTS[key]?.is_mark;

/** Whether a summary leaves it out: it follows from the rest, or happens in every round. */
export const isDetail = ({ key }: Keyed): boolean => !isTold({ key }) || Boolean(EVENTS[key]?.is_detail);

/** Whether a new paragraph of the story begins with it. */
export const isHead = ({ key }: Keyed): boolean => Boolean(EVENTS[key]?.is_head);

/** Whether somebody plays a card, for what it is worth, or in answer to another. */
export const isPlay = ({ key }: Keyed): boolean => /^(card_played_|card_discarded|reacted)/.test(key);

/** The rules behind an entry, by their numbers. */
export const rulesOf = ({ key }: Keyed): readonly string[] => EVENTS[key]?.rules ?? [];
