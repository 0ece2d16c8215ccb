/** Real clients against our MCP server: over both transports, in both eras of the protocol. */
import { join } from "node:path";
import {
  Client,
  type JSONObject,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import { SkillsClient } from "@modelcontextprotocol/client/ext/skills";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { onTestFinished } from "vitest";
import {
  createSkillServer,
  listenMcp,
  type SkillServer,
  type SkillServerOptions,
} from "../../src/serve/mcp/index.ts";
import { root } from "./source.ts";

export type Era = "legacy" | "modern";

/** Each way to reach a server, for tables of tests. */
export const ways: readonly { readonly transport: "stdio" | "http"; readonly era: Era }[] = [
  { transport: "stdio", era: "legacy" },
  { transport: "stdio", era: "modern" },
  { transport: "http", era: "legacy" },
  { transport: "http", era: "modern" },
];

export interface Connected {
  readonly client: Client;
  readonly skills: SkillsClient;
}

export interface Open extends Connected {
  /** What the program wrote to standard error so far. */
  readonly said: () => string;
  readonly close: () => Promise<void>;
}

/** With what a client may say of itself: its system, and its machine. */
function newClient(era: Era, said?: JSONObject): Client {
  const mode = era === "legacy" ? "legacy" : { pin: "2026-07-28" };
  const capabilities = said === undefined ? {} : { extensions: { "skillwright/client": said } };
  return new Client(
    { name: "test", version: "1.0.0" },
    { versionNegotiation: { mode }, capabilities },
  );
}

interface Serving {
  readonly server: SkillServer;
  readonly url: URL;
  readonly close: () => Promise<void>;
}

async function openServer(
  paths: readonly string[],
  options: Partial<SkillServerOptions> = {},
): Promise<Serving> {
  const server = await createSkillServer({ paths, version: "0.0.0", ttlMs: 0, ...options });
  const running = await listenMcp({ server, host: "127.0.0.1", port: 0 });
  const close = async (): Promise<void> => {
    await running.close();
    await server.close();
  };
  return { server, url: new URL(running.url), close };
}

async function openHttp(url: URL, era: Era, said?: JSONObject, token?: string): Promise<Open> {
  const client = newClient(era, said);
  const options = token === undefined ? {} : { authProvider: { token: async () => token } };
  await client.connect(new StreamableHTTPClientTransport(url, options));
  const skills = new SkillsClient(client);
  return { client, skills, said: () => "", close: () => client.close() };
}

/** Starts the program as clients do, and speaks to it over its standard input and output. */
async function openProgram(words: readonly string[], era: Era, said?: JSONObject): Promise<Open> {
  const client = newClient(era, said);
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [join(root, "dist/cli/main.js"), "mcp", ...words],
    stderr: "pipe",
  });
  let text = "";
  transport.stderr?.on("data", (chunk: Buffer) => {
    text += chunk.toString();
  });
  await client.connect(transport);
  return {
    client,
    skills: new SkillsClient(client),
    said: () => text,
    close: () => client.close(),
  };
}

/** A client of the folders, by one of the ways; whoever asks closes it. */
export async function openWay(
  paths: readonly string[],
  { transport, era }: (typeof ways)[number],
  said?: JSONObject,
): Promise<Open> {
  if (transport === "stdio") return openProgram(paths, era, said);
  const serving = await openServer(paths);
  const open = await openHttp(serving.url, era, said);
  return {
    ...open,
    close: async () => {
      await open.close();
      await serving.close();
    },
  };
}

/** Serves folders in this process until the test is done. */
export async function serve(
  paths: readonly string[],
  options: Partial<SkillServerOptions> = {},
): Promise<Omit<Serving, "close">> {
  const serving = await openServer(paths, options);
  onTestFinished(serving.close);
  return serving;
}

export async function connectTo(
  url: URL,
  era: Era,
  said?: JSONObject,
  token?: string,
): Promise<Connected> {
  const open = await openHttp(url, era, said, token);
  onTestFinished(open.close);
  return open;
}

export async function connectToProgram(words: readonly string[], era: Era): Promise<Open> {
  const open = await openProgram(words, era);
  onTestFinished(open.close);
  return open;
}
