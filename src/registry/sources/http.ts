import { type BytesAnswer, fetchBytes, type GuardOptions } from "../../platform/network/index.ts";
import {
  isObject,
  type Json,
  type JsonObject,
  quoteForShell,
  SkillError,
} from "../../skill/index.ts";
import { registryCodes, registryError } from "../errors.ts";
import type { TrustedKey } from "../sign/trust.ts";
import { packageLimits } from "../package/read-files.ts";
import { withoutEnd } from "../../skill/model/index.ts";
import {
  JSON_LIMITS,
  type JsonLimits,
  parseAnswer,
  parseRefusal,
  refusalText,
} from "./answer-json.ts";
import { tooLarge, type WebBudget } from "./budget.ts";
import { findCached, keepAnswer, cacheBytes, type WebCache } from "./web-cache.ts";

/** Whose token is for which address; none for every other. */
export type TokenFor = (address: URL) => string | undefined;

/** How a place on the web is asked. */
export interface WebOptions {
  readonly tokenFor?: TokenFor;
  readonly timeoutMs?: number;
  /** Keeps every request, and every hop of it, on the open network; default: it goes wherever it is sent. */
  readonly guard?: GuardOptions;
  /** The address that the user named, where its server named those that are asked; default: each was named by the user. */
  readonly namedUrl?: string;
  /** All addresses of a name, where a server leads on. Default: those of the system. */
  readonly resolve?: GuardOptions["resolve"];
  /** What everything that is asked for one task may take together; default: each request has limits of its own alone. */
  readonly budget?: WebBudget;
  /** What one answer of JSON may have; default: as much as one user may wait for. */
  readonly json?: JsonLimits;
  /** What was answered before, and whether anything else is asked; default: everything is. */
  readonly cache?: WebCache;
  /** Hears of a trusted registry that has another root by now, for which the trusted one vouches. */
  readonly onNewRoot?: (root: TrustedKey) => void;
  /** Addresses that are asked in place of others, which locks and messages go on naming. */
  readonly mirrors?: Readonly<Record<string, string>>;
}

export type WebResponse = Extract<BytesAnswer, { readonly kind: "answered" }>;

export interface Question {
  readonly url: string | URL;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Its bytes are kept under their digest alone, by which they are looked for. */
  readonly hasDigest?: boolean;
}

const TIMEOUT_MS = 30_000;
const MOST_MESSAGE = 300;

/** The answer whatever its status, no longer than JSON may be; throws where there is none. */
export async function sendRequest(
  question: Question,
  options: WebOptions = {},
): Promise<WebResponse> {
  const url = String(question.url);
  const kept = findCached(options.cache, question.method ?? "GET", url);
  if (kept !== undefined) return kept;
  const answer = await ask(question, options, (options.json ?? JSON_LIMITS).bytes);
  if (question.method === undefined) keepAnswer(options.cache, url, answer);
  return answer;
}

/** The address that is asked: that of a mirror, where there is one for its beginning. */
export function mirrored(url: string, { mirrors = {} }: WebOptions): string {
  const from = Object.keys(mirrors).find((start) => url === start || url.startsWith(`${start}/`));
  return from === undefined ? url : `${mirrors[from]}${url.slice(from.length)}`;
}

async function ask(question: Question, options: WebOptions, most: number): Promise<WebResponse> {
  const url = mirrored(String(question.url), options);
  const { budget } = options;
  const maxBytes = Math.min(most, budget?.left() ?? Infinity);
  const answer = await fetchBytes({
    method: question.method ?? "GET",
    url,
    timeoutMs: options.timeoutMs ?? TIMEOUT_MS,
    maxBytes,
    ...(budget === undefined ? {} : { signal: budget.signal }),
    ...(question.headers === undefined ? {} : { headers: question.headers }),
    ...(question.body === undefined ? {} : { body: question.body }),
    ...(options.tokenFor === undefined ? {} : { tokenFor: options.tokenFor }),
    ...(options.guard === undefined ? {} : { guard: options.guard }),
    ...(options.namedUrl === undefined ? {} : { namedUrl: options.namedUrl }),
    ...(options.resolve === undefined ? {} : { resolve: options.resolve }),
  });
  if (answer.kind === "answered") {
    budget?.spend(answer.bytes.length);
    return answer;
  }
  if (answer.isTooLong === true) {
    // It was read as far as it was allowed.
    budget?.spend(maxBytes);
    throw tooLarge(`${originOf(url)} sent more than ${maxBytes} bytes.`);
  }
  // Whoever gives tokens has refused to send one there.
  if (SkillError.isInstance(answer.cause)) throw answer.cause;
  throw registryError(
    registryCodes.connectionFailed,
    `${originOf(url)} cannot be reached: ${answer.why}.`,
    {
      cause: answer.cause,
      hint: "Check the address and your connection. `install` and `update` take what this machine has kept with `--offline`.",
    },
  );
}

