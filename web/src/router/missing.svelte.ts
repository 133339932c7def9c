/**
 * Parts of the page that cannot be loaded: after an update of the server, an open tab asks for files that are gone.
 * Loading the page anew helps then, and is done once; where it does not help, the page says so.
 */
import { untrack } from "svelte";
import type { Part } from "../generated/words";
import { speech } from "../i18n/speech.svelte";
import { keep, kept } from "../state/storage";
import { router } from "./router.svelte";
import type { Route } from "./routes";

const PLACE = "watergate.loaded_anew";
/** If something is missing again so soon, loading the page anew has not helped. */
const SOON = 60_000;
/** A server that has not answered after so long is taken for gone. */
const PATIENCE = 10_000;

class Missing {
  /** Where something is missing. */
  at = $state.raw<Route | null>(null);

  /** A part of the page, once it is there; one that cannot be loaded never comes. */
  async part<Loaded>(loading: Promise<Loaded>): Promise<Loaded> {
    const route = untrack(() => router.route);
    try {
      return await loading;
    } catch {
      if ((await isServed()) && isFirst()) location.reload();
      else this.at = route;
      return new Promise(() => {});
    }
  }
}

/** Without a server to answer, nothing is loaded anew: what is open in this tab would be lost. */
async function isServed(): Promise<boolean> {
  const answer = await fetch("/", {
    method: "HEAD",
    cache: "no-store",
    signal: AbortSignal.timeout(PATIENCE),
  }).catch(() => null);
  return answer?.ok ?? false;
}

function isFirst(): boolean {
  const last = Number(kept(PLACE, "session"));
  // Without storage it could not be told how often this has happened.
  return keep(PLACE, String(Date.now()), "session") && Date.now() - last > SOON;
}

export const missing = new Missing();

/** A part of the page, once the words it speaks are there as well. */
export function withWords<Module>(part: Part, module: Promise<Module>): Promise<Module> {
  return missing.part(Promise.all([module, speech.need(part)]).then(([loaded]) => loaded));
}
