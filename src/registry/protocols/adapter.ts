import {
  bodyOf,
  type FormPart,
  readBodyBytes,
  readFormParts,
} from "../../platform/network/index.ts";
import { SkillError } from "../../skill/model/index.ts";
import type { Market, Viewer } from "../contract/contract.ts";
import { type MarketCode, marketCodes, marketRefusal } from "../contract/diagnostics.ts";
import { type MarketScope, requireUser } from "../contract/viewer.ts";

/** One request on its way to the market. */
export interface RequestContext {
  readonly request: Request;
  readonly url: URL;
  /** What stands in the path, decoded. */
  readonly params: Readonly<Record<string, string>>;
  readonly market: Market;
  readonly viewer: Viewer;
  /** How clients reach this server, without a slash at the end. */
  readonly base: string;
  /** Bytes that the body may have, as the route says. */
  readonly maxBytes: number;
}

/** Who may send a body, and how long it may be: checked before a byte of it is read. */
interface BodyRule {
  /** `everyone`: strangers too, where the registry is public. Else members whose token has the scope. */
  readonly from: "everyone" | MarketScope;
  readonly maxBytes: number;
}

const KB = 1024;

/** Words and names. */
export const SMALL_BODY: BodyRule = { from: "registry:write", maxBytes: 64 * KB };
/** The same of strangers. */
export const OPEN_BODY: BodyRule = { from: "everyone", maxBytes: 64 * KB };
export const LOGIN_BODY: BodyRule = { from: "everyone", maxBytes: 16 * KB };

/** A route of a foreign protocol. */
export interface ProtocolRow {
  readonly method: "GET" | "POST" | "DELETE";
  /** With `{name}` for one part; `{name...}` at the end is everything that is left. */
  readonly path: string;
  /** One sentence for the reference. */
  readonly doc: string;
  /** `everyone`: tells nothing of a skill, so that a private registry answers strangers too. */
  readonly access?: "everyone";
  /** The counter that a request is charged to: by its user where the body is for members, else by its address. */
  readonly limit?: string;
  /** As how many requests one counts; default: 1. */
  readonly cost?: (url: URL) => number;
  /** Absent: no body is read. */
  readonly body?: BodyRule;
  readonly handle: (context: RequestContext) => Promise<Response>;
}

/** A protocol of other programs: routes, and what a refusal looks like to them. */
export interface ProtocolAdapter {
  readonly id: string;
  readonly rows: readonly ProtocolRow[];
  readonly refuse: (refusal: Refusal, request: Request) => Response;
}

export interface Refusal {
  readonly code: MarketCode;
  readonly status: number;
  readonly message: string;
}

const CODES: ReadonlySet<string> = new Set(Object.values(marketCodes));

function isMarketCode(code: string): code is MarketCode {
  return CODES.has(code);
}

/** What the market refused; undefined for a failure of another kind. */
export function refusalOf(error: unknown): Refusal | undefined {
  if (!SkillError.isInstance(error)) return undefined;
  const { code, message, hint } = error.diagnostic;
  if (!isMarketCode(code)) return undefined;
  return {
    code,
    status: error.status ?? 400,
    message: hint === undefined ? message : `${message} ${hint}`,
  };
}

/** Answers a request of a protocol; throws only what is no refusal. */
export async function answerRequest(
  adapter: ProtocolAdapter,
  row: ProtocolRow,
  request: Omit<RequestContext, "maxBytes">,
): Promise<Response> {
  const context = { ...request, maxBytes: row.body?.maxBytes ?? 0 };
  try {
    // Asked before anything else is looked at, so that no protocol can forget it.
    if (
      context.market.isPrivate &&
      row.access !== "everyone" &&
      context.viewer.userId === undefined
    )
      throw marketRefusal(
        marketCodes.loginNeeded,
        "This registry is private: log in and send a token.",
      );
    checkText(context);
    checkBody(context, row);
    return await row.handle(context);
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal === undefined) throw error;
    return adapter.refuse(refusal, context.request);
  }
}

export function hasNul(text: string): boolean {
  return text.includes("\0");
}

function checkBody({ viewer, request, maxBytes }: RequestContext, { body }: ProtocolRow): void {
  if (body === undefined) return;
  if (body.from !== "everyone") requireUser(viewer, body.from);
  if (Number(request.headers.get("content-length") ?? 0) > maxBytes) throw tooLarge(maxBytes);
}

