import { processorCount } from "../processors.ts";
import type { JobInput, JobLimits, JobOptions, JobOutput, JobRunner } from "./contract.ts";
import { createFairQueue, type FairQueue, type QueueSize } from "./fair-queue.ts";
import { busyError, closedError, toResult } from "./results.ts";
import { type JobEnd, WorkerProcess } from "./worker-process.ts";

export interface PoolOptions<Table> {
  /** The program of a worker, which calls `answerJobs`. */
  readonly entry: URL;
  /** What a job of each kind may use, unless its caller says otherwise. */
  readonly limits: { readonly [Kind in keyof Table]: JobLimits };
  /** Default: one more than the machine has processors, and at least three. */
  readonly workers?: number;
  /** Idle workers that wait for the next job. Default: 1. */
  readonly warm?: number;
  readonly queue?: QueueSize;
}

/** Memory for values of JavaScript in a worker; buffers come on top, up to the limit of the job. */
const HEAP_MB = 384;
/** A worker that has run so many jobs, or has kept so much memory, is replaced. */
const RECYCLE_JOBS = 1000;
const RECYCLE_MB = 320;
/** How long workers beyond the warm ones stay. */
const IDLE_MS = 10_000;
/** An idle worker can end for reasons of the machine; a job does not suffer from it more often than this. */
const MOST_LOSSES = 2;
const QUEUE: QueueSize = { total: 512, perOwner: 64 };

interface Worker {
  readonly process: WorkerProcess;
  job: Job | undefined;
  jobCount: number;
}

interface Job {
  readonly kind: string;
  readonly input: unknown;
  readonly limits: JobLimits;
  readonly owner: string;
  readonly isBackground: boolean;
  readonly signal: AbortSignal | undefined;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
  worker?: Worker;
  /** How often its worker ended before it began. */
  losses: number;
}

/** Opens a pool of processes that are thrown away: what a job does to its process, it does to no other. */
export function openPool<Table>(options: PoolOptions<Table>): JobRunner<Table> {
  return new Pool(options);
}

class Pool<Table> implements JobRunner<Table> {
  readonly #options: PoolOptions<Table>;
  readonly #most: number;
  readonly #warm: number;
  readonly #queue: FairQueue<Job>;
  readonly #workers = new Set<Worker>();
  #isClosed = false;
  #trimming: NodeJS.Timeout | undefined;

  constructor(options: PoolOptions<Table>) {
    this.#options = options;
    this.#most = options.workers ?? Math.max(3, processorCount() + 1);
    this.#warm = options.warm ?? 1;
    this.#queue = createFairQueue(options.queue ?? QUEUE, Math.max(1, this.#most - 1));
  }

  async run<Kind extends keyof Table & string>(
    kind: Kind,
    input: JobInput<Table, Kind> | (() => JobInput<Table, Kind> | Promise<JobInput<Table, Kind>>),
    { owner = "", isBackground = false, signal, ...given }: JobOptions = {},
  ): Promise<JobOutput<Table, Kind>> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const limits = { ...this.#options.limits[kind], ...given };
    const job: Job = {
      kind,
      input,
      limits,
      owner,
      isBackground,
      signal,
      resolve,
      reject,
      losses: 0,
    };
    const abort = (): void => {
      this.#queue.remove(job);
      // Also one whose input is still being read, so that no other job is given a worker that dies.
      if (job.worker?.job === job) this.#retire(job.worker);
      reject(signal?.reason);
    };
    signal?.addEventListener("abort", abort);
    try {
      this.#enqueue(job);
      // The worker ran the function of the same table, so that its value has the type of the kind.
      return (await promise) as JobOutput<Table, Kind>;
    } finally {
      signal?.removeEventListener("abort", abort);
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const job of this.#queue.drain()) job.reject(closedError());
    const ended = [...this.#workers].map(({ process }) => {
      process.kill("aborted");
      return process.exited;
    });
    await Promise.all(ended);
  }

  #enqueue(job: Job): void {
    if (this.#isClosed) job.reject(closedError());
    else if (job.signal?.aborted === true) job.reject(job.signal.reason);
    else {
      this.#queue.add(job)?.reject(busyError());
      this.#dispatch();
    }
  }

  /** Gives waiting jobs to workers for as long as there are both. */
  #dispatch(): void {
    while (!this.#isClosed) {
      const [free] = this.#idle();
      if (free === undefined && this.#workers.size >= this.#most) return;
      const inBackground = this.#count((running) => running.isBackground);
      const job = this.#queue.next(
        (isMeant) => this.#count(({ owner }) => isMeant(owner)),
        inBackground,
      );
      if (job === undefined) return;
      void this.#work(free ?? this.#start(), job);
    }
  }

  async #work(worker: Worker, job: Job): Promise<void> {
    worker.job = job;
    worker.jobCount += 1;
    job.worker = worker;
    try {
      const input: unknown = typeof job.input === "function" ? await job.input() : job.input;
      const { timeMs, memoryMb, outputBytes } = job.limits;
      const request = { kind: job.kind, input, memoryMb, outputBytes };
      const end = await worker.process.run(request, timeMs);
      if (!isReusable(end, worker)) this.#retire(worker);
      if (isLost(end) && job.losses < MOST_LOSSES) {
        job.losses += 1;
        this.#enqueue(job);
      } else job.resolve(toResult(end, job));
    } catch (error) {
      job.reject(error);
    } finally {
      worker.job = undefined;
      this.#dispatch();
      this.#keepWarm();
    }
  }

  #idle(): readonly Worker[] {
    return [...this.#workers].filter(({ job }) => job === undefined);
  }

  #count(isMeant: (running: Job) => boolean): number {
    return [...this.#workers].filter(({ job }) => job !== undefined && isMeant(job)).length;
  }

  #start(): Worker {
    const process = new WorkerProcess(this.#options.entry, HEAP_MB);
    const worker: Worker = { process, job: undefined, jobCount: 0 };
    this.#workers.add(worker);
    void process.exited.then(() => this.#workers.delete(worker));
    return worker;
  }

  #retire(worker: Worker): void {
    this.#workers.delete(worker);
    worker.process.kill("aborted");
  }

  #keepWarm(): void {
    if (this.#isClosed) return;
    if (this.#workers.size < this.#warm) this.#start();
    if (this.#trimming !== undefined) return;
    this.#trimming = setTimeout(() => {
      this.#trimming = undefined;
      for (const worker of this.#idle().slice(this.#warm)) this.#retire(worker);
    }, IDLE_MS).unref();
  }
}

function isLost(end: JobEnd): boolean {
  return end.type === "ended" && end.cause === "lost";
}

function isReusable(end: JobEnd, { jobCount }: Worker): boolean {
  if (end.type !== "value" && end.type !== "refused") return false;
  return jobCount < RECYCLE_JOBS && end.rssMb < RECYCLE_MB;
}
