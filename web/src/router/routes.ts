/**
 * The addresses of the page: what they mean, and back. Secrets of links stand behind the `#`, which a browser sends to
 * no server.
 */

import type { Side } from "../edition/edition";
import { DESKS } from "../learn/topics";

export type Route =
  | { readonly name: "home" }
  | { readonly name: "table"; readonly game: string }
  | { readonly name: "join"; readonly game: string; readonly side: Side; readonly code: string }
  | { readonly name: "watch"; readonly game: string; readonly code: string }
  | { readonly name: "recover"; readonly code: string }
  | {
      readonly name: "replay";
      readonly game: string;
      readonly ply: number | null;
      readonly code: string | null;
      /** Whoever comes this way has asked for the review. */
      readonly review?: true;
    }
  | { readonly name: "learn"; readonly topic: string | null }
  | { readonly name: "guide"; readonly side: Side }
  /** An exercise of the collection. */
  | { readonly name: "exercise"; readonly number: number }
  | { readonly name: "settings" }
  /** The draft on the bench; or an edition that somebody has made, by its key. */
  | { readonly name: "workshop"; readonly edition: string | null }
  /** An address where nothing is. */
  | { readonly name: "unknown"; readonly path: string }
  | { readonly name: "demo"; readonly fixture: string };

export const HOME: Route = { name: "home" };
const REVIEW = "review";

const isSide = (name: string | undefined): name is Side => name === "editor" || name === "nixon";

/** What a game is called. */
const isGame = (name: string | undefined): name is string =>
  name !== undefined && /^[a-z0-9]{6,40}$/.test(name);

/** What an address asks for. */
export function routeOf(path: string, hash = ""): Route {
  const [name, first, second, ...rest] = path.split("/").slice(1).map(decoded);
  const unknown: Route = { name: "unknown", path };
  const code = decoded(hash.replace(/^#/, ""));
  switch (name) {
    case "game":
      return isGame(first) ? { name: "table", game: first } : unknown;
    case "join":
      return isGame(first) && isSide(second) ? { name, game: first, side: second, code } : unknown;
    case "watch":
      return isGame(first) ? { name, game: first, code } : unknown;
    case "recover":
      return { name, code };
    case "replay": {
      const ply = second && /^\d{1,6}$/.test(second) ? Number(second) : null;
      if (!isGame(first)) return unknown;
      return { name, game: first, ply, code: code || null, ...(second === REVIEW ? { review: true } : {}) };
    }
    case "learn":
      if (first && !DESKS.some((desk) => desk === first)) return unknown;
      return { name, topic: [first, second, ...rest].filter(Boolean).join("/") || null };
    case "guide":
      return isSide(first) ? { name, side: first } : { name: "learn", topic: null };
    case "exercise":
      return first && /^[1-9]\d{0,5}$/.test(first) ? { name, number: Number(first) } : unknown;
    case "settings":
      return { name };
    case "workshop":
      return first === undefined || first === "" || /^[0-9a-f]{8,40}$/.test(first)
        ? { name, edition: first || null }
        : unknown;
    case "demo":
      return import.meta.env.DEV && first ? { name, fixture: first } : unknown;
    case "":
    case undefined:
      return HOME;
    default:
      return unknown;
  }
}

export function addressOf(route: Route): string {
  switch (route.name) {
    case "home":
      return "/";
    case "table":
      return address(["game", route.game]);
    case "join":
      return address(["join", route.game, route.side], route.code);
    case "watch":
      return address(["watch", route.game], route.code);
    case "recover":
      return address(["recover"], route.code);
    case "replay":
      return address(["replay", route.game, ...placeIn(route)], route.code);
    case "learn":
      return address(["learn", ...(route.topic?.split("/") ?? [])]);
    case "guide":
      return address(["guide", route.side]);
    case "exercise":
      return address(["exercise", String(route.number)]);
    case "settings":
      return address(["settings"]);
    case "workshop":
      return address(["workshop", ...(route.edition === null ? [] : [route.edition])]);
    case "unknown":
      return route.path;
    case "demo":
      return address(["demo", route.fixture]);
  }
}

function placeIn({ ply, review }: { readonly ply: number | null; readonly review?: true }): string[] {
  if (ply !== null) return [String(ply)];
  return review ? [REVIEW] : [];
}

function address(parts: readonly string[], code?: string | null): string {
  return `/${parts.map(encodeURIComponent).join("/")}${code ? `#${encodeURIComponent(code)}` : ""}`;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
