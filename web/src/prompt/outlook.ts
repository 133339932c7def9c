/** What of a preview is worth telling: that the card itself is played and put away is plain. */
import type { Preview } from "../generated/api";
import type { Entry } from "../generated/view";
import { isDetail, isPlay } from "../log/entries";

const MOST = 3;

export function tellingOf({ events }: Pick<Preview, "events">): Entry[] {
  return events
    .filter((entry) => !isDetail(entry) && !isPlay(entry) && entry.key !== "card_named")
    .slice(0, MOST);
}
