/** The server's HTTP API. Who we are comes first: the first request asks for it, and the others show its token. */
import type { Me } from "../generated/api";
import type { ProblemNow } from "../generated/messages";
import { Refusal, unreachable } from "./refusal";

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

const TOKEN_PROBLEMS = ["bad_token", "no_identity"];

let known: Promise<Me> | null = null;

/** Who I am to the server; asked for once. */
export function identity(): Promise<Me> {
  known ??= ask<Me>("GET", "/api/me").catch((error: unknown) => {
    known = null;
    throw error;
  });
  return known;
}

/** Have the identity asked for anew: after a recovery, or when its token was refused. */
export function forgetIdentity(): void {
  known = null;
}

export const get = <Answer>(path: string): Promise<Answer> => request("GET", path);
export const post = <Answer>(path: string, body: unknown = {}): Promise<Answer> =>
  request("POST", path, body);
export const put = <Answer>(path: string, body?: unknown): Promise<Answer> => request("PUT", path, body);
export const patch = <Answer>(path: string, body: unknown): Promise<Answer> => request("PATCH", path, body);
export const remove = (path: string): Promise<void> => request("DELETE", path);

async function request<Answer>(method: Method, path: string, body?: unknown): Promise<Answer> {
  const { csrf } = await identity();
  try {
    return await ask(method, path, body, csrf);
  } catch (error) {
    if (!(error instanceof Refusal && TOKEN_PROBLEMS.includes(error.code))) throw error;
    forgetIdentity();
    return ask(method, path, body, (await identity()).csrf);
  }
}

async function ask<Answer>(method: Method, path: string, body?: unknown, csrf?: string): Promise<Answer> {
  const headers: Record<string, string> = {};
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (csrf && method !== "GET") headers["X-CSRF-Token"] = csrf;
  const response = await fetch(path, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }).catch(() => {
    throw unreachable();
  });
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok) return answer as Answer;
  const { problem } = (answer ?? {}) as { problem?: ProblemNow };
  throw problem ? new Refusal(problem) : unreachable();
}

/** `?as=editor&code=…`, of what is there. */
export function queryOf(values: Readonly<Record<string, string | number | null | undefined>>): string {
  const given = Object.entries(values).flatMap(([name, value]) =>
    value == null ? [] : [`${name}=${encodeURIComponent(value)}`],
  );
  return given.length ? `?${given.join("&")}` : "";
}
