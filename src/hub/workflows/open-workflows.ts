import { processorCount } from "../../platform/index.ts";
import { type Clock, createFairQueue, type FairQueue } from "../../platform/machine/index.ts";
import {
  type NameResolver,
  requestGuarded,
  sharedNameResolver,
} from "../../platform/network/index.ts";
import type { Telemetry } from "../../platform/telemetry/index.ts";
import type { OpenToolsFor } from "../tools/index.ts";
import type { LanguageModels } from "../../run/models/index.ts";
import {
  type EngineOptions,
  type LentWorkflows,
  type NewRun,
  type NodePorts,
  openEngine,
  type Presence,
  type RunCode,
  type WorkflowEngine,
} from "../../run/workflow/index.ts";
import type { Diagnostic } from "../../skill/index.ts";
import { asPerson, findUser, type User } from "../accounts/index.ts";
import type { Database } from "../data/index.ts";
import { type KnowledgePorts, retrieveFor } from "../knowledge/index.ts";
import type { Quotas } from "../quotas/index.ts";
import type { RunRecord } from "../runs/index.ts";
import { findSkill, type StoredSkillPorts } from "../skills/index.ts";
import { createSignal } from "./signal.ts";
import { createCheckCache } from "./checks.ts";
import { listChildren } from "./children.ts";
import { workflowCodes, workflowProblem } from "./diagnostics.ts";
import { createJournal } from "./journal.ts";
import { callMcpFor, type McpCalls } from "./mcp-calls.ts";
import type { WorkflowPorts } from "./ports.ts";
import { filePresence, lonePresence, postgresPresence } from "./presence.ts";

export interface WorkflowOptions extends Pick<
  EngineOptions,
  "leaseMs" | "pollMs" | "random" | "maxRuns" | "maxRunsPerUser" | "maxNodes" | "maxRunBytes"
> {
  readonly database: Database;
  /**
   * The address that the database was opened with. By it processes see at once that another one has died;
   * without it they wait until its lease has run out.
   */
  readonly address?: string;
  readonly clock: Clock;
  /** The models that a user may use. */
  readonly modelsFor: (user: User) => LanguageModels;
  readonly storedSkills: StoredSkillPorts;
  readonly knowledge: KnowledgePorts;
  /** Lets nodes ask servers; absent: they may not. */
  readonly http?: {
    /** Names or addresses that may be asked although they are not on the open network. */
    readonly allowPrivate: readonly string[];
    /** Looks up the names that nodes ask for. Default: the resolver of this process. */
    readonly names?: NameResolver;
  };
  /** Servers whose tools nodes may call; absent: there is none. */
  readonly mcp?: McpCalls;
  /** Lets nodes run code; absent: they may not. */
  readonly runCode?: RunCode;
  /** Nodes that run code at one time, of all users; default: one processor is left to the server, where there are three. */
  readonly maxCode?: number;
  /** Whether nodes of a kind may run at this moment, where they may at all. Default: they may. */
  readonly allowsNow?: (kind: "http" | "code") => Promise<boolean>;
  /** Gives skills of nodes their tools. */
  readonly openTools?: OpenToolsFor;
  /** What each user may have. */
  readonly quotas?: Quotas;
  readonly telemetry?: Telemetry;
  readonly onProblem: (problem: Diagnostic) => void;
  /** Hears of runs that ended here. */
  readonly onRun?: (run: RunRecord) => void;
}

/**
 * Everything that workflows need. Runs that were left behind are taken up after `engine.begin()`; a server that
 * stops calls `engine.close()` before it closes the database.
 */
