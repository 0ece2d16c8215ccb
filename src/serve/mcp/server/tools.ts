/** Tools of providers, as the SDK registers them. */
import {
  CLIENT_CAPABILITIES_META_KEY,
  type McpServer,
  ProtocolError,
  type RegisteredTool,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { getKey, isObject } from "../../../skill/model/index.ts";
import { findJobOwner } from "../job-owner.ts";
import { refusal } from "../tools/answer.ts";
import type { SkillTool, ToolPorts, ToolProvider } from "../tools/provider.ts";
import type { LiveCatalog } from "../../../app/catalog/index.ts";
import type { BaseFolder } from "../../../app/catalog/index.ts";
import type { Uses } from "../uses.ts";
import type { ViewOf } from "./clients.ts";
import type { TaskSupport, TaskTools } from "./tasks.ts";

export interface ToolOptions {
  readonly live: LiveCatalog;
  readonly providers: readonly ToolProvider[];
  readonly base: BaseFolder;
  readonly uses: Uses;
}

export interface ServerTools extends TaskTools {
  /** Registers the tools of this moment; on a later call those that came or say something else, and takes out the others. */
  readonly sync: () => void;
}

export function toolsOf(
  mcp: McpServer,
  viewOf: ViewOf,
  options: ToolOptions,
  isHere: boolean,
): ServerTools {
  const { live, base, providers, uses } = options;
  const registered = new Map<string, RegisteredTool>();
  const supports = new Map<string, TaskSupport>();
  const failures = new WeakMap<ServerContext, ProtocolError>();
  const sync = (): void => {
    const tools = providers.flatMap((provider) => provider.tools({ view: live, base, uses }));
    const names = new Set(tools.map(({ name }) => name));
    for (const [name, tool] of registered)
      if (!names.has(name)) {
        tool.remove();
        registered.delete(name);
      }
    for (const tool of tools) {
      if (tool.taskSupport !== undefined) supports.set(tool.name, tool.taskSupport);
      const known = registered.get(tool.name);
      if (known === undefined)
        registered.set(tool.name, register(mcp, tool, viewOf, { base, uses, isHere, failures }));
      else if (known.description !== tool.description)
        known.update({ description: tool.description });
    }
  };
  return {
    sync,
    supportOf: (tool) => supports.get(tool),
    failureOf: (context) => failures.get(context),
  };
}

interface AgentContext extends Pick<ToolPorts, "base" | "uses"> {
  readonly isHere: boolean;
  readonly failures: WeakMap<ServerContext, ProtocolError>;
}

function register(
  mcp: McpServer,
  tool: SkillTool,
  viewOf: ViewOf,
  { base, uses, isHere, failures }: AgentContext,
): RegisteredTool {
  return mcp.registerTool(
    tool.name,
    {
      title: tool.title,
      description: tool.description,
      inputSchema: tool.input,
      outputSchema: tool.output,
      annotations: tool.annotations,
      icons: [...tool.icons],
      _meta: {
        fastmcp: { tags: tool.tags, version: tool.version },
        timeoutMs: tool.timeoutMs,
      },
    },
    async (input: unknown, context) => {
      const jobOwner = findJobOwner(context.http?.authInfo);
      const ports = {
        view: await viewOf(context),
        base,
        uses,
        ...(jobOwner === undefined ? {} : { jobOwner }),
        responses: context.mcpReq.inputResponses ?? {},
        mayAsk: isHere && canElicit(mcp, context),
      };
      try {
        return await runTool(tool, input, ports, context.mcpReq.signal);
      } catch (error) {
        if (error instanceof ProtocolError) failures.set(context, error);
        throw error;
      }
    },
  );
}

/** A call that takes too long ends with an error, and is told to stop. */
async function runTool(
  tool: SkillTool,
  input: unknown,
  ports: ToolPorts,
  cancelled: AbortSignal,
): ReturnType<SkillTool["run"]> {
  const timeout = AbortSignal.timeout(tool.timeoutMs);
  const signal = AbortSignal.any([cancelled, timeout]);
  const ended = new Promise<"ended">((settle) => {
    signal.addEventListener("abort", () => settle("ended"), { once: true });
  });
  const result = await Promise.race([tool.run(input, ports, signal), ended]);
  if (result !== "ended") return result;
  return refusal(
    timeout.aborted
      ? `\`${tool.name}\` did not end within ${tool.timeoutMs} ms.`
      : `\`${tool.name}\` was cancelled.`,
  );
}

/** Whether the program at the other end shows questions to its user. */
function canElicit({ server }: McpServer, { mcpReq }: ServerContext): boolean {
  const envelope: unknown = mcpReq.envelope;
  const said = isObject(envelope)
    ? getKey(envelope, CLIENT_CAPABILITIES_META_KEY)
    : server.getClientCapabilities();
  return isObject(said) && isObject(getKey(said, "elicitation"));
}
