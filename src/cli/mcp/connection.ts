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
import type { Context } from "../context.ts";
import { requireEncryption } from "../remote/connection.ts";
import { loginOptionsOf } from "./login.ts";

const MOST_SECONDS = 600;

/** Connects as the options say, and closes whatever becomes of the work. */
export async function withConnection<T>(
  context: Context,
  address: McpAddress,
  work: (connection: McpConnection) => Promise<T>,
  { sendsToken = true, prepare }: WorkOptions = {},
): Promise<T> {
  const { options, version } = context;
  const era = mcpEras.find((name) => name === options.text("era"));
  const seconds = options.number("timeout");
  const token = sendsToken ? tokenOf(context) : undefined;
  if (token !== undefined && address.kind === "http") requireEncryption(address.url, context);
  const login = sendsToken && token === undefined ? loginTo(context, address) : {};
  const connecting: ConnectOptions = {
    version,
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

function loginTo(context: Context, address: McpAddress): Pick<ConnectOptions, "login"> {
  if (address.kind !== "http") return {};
  const { options } = context;
  const isWanted = options.flag("login") || options.text("client-file") !== undefined;
  if (isWanted) requireEncryption(address.url, context);
  else if (!protectsSecrets(address.url)) return {};
  return { login: new McpLogin(address.url, loginOptionsOf(context, address.url)) };
}

function tokenOf({ options, environment }: Context): string | undefined {
  const file = options.text("token-file");
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
