import {
  McpServer,
  type McpRequestContext,
  type McpServerFactory,
  type RegisteredTool,
} from "@modelcontextprotocol/server";
import { SKILLS_EXTENSION_ID } from "@modelcontextprotocol/server/ext/skills";
import type { Catalog } from "../catalog/catalog.ts";
import type { LiveCatalog } from "../catalog/live.ts";
import type { SkillTool, ToolPorts, ToolProvider } from "../tools/provider.ts";
import { jobOwnerOf } from "../job-owner.ts";
import { refusal } from "../tools/answer.ts";
import type { Uses } from "../uses.ts";
import { clientIn, settledView, type ViewOf, viewsOf } from "./clients.ts";
import { complete } from "./complete.ts";
import { fitting, readResource } from "./contents.ts";
import { instructionsFor } from "./instructions.ts";
import { pageOf } from "./page.ts";
import { type BaseFolder, getPrompt, promptOf, promptSkills } from "./prompts.ts";
import { listResources, resourceTemplates } from "./resources.ts";
import { answerSkills } from "./skills.ts";
import { SERVER_INFO } from "./server-info.ts";
import type { Audience, Hear } from "./audience.ts";

export interface FaceOptions {
  readonly live: LiveCatalog;
  readonly version: string;
  readonly providers: readonly ToolProvider[];
  readonly base: BaseFolder;
  /** How long clients may keep lists and files, in milliseconds. */
  readonly ttlMs: number;
  readonly uses: Uses;
  /** Until the tools of all providers are there. */
  readonly toolsReady: () => Promise<void>;
  /** Hears of every connection, to tell it of changes. */
  readonly audience: Audience;
}

/** What whoever carries a connection knows of it. */
export interface ConnectionOptions {
  /** Passes on what requests that reach no server say of the client. */
  readonly onConnection?: (hear: Hear) => void;
  /** Whoever carries the connection has `toolsReady` wait before a request for tools, and spares the first answer it. */
  readonly hasToolsLater?: boolean;
  /** The most bytes of a file as it travels; clients end a connection over which more comes. */
  readonly mostBytes?: number;
}

/** How long the answer to a first message waits for skills that are being read. */
const FIRST_WAIT_MS = 50;

/** One factory for every connection, of either era of the protocol and over any transport. */
export function serverFactory(
  options: FaceOptions,
  connection: ConnectionOptions = {},
): McpServerFactory {
  const { live, ttlMs } = options;
  const cacheHint = { ttlMs, cacheScope: "private" } as const;
  const lists = listsOf(options.uses);
  return async (request: McpRequestContext) => {
    // The instructions list skills, but nobody waits long for them.
    await live.isOpenWithin(FIRST_WAIT_MS);
    const mcp = new McpServer(
      {
        ...SERVER_INFO,
        version: options.version,
        icons: [...SERVER_INFO.icons],
      },
      {
        capabilities: {
          tools: { listChanged: true },
          resources: { listChanged: true, subscribe: true },
          prompts: { listChanged: true },
          completions: {},
          extensions: { [SKILLS_EXTENSION_ID]: { directoryRead: true } },
        },
        instructions: lists.instructions(live.current),
        cacheHints: {
          "resources/list": cacheHint,
          "resources/templates/list": cacheHint,
          "resources/read": cacheHint,
          "prompts/list": cacheHint,
          "tools/list": cacheHint,
        },
      },
    );
    const sync = (): void => syncTools();
    const mayCall = mayCallTools(request);
    if (mayCall && connection.hasToolsLater !== true) await options.toolsReady();
    const hear = options.audience.join(mcp, request.era, isLasting(request) ? sync : undefined);
    connection.onConnection?.(hear);
    mcp.server.oninitialized = () => hear(clientIn(mcp.server.getClientCapabilities()));
    const viewOf = viewsOf(live, mcp, hear);
    answerSkills(mcp, viewOf, request.era === "modern" ? cacheHint : {});
    answerResources(mcp, viewOf, lists, connection.mostBytes);
    answerPrompts(mcp, viewOf, options, lists);
    const syncTools = toolsOf(mcp, viewOf, options);
    if (mayCall) sync();
    return mcp;
  };
}

/**
 * Making the tools ready takes longer than most answers. A request of the modern era names its method in a
 * header too, and is refused where that is not the method of its body.
 */
function mayCallTools({ era, requestInfo }: McpRequestContext): boolean {
  const method = era === "modern" ? requestInfo?.headers.get("mcp-method") : undefined;
  return typeof method !== "string" || method.startsWith("tools/");
}

