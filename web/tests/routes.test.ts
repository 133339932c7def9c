import { describe, expect, test } from "vitest";
import { addressOf, HOME, type Route, routeOf } from "../src/router/routes";

/** An address as the browser parts it. */
function read(address: string): Route {
  const url = new URL(address, "http://here");
  return routeOf(url.pathname, url.hash);
}

describe("addresses", () => {
  test.each<Route>([
    { name: "home" },
    { name: "table", game: "abc123" },
    { name: "join", game: "abc123", side: "nixon", code: "a-b_c" },
    { name: "watch", game: "abc123", code: "a-b_c" },
    { name: "recover", code: "rec_x" },
    { name: "replay", game: "abc123", ply: null, code: null },
    { name: "replay", game: "abc123", ply: 12, code: "x" },
    { name: "replay", game: "abc123", ply: null, code: "x", review: true },
    { name: "learn", topic: null },
    { name: "learn", topic: "cards/13" },
    { name: "guide", side: "editor" },
    { name: "exercise", number: 12 },
    { name: "settings" },
    { name: "workshop", edition: null },
    { name: "workshop", edition: "0123456789abcdef0123" },
  ])("$name and back", (route) => {
    expect(read(addressOf(route))).toEqual(route);
  });

  test("the front page is home", () => {
    expect(read("/")).toEqual(HOME);
  });

  test.each([
    "/nowhere",
    "/game",
    "/game/xyz",
    "/game/Not-A-Game",
    "/join/abc123",
    "/join/abc123/chance#x",
    "/watch",
    "/exercise",
    "/exercise/0",
    "/exercise/first",
    "/learn/nowhere",
    "/replay/abc/9",
    "/workshop/not-a-key",
    "/%E0%A4%A",
  ])("nothing is at %s", (address) => {
    expect(read(address)).toMatchObject({ name: "unknown" });
  });

  test("a guide for nobody leads to where guides are found", () => {
    expect(read("/guide/chance")).toEqual({ name: "learn", topic: null });
  });

  test("codes of links stand behind the #", () => {
    expect(addressOf({ name: "watch", game: "abc123", code: "s e" })).toBe("/watch/abc123#s%20e");
  });
});
