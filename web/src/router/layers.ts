/**
 * What lies over a page, such as a dialog, is closed by the browser's way back, as people on phones expect.
 *
 * Whatever opens gets a step of the history, at the same address. When it is closed otherwise, the step stays and
 * serves the next one; who then goes back is led over it, and who follows a link leaves it behind: to take it away at
 * once would be a second journey through the history, which others could cross.
 */

type Steps = Pick<History, "pushState" | "replaceState" | "back" | "state">;

const STEP = { isLayer: true };

const isStep = (state: unknown): boolean =>
  typeof state === "object" && state !== null && "isLayer" in state && state.isLayer === true;

export class Layers {
  readonly #history: Steps;
  readonly #address: () => string;
  readonly #open: (() => void)[] = [];
  /** Whether the page stands at a step that was made for a layer. */
  #isAtStep: boolean;
  /** Where the page is, which a step back to an older address must not change. */
  #here = "";

  constructor(history: Steps, address: () => string) {
    this.#history = history;
    this.#address = address;
    this.#isAtStep = isStep(history.state);
  }

  open(close: () => void): () => void {
    this.#open.push(close);
    this.#step();
    return () => {
      const at = this.#open.indexOf(close);
      if (at >= 0) this.#open.splice(at, 1);
    };
  }

  /** The browser went to another step; whether that was all about layers, and the page stays what it is. */
  wentTo(state: unknown): boolean {
    const wasAtStep = this.#isAtStep;
    this.#isAtStep = isStep(state);
    if (!wasAtStep || this.#isAtStep) return false;
    const close = this.#open.pop();
    if (!close) {
      this.#history.back();
      return true;
    }
    this.#history.replaceState(state, "", this.#here);
    close();
    if (this.#open.length > 0) this.#step();
    return true;
  }

  /** Another address for the same place. */
  rename(address: string): void {
    this.#history.replaceState(this.#isAtStep ? STEP : null, "", address);
    this.#here = this.#address();
  }

  /** On to another place. */
  leaveFor(address: string): void {
    if (this.#isAtStep) this.#history.replaceState(null, "", address);
    else this.#history.pushState(null, "", address);
    this.#isAtStep = false;
  }

  #step(): void {
    this.#here = this.#address();
    if (!this.#isAtStep) this.#history.pushState(STEP, "", this.#here);
    this.#isAtStep = true;
  }
}
