/** Where the page is now. Links within the page lead on without loading it anew. */
import { Layers } from "./layers";
import { addressOf, type Route, routeOf } from "./routes";

class Router {
  #route = $state.raw<Route>(here());
  readonly #layers = new Layers(history, () => location.href);

  constructor() {
    addEventListener("popstate", ({ state }) => {
      if (!this.#layers.wentTo(state)) this.#read();
    });
    addEventListener("hashchange", () => this.#read());
    document.addEventListener("click", (event) => this.#follow(event));
  }

  get route(): Route {
    return this.#route;
  }

  go(route: Route): void {
    this.#to(addressOf(route), false);
  }

  /** Another address for where we are, without a step back to the old one: the move looked at, a code that was used. */
  replace(route: Route): void {
    this.#to(addressOf(route), true);
  }

  /** Something lies over the page now: going back closes it. To be told, by the function returned, when it is gone. */
  over(close: () => void): () => void {
    return this.#layers.open(close);
  }

  #to(address: string, isSamePlace: boolean): void {
    if (isSamePlace) this.#layers.rename(address);
    else this.#layers.leaveFor(address);
    const before = this.#route.name;
    this.#read();
    if (!isSamePlace && this.#route.name !== before) scrollTo(0, 0);
  }

  #read(): void {
    this.#route = here();
  }

  #follow(event: MouseEvent): void {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
    if (!(link instanceof HTMLAnchorElement) || link.target || link.hasAttribute("download")) return;
    const url = new URL(link.href);
    if (url.origin !== location.origin || url.pathname.startsWith("/api/")) return;
    // A place on the same page is found by the browser.
    if (url.pathname === location.pathname && url.search === location.search && url.hash) return;
    event.preventDefault();
    this.#to(`${url.pathname}${url.search}${url.hash}`, false);
  }
}

function here(): Route {
  return routeOf(location.pathname, location.hash);
}

export const router = new Router();
