/** Where the page is now. */
import { addressOf, type Route, routeOf } from "./routes";

class Router {
  #route = $state.raw<Route>(routeOf(location.hash));

  constructor() {
    addEventListener("hashchange", () => {
      this.#route = routeOf(location.hash);
    });
  }

  get route(): Route {
    return this.#route;
  }

  go(route: Route): void {
    location.hash = addressOf(route);
  }
}

export const router = new Router();
