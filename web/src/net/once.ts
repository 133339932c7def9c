/** What the server always answers alike: asked for when it is first wanted, and again only if that has failed. */
import { get } from "./http";

const answers = new Map<string, Promise<unknown>>();

export function once<Answer>(path: string): Promise<Answer> {
  let found = answers.get(path) as Promise<Answer> | undefined;
  if (!found) {
    found = get<Answer>(path);
    found.catch(() => answers.delete(path));
    answers.set(path, found);
  }
  return found;
}
