import { expect, test } from "vitest";
import { Patience } from "../src/motion/patience";
import { durationOf, isMain, lengthOf, scenesOf } from "../src/motion/scenes";
import { edition, tapes } from "./fixtures";

const MOST = 4000;

/** How long scenes take whose wish for time is this, one after the other. */
function shown(patience: Patience, lengths: readonly number[], mayBeMore = false): number {
  return lengths.reduce((sum, ms, n) => {
    const ahead = lengths.slice(n).reduce((one, other) => one + other, 0);
    const took = ms * patience.share(ahead, mayBeMore);
    patience.spend(took);
    return sum + took;
  }, 0);
}

test("a little is shown as long as it likes", () => {
  expect(shown(new Patience(MOST), [1000, 900])).toBe(1900);
});

test("however much happened, it is shown in the time there is", () => {
  expect(shown(new Patience(MOST), Array(40).fill(1500))).toBeLessThanOrEqual(MOST + 1);
});

test("what comes move by move takes no longer together", () => {
  const patience = new Patience(MOST);
  const moves = Array.from({ length: 9 }, () => shown(patience, [1700, 950, 950], true));
  expect(moves[0]).toBeGreaterThan(1000);
  expect(moves.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(MOST);
});

test("whoever skips sees no more until they have decided", () => {
  const patience = new Patience(MOST);
  patience.lose();
  expect(shown(patience, [1000])).toBe(0);
  patience.renew();
  expect(shown(patience, [1000])).toBe(1000);
});

test("what is left out in a hurry is never a card that was played", () => {
  for (const { steps } of tapes) {
    for (const [n, after] of steps.entries()) {
      const before = steps[n - 1];
      if (!before) continue;
      const scenes = scenesOf(before.view, after.events, after.view, edition);
      const least = scenes.filter(isMain);
      const played = after.events.filter(({ key }) => key.startsWith("card_played"));
      expect(least.flatMap(({ entries }) => entries)).toEqual(expect.arrayContaining(played));
      expect(durationOf(after.events)).toBeLessThanOrEqual(lengthOf(scenes));
    }
  }
});
