import {
  McpServer,
  type McpRequestContext,
  type McpServerFactory,
} from "@modelcontextprotocol/server";
import type { Catalog } from "../../../app/catalog/index.ts";
import type { Uses } from "../uses.ts";
import { clientIn, loadedView, type ViewOf, viewsOf } from "./clients.ts";
import { complete } from "./complete.ts";
import { fitting, readResource } from "./contents.ts";
import { instructionsFor } from "./instructions.ts";
import { pageOf } from "./page.ts";
import { getPrompt, promptOf, promptSkills } from "./prompts.ts";
import { listResources, resourceTemplates } from "./resources.ts";
import { answerSkills } from "./skills.ts";
import { CAPABILITIES, SERVER_INFO } from "../early/server-info.ts";
import { answerTasks, type Tasks } from "./tasks.ts";
import { type ToolOptions, toolsOf } from "./tools.ts";
import type { Subscribers, OnClient } from "./subscribers.ts";

export interface McpServerOptions extends ToolOptions {
  readonly version: string;
  /** How long clients may keep lists and files, in milliseconds. */
  readonly ttlMs: number;
  readonly tasks: Tasks;
  /** Until the tools of all providers are there. */
  readonly toolsReady: () => Promise<void>;
  /** Hears of every connection, to tell it of changes. */
  readonly audience: Subscribers;
}

/** What whoever carries a connection knows of it. */
export interface ConnectionOptions {
  /** Passes on what requests that reach no server say of the client. */
  readonly onConnection?: (hear: OnClient) => void;
  /** Whoever carries the connection has `toolsReady` wait before a request for tools, and spares the first answer it. */
  readonly hasToolsLater?: boolean;
  /** Takes the folders that the user of an older client works in, as addresses, whenever they are others. */
  readonly onRoots?: (addresses: readonly string[]) => void;
  /** The most bytes of a file as it travels; clients end a connection over which more comes. */
  readonly mostBytes?: number;
}

/** How long the answer to a first message waits for skills that are being read. */
const FIRST_WAIT_MS = 50;

/** One factory for every connection, of either era of the protocol and over any transport. */
export function serverFactory(
  options: McpServerOptions,
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
        capabilities: CAPABILITIES,
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
    const sync = (): void => tools.sync();
    const mayCall = mayCallTools(request);
    if (mayCall && connection.hasToolsLater !== true) await options.toolsReady();
    const hear = options.audience.join(mcp, request.era, isLasting(request) ? sync : undefined);
    connection.onConnection?.(hear);
    mcp.server.oninitialized = () => {
      hear(clientIn(mcp.server.getClientCapabilities()));
      followRoots(mcp, connection.onRoots);
    };
    const viewOf = viewsOf(live, mcp, hear);
    answerSkills(mcp, viewOf, request.era === "modern" ? cacheHint : {});
    answerResources(mcp, viewOf, lists, connection.mostBytes);
    answerPrompts(mcp, viewOf, options, lists);
    const tools = toolsOf(mcp, viewOf, options, isHere(request));
    answerTasks(mcp, options.tasks, tools);
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

/** Asks a client that knows them for the folders its user works in, now and when it says that they are others. */
function followRoots({ server }: McpServer, onRoots: ConnectionOptions["onRoots"]): void {
  if (onRoots === undefined || server.getClientCapabilities()?.roots === undefined) return;
  const ask = async (): Promise<void> => {
    const { roots } = await server.listRoots();
    onRoots(roots.map(({ uri }) => uri));
  };
  const askQuietly = (): void => {
    // A client that does not answer is served what the server was started for.
    ask().catch(() => {});
  };
  server.setNotificationHandler("notifications/roots/list_changed", askQuietly);
  askQuietly();
}

/** Whoever started the server sits before it; over HTTP that is not known. */
function isHere({ requestInfo }: McpRequestContext): boolean {
  return requestInfo === undefined;
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
    const { current } = await loadedView(viewOf, context, params?.cursor);
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
  { base, uses }: McpServerOptions,
  lists: Lists,
): void {
  server.setRequestHandler("prompts/list", async ({ params }, context) => {
    const { current } = await loadedView(viewOf, context, params?.cursor);
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
    const prompt = await getPrompt(view, params.name, params.arguments ?? {}, base);
    uses.add(params.name);
    return prompt;
  });
  server.setRequestHandler("completion/complete", async ({ params }, context) => {
    const { current } = await loadedView(viewOf, context);
    return complete(current, params);
  });
}
