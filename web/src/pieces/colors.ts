/** The page's paint for the colours of an edition; one that we do not know is drawn in grey, with its symbol. */
import type { Edition } from "../edition/edition";

const PAINTS = ["blue", "yellow", "green"];

export function paintOf(color: string): { fill: string; ink: string; soft: string; deep: string } {
  const name = PAINTS.includes(color) ? color : "other";
  return {
    fill: `var(--${name})`,
    ink: `var(--${name}-ink)`,
    soft: `var(--${name}-soft)`,
    deep: `var(--${name}-deep)`,
  };
}

export function symbolOf(edition: Edition, color: string): string {
  return edition.colors.find((one) => one.name === color)?.symbol ?? "unknown";
}
