/** Where other devices find this server, which may be open to this computer alone. */
import type { NetworkNow } from "../generated/api";
import { get, post } from "../net/http";
import { isLoopback } from "./loopback";

class Network {
  /** What the server said of itself; null before it was asked, and where the page comes from afar. */
  now = $state.raw<NetworkNow | null>(null);
  trouble = $state.raw<unknown>(null);
  readonly isHere = isLoopback(location.hostname);
  /** The address that links begin with. */
  origin = $derived(this.now?.address ?? location.origin);
  /** Whether links lead nowhere but to this computer. */
  isAlone = $derived(this.isHere && this.now?.address == null);

  #isAsked = false;

  async look(): Promise<void> {
    if (!this.isHere || this.#isAsked) return;
    this.#isAsked = true;
    await this.#take(() => get<NetworkNow>("/api/network"));
  }

  open = () => this.#take(() => post<NetworkNow>("/api/network/open"));

  async #take(ask: () => Promise<NetworkNow>): Promise<void> {
    this.trouble = null;
    try {
      this.now = await ask();
    } catch (error) {
      this.trouble = error;
    }
  }
}

export const network = new Network();