function tooLarge(maxBytes: number): Error {
  return marketRefusal(
    marketCodes.tooLarge,
    `The body is too large: ${maxBytes} bytes are the limit.`,
  );
}

/** PostgreSQL keeps no text with a NUL in it, and nobody means one: it is refused at the door. */
function checkText({ params, url }: RequestContext): void {
  if ([...Object.values(params), ...url.searchParams.values()].some(hasNul))
    throw marketRefusal(marketCodes.invalid, "The request contains a NUL character.");
}

/** Nothing between the registry and a client keeps what only some may see. */
export function jsonAnswer(
  value: unknown,
  { status = 200, headers = {} }: AnswerOptions = {},
): Response {
  return Response.json(value, {
    status,
    headers: { "cache-control": "private, no-cache", ...headers },
  });
}

interface AnswerOptions {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

export function textAnswer(
  text: string,
  { status = 200, headers = {} }: AnswerOptions = {},
): Response {
  return new Response(text, {
    status,
    headers: {
      "content-type": "text/plain; charset=utf-8",
      "cache-control": "private, no-cache",
      ...headers,
    },
  });
}

/** A refusal as a line of text, for clients that show what they get. */
export function refuseInText(challenge: string): ProtocolAdapter["refuse"] {
  return ({ status, message }) =>
    textAnswer(`${message}\n`, {
      status,
      headers: status === 401 ? { "www-authenticate": challenge } : {},
    });
}

interface BytesOptions extends AnswerOptions {
  readonly mediaType: string;
  /** `sha256:` and hexadecimal digits, of these bytes. */
  readonly digest: string;
  readonly fileName?: string;
}

/** Bytes with everything by which they can be checked; none at all for who has them already. */
export function bytesAnswer(
  request: Request,
  bytes: Uint8Array,
  { mediaType, digest, fileName, headers = {} }: BytesOptions,
): Response {
  const hex = digest.replace(/^sha256:/u, "");
  const common = {
    etag: `"${hex}"`,
    "cache-control": "private, no-cache",
    "x-content-sha256": hex,
    "repr-digest": `sha-256=:${Buffer.from(hex, "hex").toString("base64")}:`,
    ...headers,
  };
  if (isKnown(request, hex)) return new Response(null, { status: 304, headers: common });
  return new Response(bodyOf(bytes), {
    headers: {
      ...common,
      "content-type": mediaType,
      "content-length": String(bytes.length),
      "x-content-size": String(bytes.length),
      // Whatever a stranger wrote into it, a browser saves it and runs nothing.
      "content-disposition":
        fileName === undefined ? "attachment" : `attachment; filename="${fileName}"`,
    },
  });
}

/** Whether the client has these bytes already. */
export function isKnown(request: Request, hex: string): boolean {
  const known = request.headers.get("if-none-match") ?? "";
  return known.split(",").some((tag) => tag.trim().replace(/^W\//u, "") === `"${hex}"`);
}

/** All of a body, or a refusal as soon as it is too long. */
export async function readBody({ request, maxBytes }: RequestContext): Promise<Uint8Array> {
  return await readBodyBytes(request, { maxBytes, tooLarge });
}

/** The fields of a form with files. */
export async function readForm(
  { request, maxBytes }: RequestContext,
  maxParts: number,
): Promise<readonly FormPart[]> {
  return await readFormParts(request, {
    maxBytes,
    maxParts,
    tooLarge,
    invalid: (reason) =>
      marketRefusal(marketCodes.invalid, `The body is not a form with files: ${reason}.`),
  });
}

/** The full name where a publisher is told, else the plain one. */
export function nameOf(slug: string, publisher: string | null | undefined): string {
  const handle = publisher?.trim().replace(/^@+/u, "") ?? "";
  return handle === "" ? slug : `@${handle}/${slug}`;
}

/** A moment of the market as milliseconds. */
export function parseTimestamp(moment: string): number {
  return Date.parse(moment);
}

/** Where the registry's signed statement on a version is, with its proof. */
export function statementAt(base: string, name: string, version: string): string {
  return `${base}${LOG_PATH}/statements?of=${encodeURIComponent(`${name}@${version}`)}`;
}

/** The header that leads to it from a file that has no room for an address. */
export function statementLink(
  base: string,
  name: string,
  version: string,
): { readonly link: string } {
  return {
    link: `<${statementAt(base, name, version)}>; rel="describedby"; type="application/json"`,
  };
}

/** Below which the log of statements is. */
export const LOG_PATH = "/registry/log";
