import type { GuardOptions } from "../../platform/network/index.ts";
import type { Clock } from "../../platform/machine/index.ts";
import type { OpenToolsFor } from "../../hub/tools/index.ts";
import type { ModelSettings } from "../../run/models/index.ts";
import type { HubModels } from "../../hub/models/index.ts";
import type { Market } from "../../registry/contract/index.ts";
import type { Diagnostic } from "../../skill/model/index.ts";
import type { AccountPorts, LoginLinks } from "../../hub/accounts/index.ts";
import type { Database } from "../../hub/data/index.ts";
import type { FeaturePorts } from "../../hub/features/index.ts";
import type { Jobs } from "../../hub/jobs/index.ts";
import type { Quotas } from "../../hub/quotas/index.ts";
import type { KnowledgePorts } from "../../hub/knowledge/index.ts";
import type { LibraryView } from "../../hub/library/index.ts";
import type { ShelfPorts } from "../../hub/skills/index.ts";
import type { WorkflowPorts } from "../../hub/workflows/index.ts";
import type { Limiter } from "./limits.ts";
import type { Metrics } from "./metrics.ts";
import type { StreamRoom } from "./stream-room.ts";

/** One line of the log: what was asked, by whom, and how it went. Nothing of its content. */
export interface RequestEntry {
  readonly requestId: string;
  readonly method: string;
  /** The name of the operation, not the address: addresses may hold what is nobody's business. */
  readonly route: string;
  readonly status: number;
  readonly milliseconds: number;
  readonly userId?: string;
}

/** What the API needs of the rest of the house. */
export interface ApiPorts {
  readonly version: string;
  readonly clock: Clock;
  readonly database: Database;
  readonly accounts: AccountPorts;
  /** What each user may have. */
  readonly quotas?: Quotas;
  /** Ways in that work once, where this process may have made some. */
  readonly loginLinks?: LoginLinks;
  readonly shelf: ShelfPorts;
  /** Where archives of repositories come from. Default: GitHub, on the open network alone. */
  readonly repositories?: { readonly origin: string; readonly guard: GuardOptions };
  /** Skills in folders that the server keeps evaluated, where it does. */
  readonly library?: LibraryView;
  readonly models: HubModels;
  /** Providers of the settings, which only the operator changes. */
  readonly modelSettings: Pick<ModelSettings, "providers">;
  readonly limiter: Limiter;
  readonly knowledge: KnowledgePorts;
  /** What administrators turn on and off. */
  readonly features: FeaturePorts;
  /** How clients reach the server; default: as they asked. */
  readonly publicUrl?: string;
  /** Runs work on bytes of users. */
  readonly jobs: Jobs;
  readonly workflows: WorkflowPorts;
  /** The registry of skills that others publish and install. */
  readonly market: Market;
  /** Gives runs the tools of their skills. */
  readonly openTools?: OpenToolsFor;
  /** Counts answers that go on. Default: by the limits that hold without settings. */
  readonly streams?: StreamRoom;
  /** Permissions that the settings give to the tools of every skill; absent: there are no tools here. */
  readonly toolsAllowed?: readonly string[];
  /** Does something that nobody waits for; a server that stops waits for it. */
  readonly work: (task: () => Promise<void>) => void;
  /** Inputs and answers of runs are kept with their records, for those who ran them. */
  readonly keepsAnswers: boolean;
  /** Strangers may make accounts for themselves. */
  readonly allowsRegistration: boolean;
  readonly onProblem: (problem: Diagnostic, requestId: string) => void;
  /** Hears of every request when its answer is complete. */
  readonly onRequest: (entry: RequestEntry) => void;
  readonly metrics: Metrics;
  /** Where it is set, only those who know it may read the metrics. */
  readonly metricsToken?: string;
  /** Pages of these origins may call the API. */
  readonly cors: readonly string[];
  /** The server is about to stop: it answers, but begins nothing that takes long. */
  readonly isDraining: () => boolean;
  /** Bytes that can still be stored; absent: nothing is stored on a disk of this machine. */
  readonly freeSpace?: () => number;
  /** Ends when the server stops; streams hear of it. */
  readonly stopping: AbortSignal;
}
