/**
 * The workshop: the draft on the bench with what was done before and undone, what the server says of it, and where it
 * is kept. Each change is kept in the browser at once.
 */
import type { CheckedDraft, DraftFile, KeptEdition, Made, Mark, ReadDraft, Weighing } from "../generated/api";
import { speech, t } from "../i18n/speech.svelte";
import { get, post, remove } from "../net/http";
import { keep, kept } from "../state/storage";
import { type Draft, isDraft, type Point, withoutBoard } from "./draft";

const PLACE = "watergate.workshop";
const NIXON_AT = "watergate.workshop.nixon";
const EARLIER = "watergate.workshop.earlier";
const MOST_EARLIER = 8;
const MOST_STEPS = 300;
/** So long nothing must have changed before the server is asked again. */
const PAUSE = 350;
const POLL = 1500;

export type Beginning = "standard" | "empty";

/** A draft that made room for another one. */
export interface Earlier {
  readonly at: number;
  readonly draft: Draft;
}

/** What is undone to: the draft, and where on the bench Nixon hung. */
interface Step {
  readonly draft: Draft;
  readonly nixon: Point;
}

class Workshop {
  #draft = $state.raw<Draft | null>(null);
  #past = $state.raw<readonly Step[]>([]);
  #future = $state.raw<readonly Step[]>([]);
  /** Where on the bench Nixon hangs. All places are told from him: moving him leaves the others where they are. */
  nixon = $state.raw<Point>({ x: 0, y: 0 });
  /** What the last change was to, so that typing a word is undone at once. */
  #lastSubject = "";
  /** Drafts that were on the bench before, the last one first. */
  earlier = $state.raw<readonly Earlier[]>([]);
  marks = $state.raw<readonly Mark[]>([]);
  scripts = $state.raw<ReadonlyMap<number, readonly string[]>>(new Map());
  /** Its digest, while nothing is wrong with it; null before that is known. */
  digest = $state<string | null>(null);
  isChecked = $state(false);
  /** What was refused last. */
  trouble = $state.raw<unknown>(null);
  /** What a file that was opened said wrongly. */
  fileMarks = $state.raw<readonly Mark[]>([]);
  shelf = $state.raw<readonly KeptEdition[]>([]);
  weighing = $state.raw<Weighing | null>(null);
  standard = $state.raw<Weighing | null>(null);
  /** A picture to draw after; it is in this browser alone, and only while the page is open. */
  photo = $state<string | null>(null);
  photoShare = $state(60);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #poll: ReturnType<typeof setTimeout> | undefined;
  #asked = 0;

  get draft(): Draft | null {
    return this.#draft;
  }

  get canUndo(): boolean {
    return this.#past.length > 0;
  }

  get canRedo(): boolean {
    return this.#future.length > 0;
  }

