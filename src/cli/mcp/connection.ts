import { failure, readText, reasonOf } from "../../platform/index.ts";
import {
  connectMcp,
  type McpAddress,
  type McpConnection,
  mcpEras,
} from "../../registry/sources/index.ts";
import type { Context } from "../context.ts";
import { requireEncryption } from "../remote/connection.ts";

const MOST_SECONDS = 600;

/** Connects as the options say, and closes whatever becomes of the work. */
export async function withConnection<T>(
  context: Context,
  address: McpAddress,
  work: (connection: McpConnection) => Promise<T>,
  { sendsToken = true }: { readonly sendsToken?: boolean } = {},
): Promise<T> {
  const { options, version } = context;
  const era = mcpEras.find((name) => name === options.text("era"));
  const seconds = options.number("timeout");
  const token = sendsToken ? tokenOf(context) : undefined;
  if (token !== undefined && address.kind === "http") requireEncryption(address.url, context);
  const connection = await connectMcp(address, {
    version,
    ...(era === undefined ? {} : { era }),
    ...(seconds === undefined
      ? {}
      : { timeoutMs: Math.min(MOST_SECONDS, Math.max(1, seconds)) * 1000 }),
    ...(token === undefined ? {} : { token }),
  });
  try {
    return await work(connection);
  } finally {
    await connection.close();
  }
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
