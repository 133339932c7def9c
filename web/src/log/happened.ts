/** What has happened, in a line: for who looks up from the cards. Pure. */
import type { Entry, View } from "../generated/view";
import type { Wording } from "../i18n/wording";
import { isDetail, isPlay } from "./entries";

/** The last card of the other side and what it did, where nothing of one's own came after it. */
export function lastPlayOf({ log, viewer }: View): readonly Entry[] {
  const last = log.findLastIndex(isPlay);
  const by = log[last]?.params.side;
  return by === undefined || by === viewer ? [] : log.slice(last);
}

/** What has happened since the last own choice; of an own move, what came after it by itself. Passing ends nothing. */
export function happenedBy(
  before: readonly Entry[],
  events: readonly Entry[],
  isOwn: boolean,
): readonly Entry[] {
  if (!isOwn) return [...before, ...events];
  if (events[0]?.key === "passed") return [...before, ...events.slice(1)];
  const after = events.findIndex(({ key }) => /^evaluation_|^round_begins/.test(key));
  return after < 0 ? [] : events.slice(after);
}

/** Its sentences, from the first card on and without what follows from the rest. */
export function sumUp(happened: readonly Entry[], words: Wording): string {
  const first = Math.max(0, happened.findIndex(isPlay));
  return happened
    .slice(first)
    .filter((entry) => !isDetail(entry) && entry.key !== "round_begins")
    .map(({ key, params }) => words.say({ key: `log.${key}`, params }))
    .join(" ");
}
