import type { Span } from "../../../skill/index.ts";
import { findSecrets, isSecret } from "../../lint/secrets.ts";
import type { FoundSecret } from "../ports.ts";
import { oneOf } from "../text/one-of.ts";

/** Marks that only documentation carries. */
const SAMPLE =
  /EXAMPLE|example\.(?:com|org|net)|x{4,}|X{4,}|\*{3,}|\.{3}|<[^>]{1,40}>|\$\{|\{\{|%[({]/;
/** The names that people write for a user, a password and a host in a sample. */
const SAMPLE_PASSWORD =
  /^(?:pass(?:word|wd)?|pw|secret|token|key|user|admin|root|test|demo|guest|postgres|mysql|redis|mongo|changeme|example|hunter2|[a-z]{1,12}|\d{1,6}|\[?REDACTED\]?|\$\w+)$/i;
const SAMPLE_HOST = oneOf([
  /^(?:localhost|127\.|0\.0\.0\.0|db|redis|postgres|mysql|mongo|host|hostname|server|proxy|\w+)(?::|\/|$)/i,
  /(?:^|\.)(?:example|test|invalid|local|internal|localhost)(?:[.:/]|$)|your|my-?(?:host|db|server)/i,
]);

/**
 * The secrets of a text: those that the linter knows by their shape, and those of the kept library that are no
 * placeholder and that the linter did not find already.
 */
export function mergeSecrets(text: string, extra: readonly FoundSecret[]): readonly FoundSecret[] {
  const own = findSecrets(text).map(({ name, start, end }) => ({ name, start, end }));
  const found: FoundSecret[] = [...own];
  for (const secret of extra) {
    const narrowed = narrow(text, secret);
    if (narrowed === undefined || found.some((other) => overlaps(other, secret))) continue;
    found.push(narrowed);
  }
  return found.sort((a, b) => a.start - b.start);
}

function overlaps(a: Span, b: Span): boolean {
  return a.start < b.end && b.start < a.end;
}

/** Only the secret itself, out of what the library points at; undefined for a placeholder. */
function narrow(text: string, { name, start, end }: FoundSecret): FoundSecret | undefined {
  const shown = text.slice(start, end);
  if (SAMPLE.test(shown)) return undefined;
  const address =
    /^[a-z][a-z0-9+.-]*:\/\/[^\s:@/]{0,100}:([^\s@]{1,200})@([^\s"'`<>]{0,300})/i.exec(shown);
  if (address !== null) {
    const password = address[1] ?? "";
    if (SAMPLE_PASSWORD.test(password) || SAMPLE_HOST.test(address[2] ?? "") || !isSecret(password))
      return undefined;
    const at = start + shown.indexOf(`:${password}@`) + 1;
    return { name, start: at, end: at + password.length };
  }
  if (/PRIVATE KEY/.test(shown)) return isWholeKey(shown) ? { name, start, end } : undefined;
  return isSecret(shown) ? { name, start, end } : undefined;
}

/** A key has lines of random letters; a sample has dots or one line between the marks. */
function isWholeKey(text: string): boolean {
  const content = text.replace(/-----[^-]*-----/g, "").replace(/\\n|\s/g, "");
  return content.length >= 200 && isSecret(content.slice(0, 120));
}

/** The beginning of a secret, by which its owner knows it, and nothing more. */
export function redact(secret: string): string {
  const shown = secret.length >= 12 ? secret.slice(0, 4) : "";
  return `${shown}…`;
}

/** A text in which every secret is cut to its beginning. */
export function redactSecrets(text: string, secrets: readonly Span[]): string {
  let redacted = text;
  for (const { start, end } of [...secrets].sort((a, b) => b.start - a.start))
    redacted = redacted.slice(0, start) + redact(text.slice(start, end)) + redacted.slice(end);
  return redacted;
}
