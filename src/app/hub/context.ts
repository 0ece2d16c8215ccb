/** What many people share on a server, and who asks for it. */
import {
  accountCodes,
  type AccountPorts,
  type Caller,
  type LoginLinks,
  type SignOn,
} from "../../hub/accounts/index.ts";
import type { Telemetry } from "../../platform/telemetry/index.ts";
import type { FeaturePorts } from "../../hub/features/index.ts";
import type { KnowledgePorts } from "../../hub/knowledge/index.ts";
import type { HealthPorts } from "../../hub/health/index.ts";
import type { LibraryView } from "../../hub/library/index.ts";
import type { HubModels } from "../../hub/models/index.ts";
import type { Quotas } from "../../hub/quotas/index.ts";
import { apiCodes, type Limiter } from "../../hub/requests/index.ts";
import type { RunRecord } from "../../hub/runs/index.ts";
import type { StoredSkillPorts } from "../../hub/skills/index.ts";
import type { OpenToolsFor } from "../../hub/tools/index.ts";
import type { WorkflowPorts } from "../../hub/workflows/index.ts";
import { failure } from "../../platform/index.ts";
import type { Clock } from "../../platform/machine/index.ts";
import type { ModelSettings } from "../../run/models/index.ts";
import { type Diagnostic, SkillError } from "../../skill/model/index.ts";
import { type Define, createDefine, type Scope } from "./define.ts";

/** What operations of a server work with. */
export interface Hub extends HealthPorts {
  /** Receives spans and counts. Default: discarded. */
  readonly telemetry?: Telemetry;
  readonly clock: Clock;
  readonly accounts: AccountPorts;
  /** What each user may have. */
  readonly quotas?: Quotas;
  readonly storedSkills: StoredSkillPorts;
  readonly models: HubModels;
  /** Providers of the settings, which only the operator changes. */
  readonly modelSettings: Pick<ModelSettings, "providers">;
  readonly knowledge: KnowledgePorts;
  /** What administrators turn on and off. */
  readonly features: FeaturePorts;
  readonly workflows: WorkflowPorts;
  /** Permissions that the settings give to the tools of every skill; absent: there are no tools here. */
  readonly toolsAllowed?: readonly string[];
  /** Gives runs the tools of their skills. */
  readonly openTools?: OpenToolsFor;
  /** Inputs and answers of runs are kept with their records, for those who ran them. */
  readonly keepsAnswers: boolean;
  readonly countRun: (run: RunRecord) => void;
  /** Skills in folders that the server keeps evaluated, where it does. */
  readonly library?: LibraryView;
  readonly limiter: Limiter;
  /** How clients reach the server; default: as they asked. */
  readonly publicUrl?: string;
  /** Ways in that work once, where this process may have made some. */
  readonly loginLinks?: LoginLinks;
  /** Logins by other services, where there are some. */
  readonly signOn?: SignOn;
  /** Strangers may make accounts for themselves. */
  readonly allowsRegistration: boolean;
  readonly onProblem: (problem: Diagnostic, requestId: string) => void;
  /** Runs work in the background; a server that stops waits for it. */
  readonly work: (task: () => Promise<void>) => void;
}

/** Of anybody who asks. */
export interface GuestContext {
  readonly hub: Hub;
  readonly requestId: string;
  /** Where the request came from, where that is known. */
  readonly address?: string;
  /** The address that was asked, and the page that asked it, where it was one. */
  readonly url: string;
  readonly page?: string;
  /** Somebody stands between, by what the request says. */
  readonly isProxied: boolean;
  /** Whoever asked has gone away, or the server stops. */
  readonly signal: AbortSignal;
}

export interface HubContext extends GuestContext {
  readonly caller: Caller;
  readonly user: Caller["user"];
  /** By which they asked. */
  readonly token: string;
  /** The versions that a change is for, as `If-Match` names them. */
  readonly ifMatch?: string;
  /** The last event that was seen, by its number. */
  readonly lastEvent?: string;
}

/** Refuses a field that no schema refuses. */
export function invalid(field: string, message: string): SkillError {
  return new SkillError({ code: apiCodes.invalid, severity: "error", message, path: [field] });
}

/** Refuses tokens: a session may more than any of them, and what leads to one is for people. */
export function requirePerson({ scopes }: Pick<Caller, "scopes">): void {
  if (scopes !== undefined)
    throw failure(accountCodes.forbidden, "Only a person may do this, not a token");
}

interface Area {
  readonly tag: string;
  readonly access?: "user" | "admin";
  readonly scope: Scope;
  readonly refusals?: { readonly [status: number]: string };
}

const base = "/api/v1";

/** Operations for anybody. */
export function forGuests({ refusals = {}, ...area }: Omit<Area, "access">): Define<GuestContext> {
  return createDefine({ ...area, access: "everyone", refusals, base });
}

/** Operations for users, or administrators. */
export function forUsers({ access = "user", refusals = {}, ...area }: Area): Define<HubContext> {
  return createDefine({ ...area, access, refusals, base });
}