/** The bytes of an answer that is a success, as many as an archive may have. */
export async function fetchBody(
  question: Question,
  options: WebOptions = {},
): Promise<WebResponse> {
  const url = String(question.url);
  const kept = findCached(options.cache, question.method ?? "GET", url);
  if (kept !== undefined) return kept;
  // Headers of an archive come on top of what is in it.
  const answer = await ask(question, options, 2 * packageLimits.maxBytes);
  if (answer.status === 200 && question.method === undefined)
    cacheBytes(options.cache, question.hasDigest === true ? undefined : url, answer.bytes);
  if (answer.status >= 200 && answer.status < 300) return answer;
  throw refusedBy(answer, String(question.url));
}

/** Nothing is there, or nothing for whoever asks. */
const NOT_GIVEN: ReadonlySet<number> = new Set([403, 404, 410, 451]);

/** The same, and undefined where the server does not give it; never from what was kept. */
export async function fetchExpectedBody(
  question: Question,
  options: WebOptions,
): Promise<WebResponse | undefined> {
  const answer = await ask(question, options, 2 * packageLimits.maxBytes);
  if (answer.status >= 200 && answer.status < 300) return answer;
  if (NOT_GIVEN.has(answer.status)) return undefined;
  throw refusedBy(answer, String(question.url));
}

/** The JSON object of an answer that is a success; undefined where there is nothing under the address. */
export async function fetchJsonObject(
  question: Question,
  options: WebOptions = {},
): Promise<JsonObject | undefined> {
  const headers = { accept: "application/json", ...question.headers };
  const answer = await sendRequest({ ...question, headers }, options);
  if (answer.status === 404) return undefined;
  if (answer.status < 200 || answer.status > 299) throw refusedBy(answer, String(question.url));
  const value = readObject(answer, options);
  if (value !== undefined) return value;
  throw registryError(
    registryCodes.requestFailed,
    `${originOf(String(question.url))} did not answer with a JSON object.`,
  );
}

/** The JSON object of an answer; undefined where it is something else. */
export function readObject(
  { bytes, url }: WebResponse,
  { json }: WebOptions,
): JsonObject | undefined {
  const value = parseAnswer(bytes, originOf(url), json);
  return isObject(value) ? value : undefined;
}

/** What a server said instead of what was asked for. */
export function refusedBy(answer: WebResponse, url: string): Error {
  const said = messageIn(answer);
  return registryError(
    isWithdrawn(answer) ? registryCodes.withdrawnSkill : registryCodes.requestFailed,
    `${originOf(url)} answered ${answer.status}${said === "" ? "" : `: ${said}`}.`,
    { hint: hintFor(answer, url) },
  );
}

/** A server that says so of what it had: it is deleted, in quarantine, or removed for a legal notice. */
function isWithdrawn(answer: WebResponse): boolean {
  if (answer.status === 410 || answer.status === 451) return true;
  const value = answer.status === 403 ? parseRefusal(answer.bytes) : undefined;
  const detail = isObject(value) ? value["detail"] : undefined;
  return isObject(detail) && detail["field"] === "version";
}

function hintFor({ status }: WebResponse, url: string): string {
  if (status === 401) return `Log in with \`skillwright login ${quoteForShell(originOf(url))}\`.`;
  if (status === 429) return "Try again in a moment.";
  return "Nothing was written.";
}

/** Servers say it as text, as a problem of RFC 9457, or as an error of their own. */
function messageIn(answer: WebResponse): string {
  const value = parseRefusal(answer.bytes);
  const text = isObject(value)
    ? [nested(value["detail"]), value["message"], nested(value["error"]), value["title"]].find(
        isText,
      )
    : refusalText(answer.bytes);
  const line = (text ?? "").replaceAll(/\s+/g, " ").trim().replace(/\.$/u, "");
  return /^\s*</u.test(line) ? "" : line.slice(0, MOST_MESSAGE);
}

function nested(error: Json | undefined): Json | undefined {
  return isObject(error) ? error["message"] : error;
}

function isText(value: Json | undefined): value is string {
  return typeof value === "string" && value !== "";
}

/** Without what somebody may have put into the address that is not for everybody. */
function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : url;
}

/** An address of the web without a name, a password, a fragment and a slash at its end. */
export function readWebAddress(text: string): string {
  const url = /^https?:\/\//iu.test(text) && URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined)
    throw registryError(
      registryCodes.invalidAddress,
      `The address \`${text}\` is not an http or https address.`,
    );
  if (url.username !== "" || url.password !== "")
    throw registryError(
      registryCodes.invalidAddress,
      "The address contains a user name or password.",
      { hint: `Log in with \`skillwright login ${quoteForShell(url.origin)}\`.` },
    );
  url.hash = "";
  return withoutEnd(url.href, "/");
}

/** The same for a registry, whose own paths follow: with a query there would be none of them, but one of whoever wrote it. */
export function readRegistryAddress(text: string): string {
  const address = readWebAddress(text);
  if (!/[?#]/u.test(text)) return address;
  throw registryError(
    registryCodes.invalidAddress,
    `The address \`${text}\` of a registry has a query or a fragment.`,
  );
}