  /** Go on where this browser left off. */
  async open(): Promise<void> {
    if (this.#draft) return;
    const earlier: unknown = parsed(kept(EARLIER));
    if (Array.isArray(earlier)) this.earlier = earlier.filter((one: Earlier | null) => isDraft(one?.draft));
    const before: unknown = parsed(kept(PLACE));
    if (isDraft(before)) {
      this.nixon = placeIn(parsed(kept(NIXON_AT)));
      this.#set(before);
    } else await this.begin("standard");
  }

  /** A new draft, of the standard edition or with an empty board. What was there can be had back by undoing. */
  async begin(from: Beginning): Promise<void> {
    const standard = await this.#try(() => get<Draft>("/api/workshop/drafts/standard"));
    if (!standard) return;
    const draft: Draft = {
      ...standard,
      name: "my_edition",
      title: Object.fromEntries(
        Object.keys(standard.title).map((code) => [code, t("page_workshop.my_edition")]),
      ),
    };
    this.replace(from === "empty" ? withoutBoard(draft) : draft);
  }

  /** Start from an edition that somebody has made. */
  async beginFrom(key: string): Promise<void> {
    const draft = await this.#try(() => get<Draft>(`/api/workshop/drafts/${encodeURIComponent(key)}`));
    if (draft) this.replace(draft);
  }

  /** Put another draft on the bench; the one that was there is put aside. */
  replace(draft: Draft): void {
    if (this.#draft) this.#putAside([{ at: Date.now(), draft: this.#draft }, ...this.earlier]);
    this.fileMarks = [];
    this.weighing = null;
    this.change(draft);
  }

  /** Go on with a draft that was put aside. */
  takeUp(one: Earlier): void {
    this.#putAside(this.earlier.filter((other) => other !== one));
    this.replace(one.draft);
  }

  #putAside(earlier: readonly Earlier[]): void {
    this.earlier = earlier.slice(0, MOST_EARLIER);
    keep(EARLIER, JSON.stringify(this.earlier));
  }

  /** A step; those to the same subject one after the other, as in typing, are undone as one. */
  change(draft: Draft, subject = "", nixon = this.nixon): void {
    const before = this.#draft;
    if (before === draft) return;
    if (before && !(subject && subject === this.#lastSubject)) {
      this.#past = [...this.#past.slice(-MOST_STEPS), { draft: before, nixon: this.nixon }];
    }
    this.#lastSubject = subject;
    this.#future = [];
    this.nixon = nixon;
    this.#set(draft);
  }

  undo(): void {
    const before = this.#past.at(-1);
    if (!before || !this.#draft) return;
    this.#past = this.#past.slice(0, -1);
    this.#future = [...this.#future, { draft: this.#draft, nixon: this.nixon }];
    this.#return(before);
  }

  redo(): void {
    const after = this.#future.at(-1);
    if (!after || !this.#draft) return;
    this.#future = this.#future.slice(0, -1);
    this.#past = [...this.#past, { draft: this.#draft, nixon: this.nixon }];
    this.#return(after);
  }

  #return(step: Step): void {
    this.#lastSubject = "";
    this.nixon = step.nixon;
    this.#set(step.draft);
  }

  #set(draft: Draft): void {
    this.#draft = draft;
    keep(PLACE, JSON.stringify(draft));
    keep(NIXON_AT, JSON.stringify(this.nixon));
    this.recheck();
  }

  /** Have the server look at the draft, after a moment. */
  recheck(): void {
    this.isChecked = false;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#check(), PAUSE);
  }

  async #check(): Promise<void> {
    this.#asked += 1;
    const asked = this.#asked;
    const body = { draft: this.#draft, language: speech.language };
    const found = await this.#try(() => post<CheckedDraft>("/api/workshop/check", body));
    if (!found || asked !== this.#asked) return;
    this.marks = found.marks;
    this.scripts = new Map(found.scripts.map((one) => [one.number, one.does]));
    if (found.digest !== this.digest) this.weighing = null;
    this.digest = found.digest;
    this.isChecked = true;
  }

  /** The mistakes of a section; of one block of it, of one field of that. */
  marksOf(section: string, index?: number | null, field?: string): readonly Mark[] {
    return this.marks.filter(
      (mark) =>
        mark.section === section &&
        (index === undefined || mark.index === index) &&
        (field === undefined || mark.field === field || mark.field.startsWith(`${field}.`)),
    );
  }

  // Files

  async file(): Promise<string | null> {
    return (
      (await this.#try(() => post<DraftFile>("/api/workshop/file", { draft: this.#draft })))?.text ?? null
    );
  }

  async read(text: string): Promise<void> {
    const found = await this.#try(() =>
      post<ReadDraft>("/api/workshop/read", { text, language: speech.language }),
    );
    if (!found) return;
    if (isDraft(found.draft)) this.replace(found.draft);
    this.fileMarks = found.marks;
  }

  // Kept on the server

  async lookAtShelf(): Promise<void> {
    this.shelf = (await this.#try(() => get<KeptEdition[]>("/api/workshop/editions"))) ?? this.shelf;
  }

  async keep(): Promise<KeptEdition | null> {
    const row = await this.#try(() => post<KeptEdition>("/api/workshop/editions", { draft: this.#draft }));
    await this.lookAtShelf();
    return row;
  }

  async forget(key: string): Promise<void> {
    await this.#try(() => remove(`/api/workshop/editions/${encodeURIComponent(key)}`));
    await this.lookAtShelf();
  }

  async tryCard(card: number): Promise<string | null> {
    return (
      (await this.#try(() => post<Made>("/api/workshop/trials", { draft: this.#draft, card })))?.id ?? null
    );
  }

  // Quick games

  async weigh(): Promise<void> {
    const found = await this.#try(() => post<Weighing>("/api/workshop/weighings", { draft: this.#draft }));
    if (!found) return;
    this.weighing = found;
    clearTimeout(this.#poll);
    await this.#look();
  }

  async #look(): Promise<void> {
    const weighing = this.weighing;
    if (!weighing) return;
    const [now, standard] = await Promise.all([
      this.#try(() => get<Weighing>(`/api/workshop/weighings/${weighing.digest}`)),
      this.#try(() => get<Weighing>("/api/workshop/weighings/standard")),
    ]);
    if (this.weighing?.digest !== weighing.digest) return;
    this.weighing = now ?? weighing;
    this.standard = standard ?? this.standard;
    const isDone = (one: Weighing | null) => one !== null && (one.games >= one.of || one.failed);
    if (!isDone(this.weighing) || !isDone(this.standard)) {
      this.#poll = setTimeout(() => void this.#look(), POLL);
    }
  }

  close(): void {
    clearTimeout(this.#poll);
    clearTimeout(this.#timer);
  }

  async #try<Answer>(ask: () => Promise<Answer>): Promise<Answer | null> {
    try {
      const answer = await ask();
      this.trouble = null;
      return answer;
    } catch (error) {
      this.trouble = error;
      return null;
    }
  }
}

function parsed(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

/** Where Nixon hung when this browser left off, so that a picture chosen again lies right. */
function placeIn(value: unknown): Point {
  const { x, y } = (value ?? {}) as Partial<Point>;
  return Number.isFinite(x) && Number.isFinite(y) ? { x: Number(x), y: Number(y) } : { x: 0, y: 0 };
}

export const workshop = new Workshop();
