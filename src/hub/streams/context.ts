import type { Clock } from "../../platform/machine/index.ts";
import type { Telemetry } from "../../platform/telemetry/index.ts";
import type { Diagnostic } from "../../skill/model/index.ts";
import type { User } from "../accounts/index.ts";
import type { Database } from "../data/index.ts";
import type { KnowledgePorts } from "../knowledge/index.ts";
import type { HubModels } from "../models/index.ts";
import type { Quotas } from "../quotas/index.ts";
import type { RunRecord } from "../runs/index.ts";
import type { StoredSkillPorts } from "../skills/index.ts";
import type { OpenToolsFor } from "../tools/index.ts";
import type { WorkflowPorts } from "../workflows/index.ts";

/** What runs and chats need of a server. */
export interface StreamHub {
  readonly database: Database;
  readonly clock: Clock;
  readonly stopping: AbortSignal;
  readonly quotas?: Quotas;
  readonly storedSkills: StoredSkillPorts;
  readonly models: HubModels;
  readonly knowledge: KnowledgePorts;
  readonly workflows: WorkflowPorts;
  /** Gives runs the tools of their skills. */
  readonly openTools?: OpenToolsFor;
  /** Inputs and answers of runs are kept with their records, for those who ran them. */
  readonly keepsAnswers: boolean;
  readonly countRun: (run: RunRecord) => void;
  /** Told of runs as they go on. */
  readonly telemetry?: Telemetry;
  readonly onProblem: (problem: Diagnostic, requestId: string) => void;
  /** Runs work in the background; a server that stops waits for it. */
  readonly work: (task: () => Promise<void>) => void;
}

/** Who asked, and whether anybody still listens. */
export interface StreamContext {
  readonly hub: StreamHub;
  readonly user: User;
  readonly requestId: string;
  readonly signal: AbortSignal;
}

/** What is sent to a client while it follows. */
export interface StreamEvent {
  readonly event: string;
  readonly data: unknown;
  /** By this a client says where it left off. */
  readonly id?: number;
}

/** What happens, as it happens. */
export interface Following {
  readonly events: AsyncGenerator<StreamEvent, void>;
  /** The run of a workflow that is followed, and can be followed again. */
  readonly executionId?: string;
}
