import type { Jobs } from "../../hub/jobs/index.ts";
import { clientMachine } from "../../app/jobs/index.ts";
import type { Clock } from "../../platform/machine/index.ts";
import type { Market } from "../../registry/contract/index.ts";
import type { McpCaller, McpHttp } from "../mcp/index.ts";
import { openMirror } from "./mirror.ts";

export interface MarketMcpOptions {
  readonly market: Market;
  readonly version: string;
  readonly clock: Clock;
  /** Default: scans run in this process. */
  readonly jobs?: Jobs;
  readonly onError: (error: unknown) => void;
}

/** Published skills over MCP, as folders of skills are served; whoever asks it has checked who may. */
export interface MarketMcp {
  readonly fetch: (request: Request, caller: McpCaller) => Promise<Response>;
  readonly close: () => Promise<void>;
}

export const MARKET_MCP_PATH = "/registry/mcp";

/** How long a change of another process may stay unseen; those of this one are seen at once. */
const POLL_MS = 500;

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

interface Opened {
  readonly http: McpHttp;
  readonly refresh: () => Promise<void>;
  readonly close: () => Promise<void>;
}

interface Look {
  readonly revision: number;
  readonly at: number;
}

async function open(options: MarketMcpOptions): Promise<Opened> {
  const { market, version, clock, jobs, onError } = options;
  const { createMcpHttp, createSkillServer } = await import("../mcp/index.ts");
  const mirror = openMirror(market);
  // Both are taken before a look begins: what changes while it goes on may be missing in it.
  const start = (): Look => ({ revision: market.revision(), at: clock.now() });
  let last = start();
  await mirror.sync();
  const server = await createSkillServer({
    paths: [mirror.folder],
    version,
    clock,
    whenBroken: "skip",
    watches: false,
    verdictOf: mirror.verdictOf,
    onError,
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
    const begun = start();
    if (await mirror.sync()) await server.refresh();
    last = begun;
  };
  return {
    http,
    refresh: async () => {
      const revision = market.revision();
      if (last.revision >= revision && clock.now() - last.at < POLL_MS) return;
      // A look that was under way may be older than the change, and is then followed by another.
      do {
        running ??= look().finally(() => {
          running = undefined;
        });
        await running;
      } while (last.revision < revision);
    },
    close: async () => {
      await http.close();
      await server.close();
      mirror.close();
    },
  };
}
