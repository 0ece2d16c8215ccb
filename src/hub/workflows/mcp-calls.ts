/** Tools of MCP servers, for nodes of workflows. */
import { failure, reasonOf } from "../../platform/index.ts";
import { createGuardedFetch, type NameResolver } from "../../platform/network/index.ts";
import { graphCodes, type NodePorts } from "../../run/workflow/index.ts";
import { type Json, SkillError } from "../../skill/index.ts";
import { workflowCodes } from "./diagnostics.ts";

/** A server that the operator lets workflows use. */
export interface McpServer {
  readonly url: string;
  readonly token?: string | undefined;
  /** The tools that may be called; absent: all of them. */
  readonly tools?: readonly string[] | undefined;
}

export interface McpCalls {
  readonly servers: { readonly [name: string]: McpServer };
  /** Names or addresses that may be asked although they are not on the open network. */
  readonly allowPrivate: readonly string[];
  readonly names: NameResolver;
  readonly version: string;
}

/** An answer is read in the server itself, so that it must be small. */
const MOST_BYTES = 1024 * 1024;

/** Calls tools for a user, by the rules of all requests that users make. */
export function callMcpFor(
  { servers, allowPrivate, names, version }: McpCalls,
  userId: string,
): NonNullable<NodePorts["callMcp"]> {
  const send = createGuardedFetch({ allowPrivate, resolve: names.forOwner(`user ${userId}`) });
  return async ({ server: name, tool, input, timeoutMs, signal }) => {
    const server = Object.hasOwn(servers, name) ? servers[name] : undefined;
    if (server === undefined)
      throw failure(
        workflowCodes.notFound,
        `There is no MCP server '${name.slice(0, 100)}'; there are: ${Object.keys(servers).join(", ")}`,
      );
    if (server.tools?.includes(tool) === false)
      throw failure(
        workflowCodes.forbidden,
        `Tool '${tool.slice(0, 100)}' of '${name}' may not be called; the operator allows: ${server.tools.join(", ")}`,
      );
    const { callTool, readMcpAddress, withMcp } = await import("../../registry/sources/index.ts");
    const { token } = server;
    const options = { version, timeoutMs, signal, send, mostBytes: MOST_BYTES };
    const result = await withMcp(
      readMcpAddress([server.url]),
      { ...options, ...(token === undefined ? {} : { token }) },
      (connection) => callTool(connection, tool, input, { signal }),
    ).catch((error: unknown) => {
      signal.throwIfAborted();
      throw SkillError.isInstance(error) ? error : brokenOff(name, error);
    });
    const said = result.content.map(({ type, text }) => text ?? `[${type}]`).join("\n");
    // It came as JSON.
    const output = (result.structuredContent ?? said) as Json;
    return { output: result.isError === true ? said : output, isError: result.isError === true };
  };
}

/** What a server answers is no fault of this program. */
function brokenOff(name: string, error: unknown): Error {
  let inner = error;
  while (inner instanceof Error && inner.cause instanceof Error) inner = inner.cause;
  return failure(graphCodes.nodeFailed, `The MCP server '${name}' failed: ${reasonOf(inner)}`);
}
