/** What of a preview is worth telling: that the card itself is played and put away is plain. */
import type { Preview } from "../generated/api";
import type { Entry } from "../generated/view";
import { isDetail, isPlay, isTold } from "../log/entries";

const MOST = 3;

/** Whether playing the card would change nothing but where it lies. */
export function doesNothing({
  events,
  choices,
  certain,
}: Pick<Preview, "events" | "choices" | "certain">): boolean {
  const isPlain = (entry: Entry) =>
    !isTold(entry) || isPlay(entry) || /^(card_named|card_to_|turn_|next_)/.test(entry.key);
  return certain && choices.length === 0 && events.every(isPlain);
}

export function tellingOf({ events }: Pick<Preview, "events">): Entry[] {
  return events
    .filter((entry) => !isDetail(entry) && !isPlay(entry) && entry.key !== "card_named")
    .slice(0, MOST);
}
