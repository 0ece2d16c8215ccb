import type { Clock } from "../../platform/machine/index.ts";
import type { Diagnostic } from "../../skill/index.ts";
import { graphCodes } from "./diagnostics.ts";
import {
  type ClaimedRun,
  type Journal,
  MOST_ATTEMPTS,
  type NewRun,
  type Presence,
  type WorkflowEngine,
} from "./engine.ts";
import type { NodePorts } from "./node.ts";
import { ClaimLost } from "./recorder.ts";
import type { Losses } from "./launch.ts";
import { runClaimed } from "./run-claimed.ts";
import type { RunOptions } from "./run-options.ts";

export interface EngineOptions {
  readonly journal: Journal;
  /** Shows that this process lives; called again after a presence was lost. */
  readonly openPresence: () => Promise<Presence>;
  readonly portsFor: (run: Pick<NewRun, "userId" | "lending">) => Promise<NodePorts>;
  readonly clock: Clock;
  /** From 0 to 1; spreads attempts. Default: that of the system. */
  readonly random?: () => number;
  readonly onProblem: (problem: Diagnostic) => void;
  /** Hears that a run has something new to tell. */
  readonly onKept?: (runId: string) => void;
  /** How long a process may be silent before its runs are taken over, where nothing proves that it is dead. */
  readonly leaseMs?: number;
  /** How often runs that were left behind are looked for. */
  readonly pollMs?: number;
  readonly maxRuns?: number;
  /** Runs of one user that are at work at one time; the others wait. */
  readonly maxRunsPerUser?: number;
  readonly maxNodes?: number;
  /** Bytes of results and events that one run may store. */
  readonly maxRunBytes?: number;
}

/** Sixteen times what a run can be started with, as result and as event. */
export const MOST_RUN_BYTES = 32_000_000;

interface Active {
  readonly run: ClaimedRun;
  readonly stop: AbortController;
  isCancelled: boolean;
  /** Something of it could not be kept. */
  hasFailed: boolean;
  /** It has outlived what it was at when the last server ended. */
  hasProgress: boolean;
  readonly since: number;
  readonly ended: Promise<void>;
}

/** Opens an engine on a journal. */
export async function openEngine(options: EngineOptions): Promise<WorkflowEngine> {
  const engine = new DurableEngine(options, await options.openPresence());
  return {
    start: (run) => engine.start(run),
    resume: (runId) => engine.resume(runId),
    cancel: (runId) => engine.cancel(runId),
    hurry: (runId) => engine.hurry(runId),
    begin: () => {
      engine.begin();
    },
    owner: () => engine.presence?.owner,
    isGone: async (owner) => (await engine.presence?.isGone(owner)) ?? false,
    close: (graceMs) => engine.close(graceMs),
  };
}

class DurableEngine {
  readonly #options: Required<Omit<EngineOptions, "onKept">> & Pick<EngineOptions, "onKept">;
  readonly #active = new Map<string, Active>();
  /** With the users of those that start. */
  readonly #starting = new Map<Promise<void>, string>();
  #presence: Presence | undefined;
  #cancelTick: (() => void) | undefined;
  #ticking: Promise<void> | undefined;
  #claiming: Promise<void> = Promise.resolve();
  #begunAt: number | undefined;
  #isClosing = false;

