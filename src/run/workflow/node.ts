import type { HttpAnswer, HttpRequest } from "../../platform/network/index.ts";
import type { Clock } from "../../platform/machine/index.ts";
import type { Dialect, Json, JsonObject, Skill } from "../../skill/index.ts";
import type { RunPorts, Spent } from "../execute/index.ts";
import type { ChatMessage } from "../models/index.ts";
import type { NodeEvent } from "./event.ts";
import type { Variables, VariableSource } from "./template.ts";

/** What the nodes of somebody's run work with. */
export interface NodePorts extends RunPorts {
  readonly clock: Clock;
  /** Asked before each node; fails where the user may not run anything any more. */
  readonly confirm: () => Promise<void>;
  /** Fails where there is no such skill for this user. */
  readonly findSkill: (
    name: string,
  ) => Promise<{ readonly skill: Skill; readonly dialect: Dialect }>;
  /** Absent: the operator does not allow requests. */
  readonly request?: (request: HttpRequest) => Promise<HttpAnswer>;
  /** Calls a tool of a server that the operator has named; absent: there is none. */
  readonly callMcp?: CallMcp;
  /** Absent: there is nothing to run code in. */
  readonly runCode?: RunCode;
  /** The runs that a node of a run has started; absent: it can start none. */
  readonly childrenOf?: (run: FamilyRun, nodeId: string) => ChildRuns;
}

export type CallMcp = (call: {
  readonly server: string;
  readonly tool: string;
  readonly input: JsonObject;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}) => Promise<{ readonly output: Json; readonly isError: boolean }>;

/** Runs code where it can do no harm; what it prints is the output. */
export type RunCode = (request: {
  readonly code: string;
  readonly timeoutSeconds: number;
  readonly memoryLimitMb: number;
  readonly env: { readonly [name: string]: string };
  readonly input: string;
  readonly signal: AbortSignal;
}) => Promise<string>;

/** Where a run belongs that a node of another run has started. */
export interface ParentRun {
  readonly runId: string;
  readonly nodeId: string;
  /** Which of the runs of that node it is. */
  readonly index: number;
  /** The first of its ancestors. */
  readonly rootId: string;
  /** How many ancestors it has. */
  readonly depth: number;
}

/** Whose workflows a run is made of besides those of its user, and what its user lets them read all the same. */
export interface LentWorkflows {
  /** Ids of users: nothing is read that one of them may not read. */
  readonly authors: readonly string[];
  /** Ids of knowledge bases that the user has named for this run. */
  readonly bases: readonly string[];
}

/** A run, as far as those that it starts have to know it. */
export interface FamilyRun {
  readonly id: string;
  readonly workflowId: string;
  readonly userId: string;
  readonly lending?: LentWorkflows;
  readonly model?: string;
  readonly parent?: ParentRun;
}

export interface Decision {
  readonly isApproved: boolean;
  /** The address of the account. */
  readonly by: string;
  readonly comment: string;
}

/** Runs that a node has started, each under a number; they outlive the process as the node does. */
export interface ChildRuns {
  /** Starts it, unless it was started before. Throws a `NodeError` where it may not be. */
  readonly start: (child: {
    readonly index: number;
    readonly workflow: string;
    readonly input: string;
  }) => Promise<void>;
  /** How far they are, in the order of their numbers. */
  readonly list: () => Promise<readonly ChildState[]>;
  /** Forgets those that failed or were cancelled, so that they can be started anew. */
  readonly dropFailed: () => Promise<void>;
  readonly outputs: (indexes: readonly number[]) => Promise<ReadonlyMap<number, Json>>;
}

export interface ChildState {
  readonly index: number;
  readonly status: "running" | "completed" | "failed" | "cancelled";
  readonly error: string | null;
}

/** What a node knows of the run that it is a part of. */
export interface NodeContext {
  /** The output of the node before it. */
  readonly input: Json;
  /** Values of the inputs that the workflow declares; absent: it declares none. */
  readonly inputs?: JsonObject;
  readonly outputs: VariableSource["outputs"];
  readonly variables: Variables;
  /** For nodes that name no model of their own. */
  readonly model?: string;
  /** What was said before the run, where it is a part of a chat. */
  readonly history?: readonly ChatMessage[];
  readonly signal: AbortSignal;
  /** What it left when it paused; undefined: it begins. */
  readonly memory?: Json;
  /** What somebody said whom it has asked. */
  readonly decision?: Decision;
  /** Whether the pause that it asked for is over. */
  readonly isDue: boolean;
  /** Runs of other workflows that belong to this node. */
  readonly children: ChildRuns;
  /** Hears of what a node has spent that leaves no result. */
  readonly onLost?: (spent: Spent) => void;
}

/** What a node has left behind; once it is kept, the node is never run again. */
export interface NodeResult {
  readonly output: Json;
  /** The way that it takes, where there are several; `error` where it failed and the graph goes on from there. */
  readonly branch?: string;
  readonly statusCode?: number;
  /** Why it failed, where the graph goes on from there. */
  readonly error?: string;
  readonly usage?: Omit<Spent, "model"> & Partial<Pick<Spent, "model">>;
}

/**
 * A node that cannot go on before something happens. It is run again then, and may be in another process: what it has
 * to know by then it leaves in `memory`.
 */
export interface NodePause {
  readonly waitsFor: WaitKind;
  readonly memory?: Json;
  /** Absent: until it is woken. */
  readonly delayMs?: number;
  /** What people are asked. */
  readonly message?: string;
}

/** A moment, the next attempt, somebody's word, or the end of other runs. */
export type WaitKind = "timer" | "retry" | "approval" | "runs";

/** A node at work. What it returns is its result; what it cannot do it throws as a `NodeError`. */
export type NodeRun = AsyncGenerator<NodeEvent, NodeResult | NodePause>;
