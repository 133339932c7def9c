/** What of a preview is worth telling: that the card itself is played and put away is plain. */
import type { Preview } from "../generated/api";
import type { Entry } from "../generated/view";

const PLAIN = /^(card_played|card_to_|card_discarded|reacted|card_named|passed)/;
const MOST = 3;

export function tellingOf({ events }: Pick<Preview, "events">): Entry[] {
  return events.filter((entry) => !PLAIN.test(entry.key)).slice(0, MOST);
}
