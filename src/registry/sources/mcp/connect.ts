import {
  Client,
  StreamableHTTPClientTransport,
  type Transport,
} from "@modelcontextprotocol/client";
import { SKILLS_EXTENSION_ID, SkillsClient } from "@modelcontextprotocol/client/ext/skills";
import { getDefaultEnvironment, StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { guardListener, reasonOf, withoutControls } from "../../../platform/index.ts";
import { isObject, parseYaml, SkillError } from "../../../skill/index.ts";
import { registryCodes, registryError } from "../../errors.ts";
import { isLoopbackUrl, type McpAddress, showAddress } from "./address.ts";
import { boundedFetch, type Fetch, MOST_ANSWER_BYTES } from "./bounded-fetch.ts";
import type { McpLogin } from "./login.ts";
import { allowTasks, TASKS_EXTENSION } from "./tasks.ts";

/** `modern` is the revision of 2026-07-28, `legacy` those that begin with `initialize`. */
export type McpEra = "auto" | "modern" | "legacy";

export const mcpEras: readonly McpEra[] = ["auto", "modern", "legacy"];

const MODERN_REVISION = "2026-07-28";
const TIMEOUT_MS = 30_000;
const MOST_COMPLAINT = 2000;

export interface ConnectOptions {
  readonly version: string;
  readonly era?: McpEra;
  /** Sent to the server alone, and never over an open wire. */
  readonly token?: string;
  /** Gets tokens in place of one that is given. */
  readonly login?: McpLogin;
  /** What it may ask of the client, and who answers; nothing where absent. */
  readonly prepare?: (client: Client) => void;
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  /** Sends requests to the server, within bounds of its own. Default: as the system does. */
  readonly send?: Fetch;
  /** Bytes that one answer may have. */
  readonly mostBytes?: number;
  /** Of a program that is started, besides what every one gets, such as `PATH`. */
  readonly environment?: { readonly [name: string]: string };
}

/** A server that answers, until it is closed. */
export interface McpConnection {
  readonly address: McpAddress;
  /** As it may be shown and kept. */
  readonly shown: string;
  readonly client: Client;
  readonly skills: SkillsClient;
  readonly timeoutMs: number;
  /** What a program that was started has written to standard error so far, within bounds. */
  readonly complaints: () => string;
  readonly close: () => Promise<void>;
}

/** Logins in one piece of work: one to come in, and wider ones for what is asked next. */
const MOST_LOGINS = 3;

/**
 * Connects, does the work and closes. Where the server wants a login in between, all of it is done again after that: a
 * request that was refused has changed nothing.
 */
export async function withMcp<T>(
  address: McpAddress,
  options: ConnectOptions,
  work: (connection: McpConnection) => Promise<T>,
): Promise<T> {
  for (let logins = 0; ; logins += 1) {
    const heard: ServerNotice = { complaints: [], statuses: [] };
    try {
      const connection = await connect(address, options, heard);
      try {
        return await work(connection);
      } finally {
        await connection.close();
      }
    } catch (error) {
      const isSatisfied = logins < MOST_LOGINS && (await satisfy(address, options));
      if (isSatisfied) continue;
      const [status] = heard.statuses;
      if (SkillError.isInstance(error) || (status !== 401 && status !== 403)) throw error;
      throw refusal(error, address, heard);
    }
  }
}

async function satisfy(address: McpAddress, { login }: ConnectOptions): Promise<boolean> {
  try {
    return (await login?.satisfy()) === true;
  } catch (error) {
    throw refusal(error, address, { complaints: [], statuses: [] });
  }
}

export async function connectMcp(
  address: McpAddress,
  options: ConnectOptions,
): Promise<McpConnection> {
  return await connect(address, options, { complaints: [], statuses: [] });
}

async function connect(
  address: McpAddress,
  options: ConnectOptions,
  heard: ServerNotice,
): Promise<McpConnection> {
  const { era = "auto", timeoutMs = TIMEOUT_MS } = options;
  const client = new Client(
    { name: "skillwright", title: "Skillwright", version: options.version },
    {
      capabilities: { extensions: { [SKILLS_EXTENSION_ID]: {}, [TASKS_EXTENSION]: {} } },
      versionNegotiation: {
        mode: era === "modern" ? { pin: MODERN_REVISION } : era,
        // A program that does not know the question may stay silent, and is then asked the old way.
        ...(address.kind === "http" ? {} : { probe: { timeoutMs: Math.min(timeoutMs, 5000) } }),
      },
    },
  );
  options.prepare?.(client);
  try {
    const transport = createTransport(address, options, heard);
    allowTasks(transport);
    await client.connect(transport, {
      timeout: timeoutMs,
      ...(options.signal === undefined ? {} : { signal: options.signal }),
    });
  } catch (error) {
    await client.close().catch(() => undefined);
    throw refusal(error, address, heard);
  }
  return {
    address,
    shown: showAddress(address),
    client,
    skills: new SkillsClient(client, { skipInvalid: true, parseFrontmatter }),
    timeoutMs,
    complaints: () => joinComplaints(heard),
    close: () => client.close(),
  };
}

/** What came back besides the protocol, for the reason of a failure. */
interface ServerNotice {
  readonly complaints: string[];
  readonly statuses: number[];
}

function createTransport(
  address: McpAddress,
  { token, login, environment, send: sender, mostBytes }: ConnectOptions,
  { complaints, statuses }: ServerNotice,
): Transport {
  if (address.kind === "http") {
    if (token !== undefined && address.url.protocol === "http:" && !isLoopbackUrl(address.url))
      throw new Error("a token must not travel readable, so the address has to begin with https");
    const send = boundedFetch((status) => statuses.splice(0, 1, status), mostBytes, sender);
    return new StreamableHTTPClientTransport(address.url, {
      fetch: login === undefined ? send : login.fetchWith(send),
      ...(token === undefined ? {} : { authProvider: { token: () => Promise.resolve(token) } }),
    });
  }
  const transport = new StdioClientTransport({
    command: address.command,
    args: [...address.parameters],
    ...(environment === undefined ? {} : { env: { ...getDefaultEnvironment(), ...environment } }),
    stderr: "pipe",
    maxBufferSize: MOST_ANSWER_BYTES,
  });
  const take = (chunk: Uint8Array): void => {
    if (complaints.join("").length < MOST_COMPLAINT) complaints.push(String(chunk));
  };
  transport.stderr?.on(
    "data",
    guardListener(take, () => void transport.close()),
  );
  return transport;
}

function joinComplaints({ complaints }: ServerNotice): string {
  return withoutControls(complaints.join("").trim()).slice(0, MOST_COMPLAINT);
}

function refusal(error: unknown, address: McpAddress, heard: ServerNotice): Error {
  const [status] = heard.statuses;
  const said = joinComplaints(heard);
  const why =
    status === 401
      ? "it asks for a token that it accepts"
      : status === 403
        ? "it does not let the token in"
        : reasonOf(causeOf(error)).replace(/\.$/, "");
  return registryError(
    registryCodes.connectionFailed,
    `\`${showAddress(address)}\` cannot be reached: ${why}.`,
    {
      cause: error,
      hint:
        status === 401 || status === 403
          ? "Log in with `skillwright mcp inspect URL --login`, or name a file that holds a token with `--token-file`."
          : said === ""
            ? "Check that the server runs, and that it speaks the Model Context Protocol there."
            : `The program said: ${said}`,
    },
  );
}

/** `fetch failed` says nothing; what lies below it does. */
function causeOf(error: unknown): unknown {
  let current = error;
  while (current instanceof Error && current.cause instanceof Error) current = current.cause;
  return current;
}

/** Our own reader, which takes all of YAML and not the part that the SDK reads. */
function parseFrontmatter(yaml: string): Record<string, unknown> {
  const result = parseYaml(yaml, "core");
  if (!result.ok) throw new Error(result.failure.reason);
  if (!isObject(result.value)) throw new Error("the frontmatter is no mapping");
  return { ...result.value };
}
