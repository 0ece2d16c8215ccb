import type { Hub } from "../../app/hub/index.ts";
import type { GuardOptions } from "../../platform/network/index.ts";
import type { Market } from "../../registry/contract/index.ts";
import type { Jobs } from "../../hub/jobs/index.ts";
import type { Metrics } from "./metrics.ts";
import type { StreamLimiter } from "./stream-room.ts";

/** One line of the log: what was asked, by whom, and how it went. Nothing of its content. */
export interface RequestEntry {
  readonly requestId: string;
  readonly method: string;
  /** The name of the operation, not the address: addresses may hold secrets. */
  readonly route: string;
  readonly status: number;
  readonly milliseconds: number;
  readonly userId?: string;
}

/** What the API needs of the rest of the house. */
export interface ApiPorts extends Hub {
  readonly version: string;
  /** Where archives of repositories come from. Default: GitHub, on the open network alone. */
  readonly repositories?: { readonly origin: string; readonly guard: GuardOptions };
  /** Runs work on bytes of users. */
  readonly jobs: Jobs;
  /** The registry of skills that others publish and install. */
  readonly market: Market;
  /** Counts answers that go on. Default: by the limits that hold without settings. */
  readonly streams?: StreamLimiter;
  /** Hears of every request when its answer is complete. */
  readonly onRequest: (entry: RequestEntry) => void;
  readonly metrics: Metrics;
  /** Where it is set, only those who know it may read the metrics. */
  readonly metricsToken?: string;
  /** Pages of these origins may call the API. */
  readonly cors: readonly string[];
}
