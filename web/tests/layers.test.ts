import { describe, expect, test } from "vitest";
import { Layers } from "../src/router/layers";

/** A history as browsers keep it, without their delays; `went` hears of steps, as a page does. */
class Tab {
  entries: { state: unknown; address: string }[] = [
    { state: null, address: "/" },
    { state: null, address: "/game/a" },
  ];
  at = 1;
  layers: Layers = new Layers(this, () => this.address);
  /** Where the page was told that it went. */
  told: string[] = [];

  get state(): unknown {
    return this.entries[this.at]?.state;
  }

  get address(): string {
    return this.entries[this.at]?.address ?? "";
  }

  pushState(state: unknown, _: string, address?: string | URL | null): void {
    this.entries = [...this.entries.slice(0, this.at + 1), { state, address: String(address) }];
    this.at += 1;
  }

  replaceState(state: unknown, _: string, address?: string | URL | null): void {
    this.entries[this.at] = { state, address: String(address) };
  }

  back(): void {
    this.at -= 1;
    if (!this.layers.wentTo(this.state)) this.told.push(this.address);
  }
}

describe("the way back", () => {
  test("closes what lies over the page, and only then leaves it", () => {
    const tab = new Tab();
    let closed = 0;
    tab.layers.open(() => (closed += 1));
    tab.back();
    expect([closed, tab.address, tab.told]).toEqual([1, "/game/a", []]);
    tab.back();
    expect([closed, tab.address, tab.told]).toEqual([1, "/", ["/"]]);
  });

  test("leads past a step that nothing needs any more, and each layer is closed by itself", () => {
    const tab = new Tab();
    tab.layers.open(() => {})();
    tab.layers.open(() => {})(); // the same step serves the next
    expect(tab.entries).toHaveLength(3);
    const closed: string[] = [];
    tab.layers.open(() => closed.push("below"));
    tab.layers.open(() => closed.push("above"));
    tab.back();
    expect(closed).toEqual(["above"]);
    tab.back();
    expect(closed).toEqual(["above", "below"]);
    tab.layers.open(() => {})();
    tab.back();
    expect(tab.told).toEqual(["/"]);
  });

  test("from where a link in a dialog led is to the page under the dialog", () => {
    const tab = new Tab();
    const gone = tab.layers.open(() => {});
    tab.layers.leaveFor("/learn");
    gone();
    expect(tab.entries.map(({ address }) => address)).toEqual(["/", "/game/a", "/learn"]);
    tab.back();
    expect(tab.told).toEqual(["/game/a"]);
  });

  test("keeps the address that the page has meanwhile", () => {
    const tab = new Tab();
    tab.layers.open(() => {});
    tab.layers.rename("/game/a/9");
    tab.back();
    expect([tab.address, tab.told]).toEqual(["/game/a/9", []]);
  });
});
