/** Whether a text is a move of an edition at all, legal now or not; the notation is that of docs/notation.md. Pure. */
import type { Edition } from "../edition/edition";

const MARKERS = ["facedown", "initiative", "momentum"];
const PLACE = /^(?:0|[EN][1-5]|facedown)$/;

export function isMove(text: string, edition: Edition): boolean {
  const [verb, what = "", part, ...rest] = text.split(" ");
  const isCard = edition.cards.some(({ number }) => String(number) === what);
  if (rest.length > 0) return false;
  if (verb === "play") return isCard && (part === "value" || part === "action");
  if (part !== undefined) return false;
  switch (verb) {
    case "pass":
      return what === "";
    case "discard":
    case "react":
    case "reuse":
    case "remove":
      return isCard;
    case "ask":
      return edition.colors.some(({ name }) => name === what);
    case "pin":
      return isSpace(what, edition);
    case "choose":
      return (
        MARKERS.includes(what) || isSpace(what, edition) || isPicture(what, edition) || isToken(what, edition)
      );
    default:
      return false;
  }
}

const isSpace = (what: string, { spaces }: Edition) => spaces.some(({ name }) => name === what);
const isPicture = (what: string, { informants }: Edition) => informants.some(({ name }) => name === what);

function isToken(what: string, { tokens }: Edition): boolean {
  const [kind, place = "", ...rest] = what.split("@");
  return rest.length === 0 && PLACE.test(place) && tokens.some(({ name }) => name === kind);
}
