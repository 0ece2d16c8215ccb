import type { Clock } from "../../platform/machine/index.ts";
import type { LanguageModels } from "../../run/models/index.ts";
import type { Diagnostic } from "../../skill/index.ts";
import type { AccountPorts } from "../accounts/index.ts";
import type { Database } from "../data/index.ts";
import type { KnowledgePorts } from "../knowledge/index.ts";
import type { ShelfPorts } from "../skills/index.ts";
import type { WorkflowPorts } from "../workflows/index.ts";
import type { Limiter } from "./limits.ts";

/** What the API needs of the rest of the house. */
export interface ApiPorts {
  readonly version: string;
  readonly clock: Clock;
  readonly database: Database;
  readonly accounts: AccountPorts;
  readonly shelf: ShelfPorts;
  readonly models: LanguageModels;
  readonly limiter: Limiter;
  readonly knowledge: KnowledgePorts;
  readonly workflows: WorkflowPorts;
  /** Does something that nobody waits for; a server that stops waits for it. */
  readonly work: (task: () => Promise<void>) => void;
  /** Strangers may make accounts for themselves. */
  readonly allowsRegistration: boolean;
  readonly onProblem: (problem: Diagnostic, requestId: string) => void;
  /** Ends when the server stops; streams hear of it. */
  readonly stopping: AbortSignal;
}
