import type { Jobs } from "../../hub/jobs/index.ts";
import { clientMachine } from "../../app/jobs/index.ts";
import type { Clock } from "../../platform/machine/index.ts";
import { createTurns, type Turns } from "../../platform/machine/index.ts";
import type { ChangeMark, Market } from "../../registry/contract/index.ts";
import type { FindSkills, Hit, McpCaller, McpHttp } from "../mcp/index.ts";
import { type Mirror, openMirror, type OwnViewer, REGISTRY, type SyncResult } from "./mirror.ts";

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
  readonly fetch: (
    request: Request,
    caller: McpCaller,
    /** Who has logged in, to be shown what is for that user alone. */
    viewer?: OwnViewer,
  ) => Promise<Response>;
  readonly close: () => Promise<void>;
}

export const MARKET_MCP_PATH = "/registry/mcp";
/** The same for those who have logged in alone: strangers are told how, so that their programs do. */
export const MARKET_MCP_LOGIN_PATH = "/registry/mcp/login";
const PATHS = { path: MARKET_MCP_PATH, otherPaths: [MARKET_MCP_LOGIN_PATH] };

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
    fetch: async (request, caller, viewer) => {
      opened ??= open(options);
      const { http, refresh, refreshOwn } = await opened;
      await refresh();
      const hasOwn = viewer !== undefined && (await refreshOwn(viewer));
      return http.fetch(request, { ...caller, ...(hasOwn ? { user: viewer.userId } : {}) });
    },
    close: async () => {
      await (await opened)?.close();
    },
  };
}

/** The search of the registry, for what of it is served here. */
function findIn(
  { market, chargeSearch }: MarketMcpOptions,
  { nameOf, list }: Mirror,
  markNow: () => ChangeMark,
): FindSkills {
  const findAll = rememberFor(markNow, (query) => searchPages(market, query));
  return async (skills, query, tags, owner = "") => {
    const { searchServed } = await import("../mcp/index.ts");
    if (query.trim() === "") return await searchServed(skills, query, tags);
    await chargeSearch(owner);
    const served = new Map(skills.map((skill) => [nameOf(skill.folder), skill]));
    const found = (await findAll(query)).flatMap(({ fullName, score }): readonly Hit[] => {
      const skill = served.get(fullName);
      return skill !== undefined && tags.every((tag) => skill.tags.includes(tag))
        ? [{ skill, score }]
        : [];
    });
    // The search of the registry covers public skills.
    const shared = new Set(
      list().flatMap((item) => (item.audience === undefined ? [] : item.folder)),
    );
    const own = skills.filter(({ folder }) => shared.has(folder));
    return [...(await searchServed(own, query, tags)), ...found].slice(0, MOST_HITS);
  };
}

interface FoundName {
  readonly fullName: string;
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
    for (const { fullName, score } of page.items) found.push({ fullName, score });
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
  /** True if the user has skills that are not public. */
  readonly refreshOwn: (viewer: OwnViewer) => Promise<boolean>;
  readonly close: () => Promise<void>;
}

/** How long the first requests wait for the skills of a large registry; those that are there are served before. */
const FILL_WAIT_MS = 10_000;

async function open(options: MarketMcpOptions): Promise<Opened> {
  const { market, version, clock, jobs, onError } = options;
  const { createMcpHttp, createSkillServer } = await import("../mcp/index.ts");
  const mirror = openMirror(market);
  // Taken before a look begins: what changes while it goes on may be missing in it.
  let mark = await market.markChanges();
  const server = await createSkillServer({
    paths: [],
    list: mirror.list,
    version,
    clock,
    whenBroken: "skip",
    watches: false,
    verdictOf: mirror.verdictOf,
    onError,
    find: findIn(options, mirror, () => mark),
    machine: clientMachine(() => ({
      ...Object.fromEntries([...mirror.variables()].map((name) => [name, "set"])),
      PATH: "/bin",
    })),
    ...(jobs === undefined ? {} : { jobs }),
  });
  const http = createMcpHttp({
    server,
    ...PATHS,
    isGuarded: true,
    clock,
    onError,
  });
  const turns = createTurns();
  const tell = async ({ files, hasMoved }: SyncResult): Promise<void> => {
    if (!hasMoved && files.length === 0) return;
    // Both are one look.
    await Promise.all([server.refresh(files), ...(hasMoved ? [server.refresh()] : [])]);
  };
  let filling: Promise<void> | undefined;
  let isFilled = false;
  const fill = async (): Promise<void> => {
    await tell(await mirror.sync(undefined, tell));
    isFilled = true;
  };
  let running: Promise<void> | undefined;
  const look = async (): Promise<void> => {
    const changes = await market.changesSince(mark);
    const begun = changes?.mark ?? (await market.markChanges(mark));
    await tell(await mirror.sync(changes?.skills));
    mark = begun;
  };
  return {
    http,
    refresh: async () => {
      if (!isFilled) {
        filling ??= turns("mirror", fill).catch((error: unknown) => {
          filling = undefined;
          throw error;
        });
        // Whoever waited for it may have gone on before it failed.
        filling.catch(onError);
        await within(FILL_WAIT_MS, filling);
        if (!isFilled) return;
      }
      // A look that was under way may be older than the change; the one after it is not.
      for (let looks = 0; looks < 2; looks++) {
        const known = mark;
        if ((await market.markChanges(known)) === known && known === mark) return;
        running ??= turns("mirror", look).finally(() => {
          running = undefined;
        });
        await running;
      }
    },
    refreshOwn: async (viewer) => {
      if (!isFilled) return false;
      return await refreshOwnSkills({ mirror, turns, tell, onError }, viewer);
    },
    close: async () => {
      await http.close();
      await server.close();
      mirror.close();
    },
  };
}

interface OwnRefresh extends Pick<MarketMcpOptions, "onError"> {
  readonly mirror: Mirror;
  readonly turns: Turns;
  readonly tell: (synced: SyncResult) => Promise<void>;
}

/** In a turn of the user alone; true where the user has skills of this kind. */
async function refreshOwnSkills(
  { mirror, turns, tell, onError }: OwnRefresh,
  viewer: OwnViewer,
): Promise<boolean> {
  const hasOwn = await turns(`own ${viewer.userId}`, async () => {
    const { hasOwn: has, ...synced } = await mirror.syncOwn(viewer);
    // Before the next request of the same user goes on: it finds nothing new, and means this.
    await tell(synced);
    return has;
  });
  const excess = mirror.findExcess();
  // Nobody waits for what others have too much of.
  if (excess !== undefined) turns(`own ${excess}`, () => mirror.letGo(excess)).catch(onError);
  return hasOwn;
}

/** Waits for the work, but no longer; fails as the work does. */
async function within(milliseconds: number, work: Promise<void>): Promise<void> {
  const late = Promise.withResolvers<void>();
  const timer = setTimeout(late.resolve, milliseconds);
  try {
    await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
