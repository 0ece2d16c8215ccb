import type { HttpAnswer, HttpRequest } from "../../platform/network/index.ts";
import type { Clock } from "../../platform/machine/index.ts";
import type { Dialect, Json, Skill } from "../../skill/index.ts";
import type { RunPorts, Spent } from "../execute/index.ts";
import type { ChatMessage } from "../models/index.ts";
import type { NodeEvent } from "./event.ts";
import type { Variables, VariableSource } from "./template.ts";

/** What the nodes of somebody's run work with. */
export interface NodePorts extends RunPorts {
  readonly clock: Clock;
  /** Fails where there is no such skill for this user. */
  readonly findSkill: (
    name: string,
  ) => Promise<{ readonly skill: Skill; readonly dialect: Dialect }>;
  /** Absent: the operator does not allow requests. */
  readonly request?: (request: HttpRequest) => Promise<HttpAnswer>;
  /** Absent: there is nothing to run code in. */
  readonly runCode?: RunCode;
}

/** Runs code where it can do no harm; what it prints is the output. */
export type RunCode = (request: {
  readonly code: string;
  readonly timeoutSeconds: number;
  readonly memoryLimitMb: number;
  readonly env: { readonly [name: string]: string };
  readonly input: string;
  readonly signal: AbortSignal;
}) => Promise<string>;

/** What a node knows of the run that it is a part of. */
export interface NodeContext {
  /** The output of the node before it. */
  readonly input: Json;
  readonly outputs: VariableSource["outputs"];
  readonly variables: Variables;
  /** For nodes that name no model of their own. */
  readonly model?: string;
  /** What was said before the run, where it is a part of a chat. */
  readonly history?: readonly ChatMessage[];
  readonly signal: AbortSignal;
  /** Hears of what a node has spent that leaves no result. */
  readonly onLost?: (spent: Spent) => void;
}

/** What a node has left behind; once it is kept, the node is never run again. */
export interface NodeResult {
  readonly output: Json;
  /** The way that a condition takes. */
  readonly branch?: "true" | "false";
  readonly statusCode?: number;
  readonly usage?: Omit<Spent, "model"> & Partial<Pick<Spent, "model">>;
}

/** A node at work. What it returns is its result; what it cannot do it throws as a `NodeError`. */
export type NodeRun = AsyncGenerator<NodeEvent, NodeResult>;
