/** The addresses of the page, behind the `#`: what they mean, and back. */

export type Route =
  | { readonly name: "home" }
  | { readonly name: "table"; readonly game: string }
  | { readonly name: "learn"; readonly topic: string | null }
  | { readonly name: "replay"; readonly game: string; readonly ply: number | null }
  | { readonly name: "settings" }
  | { readonly name: "demo"; readonly fixture: string };

export const HOME: Route = { name: "home" };

export function routeOf(hash: string): Route {
  const [name, first, second] = hash
    .replace(/^#?\/?/, "")
    .split("/")
    .map(decoded);
  switch (name) {
    case "table":
      return first ? { name, game: first } : HOME;
    case "learn":
      return { name, topic: first || null };
    case "replay": {
      const ply = second && /^\d+$/.test(second) ? Number(second) : null;
      return first ? { name, game: first, ply } : HOME;
    }
    case "settings":
      return { name };
    case "demo":
      return first ? { name, fixture: first } : HOME;
    default:
      return HOME;
  }
}

export function addressOf(route: Route): string {
  const parts = (() => {
    switch (route.name) {
      case "home":
        return [];
      case "table":
        return ["table", route.game];
      case "learn":
        return route.topic ? ["learn", route.topic] : ["learn"];
      case "replay":
        return ["replay", route.game, ...(route.ply === null ? [] : [String(route.ply)])];
      case "settings":
        return ["settings"];
      case "demo":
        return ["demo", route.fixture];
    }
  })();
  return `#/${parts.map(encodeURIComponent).join("/")}`;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
