import { describe, expect, test } from "vitest";
import type { GameSummary } from "../src/generated/api";
import { Turns } from "../src/state/turns.svelte";

function game(id: string, your_turn: boolean, other: "person" | "computer" = "person"): GameSummary {
  const seat = { name: "Ann", player: null } as const;
  return {
    id,
    state: "running",
    your_sides: ["editor"],
    your_turn,
    decider: your_turn ? "editor" : "nixon",
    seats: [
      { ...seat, side: "editor", kind: "person", is_you: true },
      { ...seat, side: "nixon", kind: other, is_you: false },
    ],
    ending: null,
    imported: false,
    number: 3,
    created_at: 0,
    changed_at: 0,
  };
}

function turnsOf(...games: GameSummary[]) {
  const told: string[] = [];
  const turns = new Turns(
    () => Promise.resolve(games),
    (one) => told.push(one),
  );
  return { turns, told };
}

describe("games that wait for me", () => {
  test("are those with people, as they are listed", () => {
    const { turns, told } = turnsOf();
    turns.listed([game("a", true), game("b", true, "computer"), game("c", false)]);
    expect([...turns.waiting]).toEqual(["a"]);
    expect(told).toEqual([]); // who has just looked need not be told
  });

  test("are told of once, and forgotten when they wait no more", async () => {
    const { turns, told } = turnsOf();
    turns.listed([game("a", false), game("b", false, "computer")]);
    await turns.heard({ game: "a", your_turn: true });
    await turns.heard({ game: "a", your_turn: true });
    await turns.heard({ game: "b", your_turn: true });
    expect([[...turns.waiting], told]).toEqual([["a"], ["a"]]);
    await turns.heard({ game: "a", your_turn: false });
    expect(turns.waiting.size).toBe(0);
    await turns.heard({ game: "a", your_turn: true });
    expect(told).toEqual(["a", "a"]);
  });

  test("are looked up where they have not been listed", async () => {
    const { turns, told } = turnsOf(game("a", true), game("b", true, "computer"));
    await turns.heard({ game: "b", your_turn: true });
    expect([[...turns.waiting], told]).toEqual([["a"], []]);
    await turns.heard({ game: "a", your_turn: true });
    expect(told).toEqual([]); // it was seen to wait before
  });
});
