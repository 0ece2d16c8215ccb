import type { Diagnostic } from "../../skill/model/index.ts";

/**
 * `Table` is an interface of functions by kind: what the workers offer. Values that they take and give cross between
 * processes, so they hold data alone.
 */
export type JobInput<Table, Kind extends keyof Table> = Table[Kind] extends (
  input: infer Input,
) => unknown
  ? Input
  : never;

export type JobOutput<Table, Kind extends keyof Table> = Table[Kind] extends (
  input: never,
) => infer Output
  ? Awaited<Output>
  : never;

/** Loads the function of each kind when a worker first needs it. */
export type JobLoaders<Table> = {
  readonly [Kind in keyof Table]: () => Promise<Table[Kind]>;
};

/** What one job may use. */
export interface JobLimits {
  readonly timeMs: number;
  /** Memory of the whole worker while the job runs, about 60 MB of which it takes for itself. */
  readonly memoryMb: number;
  /** Size of the result as it crosses between the processes. */
  readonly outputBytes: number;
}

export interface JobOptions extends Partial<JobLimits> {
  /** Whose job it is: users take turns. Default: the server itself. */
  readonly owner?: string;
  /** Runs after everything that its owner waits for. */
  readonly isBackground?: boolean;
  readonly signal?: AbortSignal;
}

/** What runs jobs: a pool of processes, or this process where its user is the only one. */
export interface JobRunner<Table> {
  /**
   * Runs one job. A function in place of the input is called when a worker is free, so that large inputs are not
   * held in memory while they wait. A job that exceeds a limit throws a `SkillError` with one of `jobCodes`.
   */
  readonly run: <Kind extends keyof Table & string>(
    kind: Kind,
    input: JobInput<Table, Kind> | (() => JobInput<Table, Kind> | Promise<JobInput<Table, Kind>>),
    options?: JobOptions,
  ) => Promise<JobOutput<Table, Kind>>;
  /** Ends every worker; jobs that run or wait fail. */
  readonly close: () => Promise<void>;
}

/** From the server to a worker. */
export interface JobRequest {
  readonly kind: string;
  readonly input: unknown;
  readonly memoryMb: number;
  readonly outputBytes: number;
}

/** What a `SkillError` was made of, so that the server can throw the same. */
export interface JobRefusal {
  readonly diagnostic: Diagnostic;
  readonly status?: number;
  readonly exit?: 1 | 2;
}

/** From a worker to the server. `value` is serialized, so that its size is known before it is sent. */
export type JobReply =
  | { readonly type: "ready" }
  | { readonly type: "begun" }
  | { readonly type: "value"; readonly value: Uint8Array; readonly rssMb: number }
  | { readonly type: "refused"; readonly refusal: Uint8Array; readonly rssMb: number }
  | { readonly type: "limit"; readonly limit: "memory" | "output" }
  | { readonly type: "fault"; readonly reason: string };
