import { protectsSecrets } from "../../library/hosts/index.ts";
import { failure, readText, reasonOf } from "../../platform/index.ts";
import {
  type ConnectOptions,
  type McpAddress,
  type McpConnection,
  McpLogin,
  mcpEras,
  type AnswerQuestion,
  answerQuestions,
  callTool,
  readMcpAddress,
  type Survey,
  surveyServer,
  type ToolResult,
  withMcp,
} from "../../registry/sources/index.ts";
import type { LocalComputer } from "./local-computer.ts";
import { requireEncryption } from "./logins.ts";
import { type LoginInput, readLoginOptions } from "./mcp-login.ts";

const MOST_SECONDS = 600;

/** How a server of others is reached. */
export interface ConnectionInput extends LoginInput {
  readonly era?: string;
  readonly tokenFile?: string;
  readonly timeout?: number;
  readonly plainText?: boolean;
}

type Computer = Pick<LocalComputer, "environment" | "err" | "version">;

/** Connects as the options say, and closes whatever becomes of the work. */
export async function withConnection<T>(
  computer: Computer,
  input: ConnectionInput,
  address: McpAddress,
  work: (connection: McpConnection) => Promise<T>,
  { sendsToken = true, prepare }: WorkOptions = {},
): Promise<T> {
  const era = mcpEras.find((name) => name === input.era);
  const seconds = input.timeout;
  const token = sendsToken ? findToken(computer, input.tokenFile) : undefined;
  if (token !== undefined && address.kind === "http")
    requireEncryption(address.url, input.plainText);
  const login = sendsToken && token === undefined ? loginTo(computer, input, address) : {};
  const connecting: ConnectOptions = {
    version: computer.version,
    ...login,
    ...(prepare === undefined ? {} : { prepare }),
    ...(era === undefined ? {} : { era }),
    ...(seconds === undefined
      ? {}
      : { timeoutMs: Math.min(MOST_SECONDS, Math.max(1, seconds)) * 1000 }),
    ...(token === undefined ? {} : { token }),
  };
  return await withMcp(address, connecting, work);
}

export interface ToolCallRequest {
  readonly tool: string;
  /** The server: an address, or a command and its arguments. */
  readonly target: readonly string[];
  readonly input: { readonly [name: string]: unknown };
  /** Answers what the server asks while the tool runs. */
  readonly answer: AnswerQuestion;
}

export async function callServerTool(
  computer: Computer,
  connection: ConnectionInput,
  { tool, target, input, answer }: ToolCallRequest,
): Promise<ToolResult> {
  return await withConnection(
    computer,
    connection,
    readMcpAddress(target),
    (opened) => callTool(opened, tool, input, { answer }),
    { prepare: (client) => answerQuestions(client, answer) },
  );
}

/** Lists what a server offers, and reads and verifies every file of it unless only the list is wanted. */
export async function inspectServer(
  computer: Computer,
  connection: ConnectionInput,
  target: readonly string[],
  isListOnly: boolean,
): Promise<Survey> {
  return await withConnection(computer, connection, readMcpAddress(target), (opened) =>
    surveyServer(opened, { isListOnly }),
  );
}

interface WorkOptions extends Pick<ConnectOptions, "prepare"> {
  readonly sendsToken?: boolean;
}

/** By a login that is kept, and with `--login` by one in a browser. */
export function loginTo(
  computer: Pick<LocalComputer, "environment" | "err">,
  input: ConnectionInput,
  address: McpAddress,
): Pick<ConnectOptions, "login"> {
  if (address.kind !== "http") return {};
  const isWanted = input.login === true || input.clientFile !== undefined;
  if (isWanted) requireEncryption(address.url, input.plainText);
  else if (!protectsSecrets(address.url)) return {};
  return { login: new McpLogin(address.url, readLoginOptions(computer, input, address.url)) };
}

function findToken({ environment }: Computer, file: string | undefined): string | undefined {
  const token = file === undefined ? environment["SKILLWRIGHT_MCP_TOKEN"] : readToken(file);
  return token === undefined || token === "" ? undefined : token;
}

function readToken(file: string): string {
  try {
    return readText(file).trim();
  } catch (error) {
    throw failure("cli/unreadable", `The token cannot be read: ${reasonOf(error)}.`, {
      file,
      cause: error,
    });
  }
}
