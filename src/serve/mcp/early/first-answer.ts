/**
 * The answer to the first message over standard input and output, before anything else is loaded: the SDK and what reads
 * skills take longer to load than a client likes to wait. The message is handed on, and the second answer to it dropped.
 */
import { guardListener } from "../../../platform/guard-listener.ts";
import { CAPABILITIES, INTRODUCTION, SERVER_INFO } from "./server-info.ts";

/** What is read from, such as standard input. */
export interface Input {
  on(event: "data", listener: (chunk: Buffer) => void): unknown;
  off(event: "data", listener: (chunk: Buffer) => void): unknown;
  pause(): unknown;
  unshift(chunk: Buffer): void;
}

export interface FirstAnswerOptions {
  readonly input: Input;
  readonly write: (line: string) => void;
  readonly version: string;
  /** The skills as they are known to be; undefined where they have to be read first. */
  readonly instructions: () => string | undefined;
}

/** The id of the message that was answered; undefined where none was. */
export type Answered = string | number | undefined;

export interface FirstAnswer {
  /** Settles when a first message is there, answered or not; it may never come. */
  readonly heard: Promise<void>;
  /** Stops listening, and gives everything that was read back to the input. */
  readonly handOver: () => Answered;
}

/** Revisions whose clients shake hands, the newest first: the answer to one that is not known. */
const HANDSHAKE_REVISIONS: readonly string[] = [
  "2025-11-25",
  "2025-06-18",
  "2025-03-26",
  "2024-11-05",
  "2024-10-07",
];
const NEWER_REVISIONS: readonly string[] = ["2026-07-28"];

const LATER = "The skills are still being read: search_skills finds those that are there.";
/** No first message is longer; what is goes to those who know all bounds. */
const MOST_BYTES = 65_536;
const LINE_END = 10;

export function answerFirst(options: FirstAnswerOptions): FirstAnswer {
  const { input } = options;
  const chunks: Buffer[] = [];
  let bytes = 0;
  let answered: Answered;
  let isDone = false;
  const { promise: heard, resolve } = Promise.withResolvers<void>();
  const end = (): void => {
    isDone = true;
    input.off("data", listen);
    input.pause();
    if (chunks.length > 0) input.unshift(Buffer.concat(chunks));
    resolve();
  };
  const take = (chunk: Buffer): void => {
    chunks.push(chunk);
    bytes += chunk.length;
    if (!chunk.includes(LINE_END) && bytes < MOST_BYTES) return;
    const text = Buffer.concat(chunks).toString();
    const found = answerTo(text.slice(0, text.indexOf("\n")), options);
    if (found !== undefined) {
      options.write(`${JSON.stringify(found)}\n`);
      answered = found.id;
    }
    end();
  };
  const listen = guardListener(take, end);
  input.on("data", listen);
  return {
    heard,
    handOver: () => {
      if (!isDone) end();
      return answered;
    },
  };
}

type Values = { readonly [key: string]: unknown };

interface Response {
  readonly result: object;
  readonly jsonrpc: "2.0";
  readonly id: string | number;
}

/** Undefined for every message that is not plainly a good first one: the SDK knows what to say to it. */
function answerTo(
  line: string,
  { version, instructions: known }: FirstAnswerOptions,
): Response | undefined {
  const message = parse(line);
  const { id, jsonrpc, method, params } = message;
  if (jsonrpc !== "2.0" || (typeof id !== "string" && !Number.isSafeInteger(id))) return undefined;
  const instructions = (): string => known() ?? `${INTRODUCTION}\n${LATER}`;
  const capabilities = { ...CAPABILITIES, tools: { listChanged: true } };
  const serverInfo = { ...SERVER_INFO, version };
  const result =
    method === "initialize"
      ? handshake(asObject(params), () => ({
          capabilities,
          serverInfo,
          instructions: instructions(),
        }))
      : method === "server/discover" && isOfNewerClient(asObject(asObject(params)["_meta"]))
        ? {
            supportedVersions: NEWER_REVISIONS,
            capabilities,
            instructions: instructions(),
            resultType: "complete",
            ttlMs: 0,
            cacheScope: "private",
            _meta: { "io.modelcontextprotocol/serverInfo": serverInfo },
          }
        : undefined;
  return result === undefined ? undefined : { result, jsonrpc: "2.0", id: id as string | number };
}

function handshake(params: Values, say: () => object): object | undefined {
  const { protocolVersion: wanted, capabilities, clientInfo } = params;
  if (typeof wanted !== "string" || !isPlainClient(capabilities, clientInfo)) return undefined;
  const [newest = ""] = HANDSHAKE_REVISIONS;
  return { protocolVersion: HANDSHAKE_REVISIONS.includes(wanted) ? wanted : newest, ...say() };
}

function isOfNewerClient(meta: Values): boolean {
  const said = (key: string): unknown => meta[`io.modelcontextprotocol/${key}`];
  const isKnown = NEWER_REVISIONS.includes(String(said("protocolVersion")));
  return isKnown && isPlainClient(said("clientCapabilities"), said("clientInfo"));
}

/** What the SDK takes for sure. */
function isPlainClient(capabilities: unknown, clientInfo: unknown): boolean {
  const { name, version } = asObject(clientInfo);
  return (
    isObject(capabilities) &&
    Object.values(capabilities).every(isObject) &&
    typeof name === "string" &&
    typeof version === "string"
  );
}

function parse(line: string): Values {
  try {
    return asObject(JSON.parse(line));
  } catch {
    return {};
  }
}

function asObject(value: unknown): Values {
  return isObject(value) ? value : {};
}

function isObject(value: unknown): value is Values {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