/** Requests over HTTP are each answered by a server of their own. */
function isLasting({ requestInfo }: McpRequestContext): boolean {
  return requestInfo === undefined;
}

/** Lists that are the same for all clients, made once for each catalog. */
function listsOf(uses: Uses): Lists {
  const resources = new WeakMap<Catalog, ReturnType<typeof listResources>>();
  const prompts = new WeakMap<Catalog, ReturnType<typeof promptSkills>>();
  const instructions = new WeakMap<Catalog, string>();
  return {
    resources: (catalog) => remember(resources, catalog, listResources),
    prompts: (catalog) => remember(prompts, catalog, promptSkills),
    instructions: (catalog) =>
      remember(instructions, catalog, (whole) => instructionsFor(whole, uses)),
  };
}

interface Lists {
  readonly resources: (catalog: Catalog) => ReturnType<typeof listResources>;
  readonly prompts: (catalog: Catalog) => ReturnType<typeof promptSkills>;
  /** Who is used more since the catalog was made counts with the next one. */
  readonly instructions: (catalog: Catalog) => string;
}

function remember<Value>(
  known: WeakMap<Catalog, Value>,
  catalog: Catalog,
  make: (catalog: Catalog) => Value,
): Value {
  const value = known.get(catalog) ?? make(catalog);
  known.set(catalog, value);
  return value;
}

/** In place of what the registry of the SDK would answer, which knows no pages and no raw addresses. */
function answerResources(
  { server }: McpServer,
  viewOf: ViewOf,
  lists: Lists,
  mostBytes: number | undefined,
): void {
  server.setRequestHandler("resources/list", async ({ params }, context) => {
    const { current } = await settledView(viewOf, context);
    const { items, nextCursor } = pageOf(
      lists.resources(current),
      params?.cursor,
      (resource) => resource.uri,
      undefined,
      (resource) => resource,
    );
    return { resources: [...items], ...(nextCursor === undefined ? {} : { nextCursor }) };
  });
  server.setRequestHandler("resources/templates/list", async () => ({
    resourceTemplates: [...resourceTemplates],
  }));
  server.setRequestHandler("resources/read", async ({ params }, context) =>
    fitting(await readResource(await viewOf(context), params.uri), mostBytes),
  );
}

function answerPrompts(
  { server }: McpServer,
  viewOf: ViewOf,
  { base, uses }: FaceOptions,
  lists: Lists,
): void {
  server.setRequestHandler("prompts/list", async ({ params }, context) => {
    const { current } = await settledView(viewOf, context);
    const { items, nextCursor } = pageOf(
      lists.prompts(current),
      params?.cursor,
      (skill) => skill.uri,
    );
    return { prompts: items.map(promptOf), ...(nextCursor === undefined ? {} : { nextCursor }) };
  });
  server.setRequestHandler("prompts/get", async ({ params }, context) => {
    const view = await viewOf(context);
    await view.demand(params.name);
    const prompt = getPrompt(view.current, params.name, params.arguments ?? {}, base);
    uses.add(params.name);
    return prompt;
  });
  server.setRequestHandler("completion/complete", async ({ params }, context) => {
    const { current } = await settledView(viewOf, context);
    return complete(current, params);
  });
}

/** Registers the tools of this moment; on a later call those that came or say something else, and takes out the others. */
function toolsOf(mcp: McpServer, viewOf: ViewOf, options: FaceOptions): () => void {
  const { live, base, providers, uses } = options;
  const registered = new Map<string, RegisteredTool>();
  return () => {
    const tools = providers.flatMap((provider) => provider.tools({ view: live, base, uses }));
    const names = new Set(tools.map(({ name }) => name));
    for (const [name, tool] of registered)
      if (!names.has(name)) {
        tool.remove();
        registered.delete(name);
      }
    for (const tool of tools) {
      const known = registered.get(tool.name);
      if (known === undefined) registered.set(tool.name, register(mcp, tool, viewOf, options));
      else if (known.description !== tool.description)
        known.update({ description: tool.description });
    }
  };
}

function register(
  mcp: McpServer,
  tool: SkillTool,
  viewOf: ViewOf,
  { base, uses }: FaceOptions,
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
      const jobOwner = jobOwnerOf(context.http?.authInfo);
      const ports = {
        view: await viewOf(context),
        base,
        uses,
        ...(jobOwner === undefined ? {} : { jobOwner }),
      };
      return runTool(tool, input, ports, context.mcpReq.signal);
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
