import type { Clock } from "../../platform/machine/index.ts";
import type { Diagnostic } from "../../skill/model/index.ts";
import type { RequestEntry } from "../api/index.ts";

export interface LogOptions {
  readonly clock: Clock;
  readonly write: (line: string) => void;
  /** Texts that never appear in it, wherever they come from: a provider may repeat a key in its answer. */
  readonly secrets: readonly string[];
  /** Requests are told too, not only problems. */
  readonly tellsRequests: boolean;
}

export interface Log {
  readonly problem: (problem: Diagnostic, requestId?: string) => void;
  readonly request: (entry: RequestEntry) => void;
}

/** One line of JSON for everything that happens. */
export function createLog({ clock, write, secrets, tellsRequests }: LogOptions): Log {
  const redact = createRedaction(secrets);
  const tell = (entry: object): void => {
    write(redact(JSON.stringify({ time: new Date(clock.now()).toISOString(), ...entry })));
  };
  return {
    problem: ({ code, severity, message, cause }, requestId) => {
      tell({
        level: severity,
        event: "problem",
        code,
        message,
        ...(requestId === undefined ? {} : { request_id: requestId }),
        ...describeCause(cause),
      });
    },
    request: ({ requestId, method, route, status, milliseconds, userId }) => {
      if (!tellsRequests) return;
      tell({
        level: status >= 500 ? "error" : "info",
        event: "request",
        request_id: requestId,
        method,
        route,
        status,
        ms: milliseconds,
        ...(userId === undefined ? {} : { user_id: userId }),
      });
    },
  };
}

function describeCause(cause: unknown): { readonly cause?: string; readonly at?: string } {
  if (!(cause instanceof Error)) return {};
  const at = cause.stack
    ?.split("\n")
    .find((line) => line.startsWith("    at "))
    ?.trim();
  return { cause: cause.message.slice(0, 1000), ...(at === undefined ? {} : { at }) };
}

/** Tokens of this server, of OAuth and of the usual providers, by their looks. */
const TOKENS =
  /\b(?:sw[rt]_[\w-]{8,}|eyJ[\w-]{8,}(?:\.[\w-]+){0,2}|sk-[\w-]{8,})|(?<=[Bb]earer )[\w.~+/=-]{8,}|(?<=:\/\/[^\s:@/"]{0,128}:)[^\s@/"]+(?=@)/gu;
/** Shorter ones would blot out ordinary words. */
const SHORTEST = 6;

/** Replaces what must not be told. */
function createRedaction(secrets: readonly string[]): (text: string) => string {
  // Inside JSON a secret may stand in another spelling.
  const spellings = secrets
    .flatMap((secret) =>
      secret.length < SHORTEST
        ? []
        : [JSON.stringify(secret).slice(1, -1), secret, encodeURIComponent(secret)],
    )
    .toSorted((a, b) => b.length - a.length);
  return (text) =>
    spellings
      .reduce((left, secret) => left.replaceAll(secret, "***"), text)
      .replaceAll(TOKENS, "***");
}