  constructor(options: EngineOptions, presence: Presence) {
    this.#options = {
      leaseMs: 30_000,
      pollMs: 1000,
      maxRuns: 64,
      maxRunsPerUser: 8,
      maxNodes: 4,
      maxRunBytes: MOST_RUN_BYTES,
      random: Math.random,
      ...options,
    };
    this.#adopt(presence);
  }

  get #hasBegun(): boolean {
    return this.#begunAt !== undefined;
  }

  get presence(): Presence | undefined {
    return this.#presence;
  }

  async start(run: NewRun): Promise<void> {
    const { journal, maxRuns } = this.#options;
    const owner = this.#presence?.owner;
    const isFull =
      this.#active.size + this.#starting.size >= maxRuns || this.#fullUsers().has(run.userId);
    if (owner === undefined || this.#isClosing || isFull) {
      await journal.create(run);
      return;
    }
    const starting = this.#startAs(owner, run);
    this.#starting.set(starting, run.userId);
    try {
      await starting;
    } finally {
      this.#starting.delete(starting);
    }
  }

  /** Claimed from the first moment, so that the one who asked for it hears of it without delay. */
  async #startAs(owner: string, run: NewRun): Promise<void> {
    const { journal, leaseMs } = this.#options;
    const storedBytes = await journal.create(run, { owner, leaseMs });
    const { kept: results = new Map() } = run;
    const claim = { runId: run.id, owner, number: 1 };
    this.#work({
      ...run,
      claim,
      results,
      storedBytes,
      // Each result of an earlier run is told as an event.
      lastEvent: results.size,
      waits: new Map(),
      wasParked: false,
      wakes: 0,
      wantsCancel: false,
      attempt: 1,
      isExhausted: false,
    });
  }

  async resume(runId: string): Promise<boolean> {
    const isOpen = await this.#options.journal.reopen(runId);
    if (isOpen) await this.#take(runId);
    return isOpen;
  }

  async cancel(runId: string): Promise<boolean> {
    if (!(await this.#options.journal.askToCancel(runId))) return false;
    const active = this.#active.get(runId);
    if (active === undefined) await this.#take(runId);
    else cancelRun(active);
    return true;
  }

  async hurry(runId: string): Promise<void> {
    if (!this.#active.has(runId)) await this.#take(runId);
  }

  begin(): void {
    this.#begunAt ??= this.#options.clock.now();
    this.#schedule(0);
  }

  async close(graceMs: number): Promise<void> {
    this.#isClosing = true;
    this.#cancelTick?.();
    await this.#ticking;
    await this.#claiming;
    await Promise.allSettled(this.#starting.keys());
    const ended = Promise.all([...this.#active.values()].map((active) => active.ended));
    const { promise: over, resolve } = Promise.withResolvers<void>();
    const cancelTimer = this.#options.clock.after(graceMs, resolve);
    await Promise.race([ended, over]);
    cancelTimer();
    for (const { stop } of this.#active.values()) stop.abort();
    await ended;
    const presence = this.#presence;
    this.#presence = undefined;
    await presence?.close();
  }

  #adopt(presence: Presence): void {
    this.#presence = presence;
    presence.lost.addEventListener("abort", () => {
      // Others may begin with our runs at any moment now.
      if (this.#presence === presence) this.#presence = undefined;
      for (const { stop } of this.#active.values()) stop.abort();
      this.#schedule(0);
    });
  }

  /** Takes runs that nobody works on, one claim at a time, so that there are never more than allowed. */
  async #take(only?: string): Promise<void> {
    const turn = this.#claiming.then(() => this.#takeNow(only));
    this.#claiming = turn.catch(() => {});
    await turn;
  }

  async #takeNow(only: string | undefined): Promise<void> {
    const { journal, clock, leaseMs, maxRuns, maxRunBytes: maxBytes } = this.#options;
    while (this.#active.size < maxRuns && !this.#isClosing) {
      const presence = this.#presence;
      if (presence === undefined) return;
      const without = new Set(this.#active.keys());
      const mostBroken = this.#mostBroken();
      const wanted = {
        leaseMs,
        without,
        withoutUsers: this.#fullUsers(),
        mostBroken,
        livedMs: clock.now() - (this.#begunAt ?? clock.now()),
        maxBytes,
        ...(only === undefined ? {} : { only }),
      };
      const run = await journal.claim(presence.owner, wanted);
      if (run === undefined) return;
      this.#work(run);
      if (only !== undefined) return;
    }
  }

  /** Who has as many runs at work as one user may have. */
  #fullUsers(): ReadonlySet<string> {
    const counts = new Map<string, number>();
    const users = [...this.#active.values()].map(({ run }) => run.userId);
    for (const user of [...users, ...this.#starting.values()])
      counts.set(user, (counts.get(user) ?? 0) + 1);
    const most = this.#options.maxRunsPerUser;
    return new Set([...counts].filter(([, count]) => count >= most).map(([user]) => user));
  }

  /**
   * How many broken attempts the next run may have. A first one speaks against nobody: all that was at work begins
   * again at once. On its last attempt a run is the only one that may have ended a server, so that only the guilty one
   * is counted again; it comes when the others have finished a node, or have lived for a while.
   */
  #mostBroken(): number {
    const { clock, leaseMs } = this.#options;
    const suspects = [...this.#active.values()].filter(
      ({ run, hasProgress }) => run.attempt > 1 && !run.isExhausted && !hasProgress,
    );
    if (suspects.some(({ run }) => run.attempt >= MOST_ATTEMPTS)) return 0;
    const isEarly = suspects.some(({ since }) => clock.now() - since < leaseMs);
    return isEarly ? MOST_ATTEMPTS - 2 : MOST_ATTEMPTS - 1;
  }

  #work(run: ClaimedRun): void {
    const stop = new AbortController();
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    const active: Active = {
      run,
      stop,
      isCancelled: false,
      hasFailed: false,
      hasProgress: false,
      since: this.#options.clock.now(),
      ended,
    };
    this.#active.set(run.id, active);
    // The presence may have been lost while the claim was on its way.
    if (this.#presence?.owner !== run.claim.owner) stop.abort();
    void this.#carry(active).finally(() => {
      this.#active.delete(run.id);
      resolve();
      if (this.#hasBegun && !this.#isClosing) this.#take().catch(this.#report);
    });
    this.#schedule();
  }

  async #carry(active: Active): Promise<void> {
    const { run, stop } = active;
    const { journal, clock, random, portsFor, maxNodes, maxRunBytes, leaseMs } = this.#options;
    const { onKept, onProblem } = this.#options;
    const losses: Losses = run.lost === undefined ? {} : { spent: run.lost };
    const options: RunOptions = {
      journal,
      random,
      clock,
      portsFor,
      maxNodes,
      maxRunBytes,
      onProblem,
      signal: stop.signal,
      isCancelled: () => active.isCancelled,
      isDraining: () => this.#isClosing,
      onKept: () => onKept?.(run.id),
      onProgress: () => {
        this.#noteProgress(active);
      },
      onFailure: (error) => {
        if (!(error instanceof ClaimLost)) {
          this.#report(error);
          active.hasFailed = true;
        }
        stop.abort();
      },
    };
    try {
      const state = await runClaimed(run, options, losses);
      if (state === "left") await journal.release(run.claim);
      if (state === "waiting") {
        const lost = losses.spent === undefined ? {} : { lost: losses.spent };
        await journal.park(run.claim, { wakes: run.wakes, ...lost });
      }
      // A run that waits for this one goes on, if not here then elsewhere.
      if (state === "ended" && run.parent !== undefined && this.#hasBegun)
        await this.hurry(run.parent.runId);
    } catch (error) {
      if (error instanceof ClaimLost) return;
      const isStopped = stop.signal.aborted;
      if (!isStopped) this.#report(error);
      const givenBack =
        isStopped && !active.hasFailed
          ? journal.release(run.claim)
          : // What failed may fail again, so it is not taken up at once, and not without end.
            journal.giveBackBroken(run.claim, leaseMs);
      await givenBack.catch(this.#report);
    }
  }

  #noteProgress(active: Active): void {
    if (active.hasProgress) return;
    active.hasProgress = true;
    const isNextFree = active.run.attempt > 1 && this.#hasBegun && !this.#isClosing;
    if (isNextFree) this.#take().catch(this.#report);
  }

  readonly #report = (error: unknown): void => {
    this.#options.onProblem({
      code: graphCodes.engineFailed,
      severity: "error",
      message: "A workflow failed to continue and will be retried.",
      cause: error,
    });
  };

  #schedule(delay = this.#options.pollMs): void {
    const isNeeded = this.#hasBegun || this.#active.size > 0;
    if (this.#isClosing || !isNeeded || this.#ticking !== undefined) return;
    if (delay === 0) {
      this.#cancelTick?.();
      this.#cancelTick = undefined;
    }
    this.#cancelTick ??= this.#options.clock.after(delay, () => {
      this.#cancelTick = undefined;
      this.#ticking = this.#tick()
        .catch(this.#report)
        .finally(() => {
          this.#ticking = undefined;
          this.#schedule();
        });
    });
  }

  async #tick(): Promise<void> {
    const { journal, leaseMs, openPresence } = this.#options;
    if (this.#presence === undefined) {
      const presence = await openPresence();
      this.#adopt(presence);
    }
    const presence = this.#presence;
    if (presence === undefined) return;
    if (this.#active.size > 0) {
      const before = [...this.#active.values()];
      const held = await journal.renew(presence.owner, leaseMs);
      for (const active of before) {
        const state = held.get(active.run.id);
        if (state?.claim !== active.run.claim.number) active.stop.abort();
        else if (state.wantsCancel) cancelRun(active);
      }
    }
    if (!this.#hasBegun) return;
    for (const owner of await journal.otherOwners(presence.owner))
      if (await presence.isGone(owner)) await journal.releaseDead(owner);
    await this.#take();
  }
}

function cancelRun(active: Active): void {
  active.isCancelled = true;
  active.stop.abort();
}
