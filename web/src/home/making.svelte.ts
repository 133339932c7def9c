/** Making a game and going to it; one at a time, with the trouble there was. */
import type { Made, NewGame } from "../generated/api";
import { post } from "../net/http";
import { router } from "../router/router.svelte";

class Making {
  /** Which of the ways to play is being prepared. */
  busy = $state<string | null>(null);
  trouble = $state.raw<{ readonly what: string; readonly error: unknown } | null>(null);

  async game(what: string, wish: NewGame): Promise<void> {
    await this.go(what, async () => {
      const { id } = await post<Made>("/api/games", wish);
      router.go({ name: "table", game: id });
    });
  }

  async record(text: string): Promise<void> {
    await this.go("record", async () => {
      const { id } = await post<Made>("/api/records", { record: text });
      router.go({ name: "replay", game: id, ply: null, code: null });
    });
  }

  private async go(what: string, make: () => Promise<void>): Promise<void> {
    if (this.busy) return;
    this.busy = what;
    this.trouble = null;
    try {
      await make();
    } catch (error) {
      this.trouble = { what, error };
    } finally {
      this.busy = null;
    }
  }
}

export const making = new Making();
