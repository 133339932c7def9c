/** Work on the board: the tool in hand, what is picked, and what a tap, a drag or a key does with them. */
import { speech, t } from "../i18n/speech.svelte";
import {
  areJoined,
  type Draft,
  isSpace,
  mirrored,
  moved,
  movedNixon,
  NIXON,
  type Point,
  painted,
  snapped,
  spotOf,
  threaded,
  twinOf,
  whereIs,
  withInformant,
  without,
  withSpace,
} from "./draft";
import { workshop } from "./workshop.svelte";

export const TOOLS = ["move", "space", "thread", "paint", "remove"] as const;
export type Tool = (typeof TOOLS)[number];

const GRID = 0.25;
const STEP = 0.05;

class Board {
  tool = $state<Tool>("move");
  color = $state("");
  /** What the panel speaks of. */
  picked = $state<string | null>(null);
  /** Where the thread that is being laid begins. */
  from = $state<string | null>(null);
  snap = $state(true);
  mirror = $state(false);
  /** What has just been done, for those who do not see it. */
  said = $state("");

  get draft(): Draft {
    if (!workshop.draft) throw new Error("nothing is on the bench");
    return workshop.draft;
  }

  /** The colour in hand. */
  get paint(): string {
    const colors = this.draft.color.map((one) => one.name);
    return colors.includes(this.color) ? this.color : (colors[0] ?? "");
  }

  take(tool: Tool): void {
    this.tool = tool;
    this.from = null;
  }

  /** What a thing is called: a person by the full name, a space by its own. */
  nameOf(name: string): string {
    if (name === NIXON) return "Nixon";
    const spot = spotOf(this.draft, name);
    return spot && "full_name" in spot ? spot.full_name || name : name;
  }

  colorName(name: string): string {
    const color = this.draft.color.find((one) => one.name === name);
    return color?.label[speech.language] ?? color?.label["en"] ?? name;
  }

  /** Use the tool in hand on a thing. */
  use(name: string): void {
    switch (this.tool) {
      case "thread":
        this.lay(name);
        break;
      case "paint":
        if (isSpace(this.draft, name)) this.recolor(name, this.paint);
        break;
      case "remove":
        this.remove(name);
        break;
      default:
        this.picked = name;
        return;
    }
    if (this.tool !== "remove") this.picked = name;
  }

  /** Use the tool in hand on an empty place. */
  useAt(point: Point): void {
    if (this.tool === "space") this.add(point);
    else {
      this.from = null;
      this.picked = null;
    }
  }

  #at(point: Point): Point {
    return this.snap ? snapped(point, GRID) : point;
  }

  add(point: Point): string {
    const at = this.#at(point);
    let draft = withSpace(this.draft, this.paint, at);
    const name = draft.space.at(-1)?.name ?? "";
    if (this.mirror && Math.abs(at.x) >= GRID / 2) draft = withSpace(draft, this.paint, mirrored(at));
    workshop.change(draft);
    this.picked = name;
    this.said = t("page_workshop.said_added", { name });
    return name;
  }

  addInformant(): string {
    const draft = withInformant(this.draft, this.freePlace());
    workshop.change(draft);
    const name = draft.informant.at(-1)?.name ?? "";
    this.picked = name;
    this.said = t("page_workshop.said_added", { name });
    return name;
  }

  /** A place where nothing hangs yet, for those who add without pointing. */
  freePlace(): Point {
    const taken = [
      NIXON,
      ...this.draft.space.map((one) => one.name),
      ...this.draft.informant.map((one) => one.name),
    ];
    const points = taken.map((name) => whereIs(this.draft, name));
    for (let radius = 1; radius < 5; radius += 0.5) {
      for (let angle = 0; angle < 360; angle += 30) {
        const turn = (angle * Math.PI) / 180;
        const at = this.#at({ x: radius * Math.sin(turn), y: -radius * Math.cos(turn) });
        if (points.every((one) => Math.hypot(one.x - at.x, one.y - at.y) > 0.6)) return at;
      }
    }
    return { x: 1, y: 1 };
  }

  /** Move a thing; `subject` makes the steps of one drag a single one to undo. */
  move(name: string, to: Point, subject: string): void {
    const at = this.#at(to);
    const twin = this.mirror ? twinOf(this.draft, name) : null;
    const place = twin === name ? { x: 0, y: at.y } : at;
    let draft = moved(this.draft, name, place);
    if (twin && twin !== name) draft = moved(draft, twin, mirrored(place));
    workshop.change(draft, subject);
  }

  /** Nixon is the middle of all places: he moves on the bench, and the distances of the others to him change. */
  moveNixon(by: Point, subject: string): void {
    const step = this.#at(by);
    if (step.x === 0 && step.y === 0) return;
    const { x, y } = workshop.nixon;
    workshop.change(movedNixon(this.draft, step), subject, { x: x + step.x, y: y + step.y });
  }

  nudge(name: string, dx: number, dy: number, isFar: boolean): void {
    const step = this.snap ? GRID * (isFar ? 4 : 1) : STEP * (isFar ? 10 : 1);
    const { x, y } = whereIs(this.draft, name);
    if (name === NIXON) this.moveNixon({ x: dx * step, y: dy * step }, "nudge nixon");
    else this.move(name, { x: x + dx * step, y: y + dy * step }, `nudge ${name}`);
    const now = name === NIXON ? workshop.nixon : whereIs(this.draft, name);
    this.said = t("page_workshop.said_moved", {
      name: this.nameOf(name),
      x: now.x.toFixed(2),
      y: (-now.y).toFixed(2),
    });
  }

  recolor(name: string, color: string): void {
    workshop.change(painted(this.draft, name, color));
    this.said = t("page_workshop.said_painted", { name, color: this.colorName(color) });
  }

  /** The first end of a thread, or its second: then the next one begins there. */
  lay(name: string): void {
    if (this.from === null) {
      this.from = name;
      this.said = t("page_workshop.said_from", { name: this.nameOf(name) });
    } else if (this.from === name) this.from = null;
    else {
      const was = this.from;
      this.join(was, name);
      this.from = areJoined(this.draft, was, name) ? name : null;
    }
  }

  join(one: string, other: string): void {
    let draft = threaded(this.draft, one, other);
    const twins = this.mirror ? [twinOf(this.draft, one), twinOf(this.draft, other)] : [];
    const [a, b] = twins;
    const isLaid = areJoined(draft, one, other);
    if (a && b && areJoined(draft, a, b) !== isLaid) draft = threaded(draft, a, b);
    workshop.change(draft);
    this.said = t(isLaid ? "page_workshop.said_joined" : "page_workshop.said_parted", {
      one: this.nameOf(one),
      other: this.nameOf(other),
    });
  }

  remove(name: string): void {
    if (name === NIXON) return;
    const twin = this.mirror ? twinOf(this.draft, name) : null;
    let draft = without(this.draft, name);
    if (twin && twin !== name) draft = without(draft, twin);
    this.said = t("page_workshop.said_removed", { name: this.nameOf(name) });
    workshop.change(draft);
    if (this.picked === name) this.picked = null;
    if (this.from === name) this.from = null;
  }
}

export const board = new Board();