export async function openWorkflows(options: WorkflowOptions): Promise<WorkflowPorts> {
  const { database, clock, onProblem, onRun, leaseMs, pollMs, maxRuns, maxNodes, maxRunBytes } =
    options;
  const { maxRunsPerUser, maxCode = Math.max(2, processorCount() - 1) } = options;
  const sandboxes = createFairQueue(maxCode);
  const bell = createSignal();
  const quotas = options.quotas === undefined ? {} : { quotas: options.quotas };
  const checks = createCheckCache();
  const family = { database, clock, checks, ...quotas, engine: (): WorkflowEngine => engine };
  const engine: WorkflowEngine = await openEngine({
    journal: createJournal({
      database,
      clock,
      ...quotas,
      ...(onRun === undefined ? {} : { onRun }),
    }),
    openPresence: () => registerPresence(options),
    portsFor: (run) => portsFor({ ...options, family }, sandboxes, run),
    clock,
    onProblem,
    onKept: (runId) => {
      bell.ring(runId);
    },
    ...(leaseMs === undefined ? {} : { leaseMs }),
    ...(pollMs === undefined ? {} : { pollMs }),
    ...(options.random === undefined ? {} : { random: options.random }),
    ...(maxRuns === undefined ? {} : { maxRuns }),
    ...(maxRunsPerUser === undefined ? {} : { maxRunsPerUser }),
    ...(maxNodes === undefined ? {} : { maxNodes }),
    ...(maxRunBytes === undefined ? {} : { maxRunBytes }),
  });
  return { database, clock, engine, bell, checks, ...quotas };
}

async function registerPresence({ database, address }: WorkflowOptions): Promise<Presence> {
  // What is kept in memory is shared with nobody.
  if (address === undefined || address === ":memory:") return await lonePresence();
  return database.kind === "postgres"
    ? await postgresPresence(address)
    : await filePresence(`${address}-owners`);
}

/** What a user's nodes may use, looked up when the run begins: rights that were taken away are gone. */
async function portsFor(
  options: WorkflowOptions & { readonly family: Parameters<typeof listChildren>[0] },
  sandboxes: FairQueue,
  { userId, lending }: Pick<NewRun, "userId" | "lending">,
): Promise<NodePorts> {
  const {
    database,
    clock,
    modelsFor,
    storedSkills,
    knowledge,
    http,
    runCode,
    onProblem,
    openTools,
  } = options;
  const { allowsNow = () => Promise.resolve(true) } = options;
  const [account, asks, runs] = await Promise.all([
    findUser({ database }, userId),
    allowsNow("http"),
    allowsNow("code"),
  ]);
  if (account === undefined || !account.isActive) throw shut();
  // What a run reads may tell it what to do next, so that a run of an administrator is one of a person.
  const user = asPerson(account);
  const authors = await findAuthors(database, lending);
  return {
    clock,
    confirm: async () => {
      if ((await findUser({ database }, userId))?.isActive !== true) throw shut();
    },
    models: modelsFor(account),
    ...(options.telemetry === undefined ? {} : { telemetry: options.telemetry }),
    onProblem,
    retrieve: retrieveFor(
      knowledge,
      user,
      lending === undefined ? undefined : { readers: authors, lent: lending.bases },
    ),
    findSkill: async (name) => {
      for (const author of authors) await findSkill(storedSkills, author, name);
      const { skill, dialect } = await findSkill(storedSkills, user, name);
      return { skill, dialect };
    },
    ...(http === undefined || !asks ? {} : { request: guardedFor(http, userId) }),
    ...(options.mcp === undefined || !asks ? {} : { callMcp: callMcpFor(options.mcp, userId) }),
    ...(runCode === undefined || !runs
      ? {}
      : {
          runCode: (request) => sandboxes.run(userId, () => runCode(request), request.signal),
        }),
    childrenOf: listChildren(options.family, user),
    ...(openTools === undefined ? {} : { openTools: openTools(userId) }),
  };
}

function shut(): Error {
  return workflowProblem(workflowCodes.forbidden, "user", "User account is disabled");
}

/** Those who wrote parts of a run for others. An account that is gone takes what it wrote with it. */
async function findAuthors(
  database: Database,
  lending: LentWorkflows | undefined,
): Promise<readonly User[]> {
  const authors = await Promise.all(
    (lending?.authors ?? []).map((id) => findUser({ database }, id)),
  );
  return authors.map((author) => {
    if (author !== undefined) return asPerson(author);
    throw workflowProblem(workflowCodes.forbidden, "id", "The author of the workflow is gone");
  });
}

function guardedFor(
  { allowPrivate, names = sharedNameResolver() }: NonNullable<WorkflowOptions["http"]>,
  userId: string,
): NonNullable<NodePorts["request"]> {
  const guard = { allowPrivate, resolve: names.forOwner(`user ${userId}`) };
  return (request) => requestGuarded(request, guard);
}
