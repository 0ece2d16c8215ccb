import type { Jobs } from "../../hub/jobs/index.ts";
import { clientMachine } from "../../app/jobs/index.ts";
import type { Clock } from "../../platform/machine/index.ts";
import type { ChangeMark, Market } from "../../registry/contract/index.ts";
import type { FindSkills, Hit, McpCaller, McpHttp } from "../mcp/index.ts";
import { openMirror, REGISTRY } from "./mirror.ts";

export interface MarketMcpOptions {
  readonly market: Market;
  readonly version: string;
  readonly clock: Clock;
  /** Default: scans run in this process. */
  readonly jobs?: Jobs;
  /** Counts a search for whoever asks; throws where there were too many. */
  readonly chargeSearch: (owner: string) => Promise<void>;
  readonly onError: (error: unknown) => void;
}

/** Published skills over MCP, as folders of skills are served; whoever asks it has checked who may. */
export interface MarketMcp {
  readonly fetch: (request: Request, caller: McpCaller) => Promise<Response>;
  readonly close: () => Promise<void>;
}

export const MARKET_MCP_PATH = "/registry/mcp";

/** Read at a time from a search, and given to a client at most. */
const PAGE = 200;
const MOST_HITS = 200;
/** Pages of a search that are read; hits on them that are not served are passed over. */
const MOST_PAGES = 3;
const MOST_REMEMBERED = 100;

/** Begins with the first request, since most registries are never asked this way. */
export function createMarketMcp(options: MarketMcpOptions): MarketMcp {
  let opened: Promise<Opened> | undefined;
  return {
    fetch: async (request, caller) => {
      opened ??= open(options);
      const { http, refresh } = await opened;
      await refresh();
      return http.fetch(request, caller);
    },
    close: async () => {
      await (await opened)?.close();
    },
  };
}

/** The search of the registry, for what of it is served here. */
function findIn({ market, chargeSearch }: MarketMcpOptions, markNow: () => ChangeMark): FindSkills {
  const findAll = rememberFor(markNow, (query) => searchPages(market, query));
  return async (skills, query, tags, owner = "") => {
    const { searchServed } = await import("../mcp/index.ts");
    if (query.trim() === "") return await searchServed(skills, query, tags);
    await chargeSearch(owner);
    const served = new Map(skills.map((skill) => [skill.path, skill]));
    return (await findAll(query))
      .flatMap(({ slug, score }): readonly Hit[] => {
        const skill = served.get(slug);
        return skill !== undefined && tags.every((tag) => skill.tags.includes(tag))
          ? [{ skill, score }]
          : [];
      })
      .slice(0, MOST_HITS);
  };
}

interface FoundName {
  readonly slug: string;
  readonly score: number;
}

async function searchPages(market: Market, query: string): Promise<readonly FoundName[]> {
  const found: FoundName[] = [];
  let cursor: string | undefined;
  for (let pages = 0; pages < MOST_PAGES; pages += 1) {
    const page = await market.search(REGISTRY, {
      query,
      limit: PAGE,
      ...(cursor === undefined ? {} : { cursor }),
    });
    for (const { slug, hasPlainName, score } of page.items)
      if (hasPlainName) found.push({ slug, score });
    cursor = page.cursor;
    if (cursor === undefined) break;
  }
  return found;
}

/** A client asks for page after page of what it found, each of which would be the whole search again. */
function rememberFor<Value>(
  markNow: () => ChangeMark,
  find: (query: string) => Promise<Value>,
): (query: string) => Promise<Value> {
  const known = new Map<string, Promise<Value>>();
  let mark = markNow();
  return async (query) => {
    if (mark !== markNow() || known.size >= MOST_REMEMBERED) known.clear();
    mark = markNow();
    const found = known.get(query) ?? find(query);
    known.set(query, found);
    try {
      return await found;
    } catch (error) {
      known.delete(query);
      throw error;
    }
  };
}

interface Opened {
  readonly http: McpHttp;
  readonly refresh: () => Promise<void>;
  readonly close: () => Promise<void>;
}

async function open(options: MarketMcpOptions): Promise<Opened> {
  const { market, version, clock, jobs, onError } = options;
  const { createMcpHttp, createSkillServer } = await import("../mcp/index.ts");
  const mirror = openMirror(market);
  // Taken before a look begins: what changes while it goes on may be missing in it.
  let mark = await market.markChanges();
  await mirror.sync();
  const server = await createSkillServer({
    paths: [mirror.folder],
    version,
    clock,
    whenBroken: "skip",
    watches: false,
    verdictOf: mirror.verdictOf,
    onError,
    find: findIn(options, () => mark),
    machine: clientMachine(() => ({
      ...Object.fromEntries([...mirror.variables()].map((name) => [name, "set"])),
      PATH: "/bin",
    })),
    ...(jobs === undefined ? {} : { jobs }),
  });
  const http = createMcpHttp({
    server,
    path: MARKET_MCP_PATH,
    isGuarded: true,
    onError,
  });
  let running: Promise<void> | undefined;
  const look = async (): Promise<void> => {
    const begun = await market.markChanges(mark);
    if (await mirror.sync()) await server.refresh();
    mark = begun;
  };
  return {
    http,
    refresh: async () => {
      // A look that was under way may be older than the change; the one after it is not.
      for (let looks = 0; looks < 2; looks++) {
        const known = mark;
        if ((await market.markChanges(known)) === known && known === mark) return;
        running ??= look().finally(() => {
          running = undefined;
        });
        await running;
      }
    },
    close: async () => {
      await http.close();
      await server.close();
      mirror.close();
    },
  };
}
