/**
 * A lesson as it is gone through: what each step shows, and what is said to a move. Pure. The page knows no rules here
 * either: views, events and the moves asked for come from the server, which played the lesson's script.
 */
import type { Frame, Lesson, LessonStep } from "../generated/api";
import type { Entry, View } from "../generated/view";
import { isDetail, isHead, isTold } from "../log/entries";

export interface Shown {
  readonly view: View;
  readonly way: Frame["way"];
}

export interface Stage extends Shown {
  readonly events: readonly Entry[];
  readonly by: string | null;
}

export interface Step {
  readonly number: number;
  readonly text: string;
  readonly point: readonly string[];
  readonly move: string | null;
  readonly replies: Readonly<Record<string, string>>;
  /** A prepared position begins here: nothing leads to it. */
  readonly isNewScene: boolean;
  /** What leads here, one after the other; the last is what the step shows. */
  readonly stages: readonly Stage[];
  /** The table as it stands in this step: with choices only where one is asked for. */
  readonly shown: Shown;
  /** What the others did since the step before, for reading. */
  readonly happened: readonly Entry[];
}

/** Lines of the log that say something new to somebody who has just seen it. */
const isNews = (entry: Entry) => (isHead(entry) || !isDetail(entry)) && entry.key !== "round_begins";

/** The steps of a lesson, each with what it shows; views within carry the log up to them. */
export function stepsOf(lesson: Lesson): Step[] {
  const steps: Step[] = [];
  let log: Entry[] = [];
  let last: Stage | null = null;
  let scene = -1;
  for (const [number, step] of lesson.steps.entries()) {
    const isNewScene = step.scene !== scene;
    scene = step.scene;
    if (isNewScene) log = [];
    const stages: Stage[] = step.frames.map(({ view, events, way, by }) => {
      log = [...log, ...events.filter(isTold)];
      return { view: { ...view, log }, way, events, by };
    });
    last = stages.at(-1) ?? last;
    if (!last) throw new Error(`the step ${step.text} shows nothing`);
    steps.push({
      number,
      text: step.text,
      point: step.point,
      move: step.move,
      replies: step.replies,
      isNewScene,
      stages,
      shown: { view: asked(last.view, step), way: last.way },
      happened: isNewScene ? [] : happenedIn(stages, lesson.side),
    });
  }
  return steps;
}

/** A view with its choices only where the lesson asks for one. */
function asked(view: View, step: Pick<LessonStep, "move">): View {
  return step.move === null && view.decision !== null ? { ...view, decision: null } : view;
}

function happenedIn(stages: readonly Stage[], learner: string): Entry[] {
  const others = stages.findIndex((stage) => stage.by !== learner);
  if (others < 0) return stages.flatMap(evaluation);
  return stages.flatMap((stage, n) => (n < others ? evaluation(stage) : stage.events)).filter(isNews);
}

/** An own last card may end the round: then what follows is worth reading as well. */
function evaluation({ events }: Stage): readonly Entry[] {
  const from = events.findIndex((entry) => entry.key.startsWith("evaluation_"));
  return from < 0 ? [] : events.slice(from).filter(isNews);
}

export type Verdict =
  | { readonly kind: "right" }
  /** `key` is what is said to exactly this move; null: something general. */
  | { readonly kind: "other"; readonly key: string | null };

export function verdictOn(step: Pick<Step, "move" | "replies">, move: string): Verdict {
  return move === step.move ? { kind: "right" } : { kind: "other", key: step.replies[move] ?? null };
}

/** Where the thing spoken of is found: an anchor of the table (motion/anchors.ts), or a part of it. */
export function selectorsOf(point: string): string[] {
  switch (point) {
    case "board":
      return ['[data-anchor~="stage"]'];
    case "track":
      return ["main.table .track"];
    case "hand":
      return ["main.table section.hand"];
    case "editor":
    case "nixon":
      return [`[data-anchor~="side:${point}"]`];
    case "use:value":
    case "use:action":
    case "use:react":
      return [`.uses [data-use="${point.slice("use:".length)}"]`];
    default:
      return point.startsWith("card:")
        ? [`main.table section.hand [data-anchor~="${point}"]`, `[data-anchor~="${point}"]`]
        : [`[data-anchor~="${point}"]`];
  }
}

/** Whether a thing is large or has words at its edge, and is framed rather than ringed. */
export const isRegion = (point: string): boolean =>
  ["board", "track", "hand", "editor", "nixon", "supply"].includes(point) ||
  /^(card|use|picture):/.test(point);
