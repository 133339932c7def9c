import { expect, test } from "vitest";
import type { Entry } from "../src/generated/view";
import { happenedBy } from "../src/log/happened";

const entry = (key: string) => ({ key, params: {} }) as Entry;
const [played, moved, passed, round] = ["card_played_value", "marker_moved", "passed", "round_begins"].map(
  entry,
) as [Entry, Entry, Entry, Entry];

test("what the other side did is summed up, also where a pass of one's own came between", () => {
  const first = happenedBy([], [played], false);
  const second = happenedBy(first, [passed], true);
  expect(happenedBy(second, [moved], false)).toEqual([played, moved]);
});

test("an own choice begins anew, with what came after it by itself", () => {
  expect(happenedBy([played], [moved], true)).toEqual([]);
  expect(happenedBy([played], [moved, round], true)).toEqual([round]);
});
