import { protectsSecrets } from "../../library/hosts/index.ts";
import { failure, readText, reasonOf } from "../../platform/index.ts";
import {
  type ConnectOptions,
  type McpAddress,
  type McpConnection,
  McpLogin,
  mcpEras,
  withMcp,
} from "../../registry/sources/index.ts";
import type { LocalComputer } from "./local-computer.ts";
import { requireEncryption } from "./logins.ts";
import { type LoginInput, loginOptionsOf } from "./mcp-login.ts";

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
  const token = sendsToken ? tokenOf(computer, input.tokenFile) : undefined;
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

interface WorkOptions extends Pick<ConnectOptions, "prepare"> {
  readonly sendsToken?: boolean;
}

function loginTo(
  computer: Computer,
  input: ConnectionInput,
  address: McpAddress,
): Pick<ConnectOptions, "login"> {
  if (address.kind !== "http") return {};
  const isWanted = input.login === true || input.clientFile !== undefined;
  if (isWanted) requireEncryption(address.url, input.plainText);
  else if (!protectsSecrets(address.url)) return {};
  return { login: new McpLogin(address.url, loginOptionsOf(computer, input, address.url)) };
}

function tokenOf({ environment }: Computer, file: string | undefined): string | undefined {
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
