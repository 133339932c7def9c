/** The pages of the learner's edition, by what stands behind `/learn/` in an address. */

export const DESKS = ["rules", "cards", "people", "timeline", "exercises"] as const;
export type Desk = (typeof DESKS)[number];

export interface Topic {
  /** Null for the front page. */
  readonly desk: Desk | null;
  /** A rule's number, a card's, a person's key. */
  readonly detail: string | null;
}

export function topicOf(topic: string | null): Topic {
  const [name = "", detail] = (topic ?? "").split("/");
  const desk = DESKS.find((one) => one === name) ?? null;
  return { desk, detail: (desk && detail) || null };
}

export function addressOfTopic(desk: Desk | null, detail: string | number | null = null): string {
  return ["/learn", desk, desk && detail].filter((part) => part !== null && part !== "").join("/");
}
