import { afterEach, describe, expect, test, vi } from "vitest";
import { keep, kept, keptFields } from "../src/state/storage";

/** A browser's storage, as far as the page uses it. */
function storage(): Pick<Storage, "getItem" | "setItem"> {
  const texts = new Map<string, string>();
  return { getItem: (key) => texts.get(key) ?? null, setItem: (key, text) => void texts.set(key, text) };
}

afterEach(() => vi.unstubAllGlobals());

describe("what the browser keeps", () => {
  test("is found again where it was put, and nowhere else", () => {
    vi.stubGlobal("localStorage", storage());
    vi.stubGlobal("sessionStorage", storage());
    expect(keep("pace", "slow")).toBe(true);
    expect(keep("guide", "3", "session")).toBe(true);
    expect([kept("pace"), kept("guide", "session"), kept("guide")]).toEqual(["slow", "3", null]);
  });

  test.each(["no JSON", "7", "null", '"text"'])("is no object if it is %s", (text) => {
    vi.stubGlobal("localStorage", storage());
    keep("settings", text);
    expect(keptFields("settings")).toEqual({});
    keep("settings", '{"sound": true}');
    expect(keptFields("settings")).toEqual({ sound: true });
  });

  test("is nothing where storage is forbidden", () => {
    vi.stubGlobal("localStorage", undefined);
    expect(kept("pace")).toBeNull();
    expect(keep("pace", "slow")).toBe(false);
    expect(keptFields("settings")).toEqual({});
  });
});
