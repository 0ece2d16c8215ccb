import { sql } from "kysely";
import { fitting } from "./fitting.ts";
import type { WorkflowPorts } from "./ports.ts";

export interface StoredEvent {
  /** Grows from 1; whoever comes back names the last one that was seen. */
  readonly position: number;
  readonly kind: string;
  readonly data: unknown;
}

export interface FollowOptions {
  /** Only what comes after this number. */
  readonly after: number;
  readonly signal: AbortSignal;
}

/** How often a run is looked at that may run in another process. */
const POLL_MS = 500;
/** Events, and bytes of them, that are read at once. */
const BATCH = 500;
const MOST_BYTES = 1_000_000;

/**
 * What a run has told and tells, until it ends. Everything is read from where it is kept, so that it does not
 * matter where the run works. Ends without `done` where the one who listens has to stop.
 */
export async function* followExecution(
  ports: WorkflowPorts,
  runId: string,
  { after, signal }: FollowOptions,
): AsyncGenerator<StoredEvent, void> {
  let last = after;
  let ending: StoredEvent | undefined;
  let hasEnded = false;
  while (!signal.aborted) {
    const news = waitForNews(ports, runId, signal);
    try {
      const { events, hasMore } = await readEvents(ports, runId, last);
      for (const event of events) {
        last = event.position;
        // A run that was resumed has ended more than once, and only its last end is one.
        ending = event.kind === "done" ? event : undefined;
        if (ending === undefined) yield event;
      }
      if (hasMore) continue;
      if (hasEnded && events.length === 0) {
        if (ending !== undefined) yield ending;
        return;
      }
      // While it tells something it has not ended; once it has, nothing comes after one more look.
      hasEnded = (ending !== undefined || events.length === 0) && !(await isAtWork(ports, runId));
      if (!hasEnded) await news.arrival;
    } finally {
      news.stop();
    }
  }
}

async function isAtWork({ database }: WorkflowPorts, runId: string): Promise<boolean> {
  const row = await database.query
    .selectFrom("workflow_runs")
    .select("status")
    .where("id", "=", runId)
    .executeTakeFirst();
  return row?.status === "running";
}

async function readEvents(
  { database }: WorkflowPorts,
  runId: string,
  after: number,
): Promise<{ readonly events: readonly StoredEvent[]; readonly hasMore: boolean }> {
  const query = database.query
    .selectFrom("workflow_events")
    .where("run_id", "=", runId)
    .where("position", ">", after)
    .orderBy("position");
  const sizes = await query
    .select(["position", sql<number>`octet_length(data)`.as("size")])
    .limit(BATCH)
    .execute();
  const batch = fitting(sizes, MOST_BYTES);
  const last = batch.at(-1);
  if (last === undefined) return { events: [], hasMore: false };
  const rows = await query
    .select(["position", "kind", "data"])
    .where("position", "<=", last.position)
    .execute();
  return {
    events: rows.map(({ position, kind, data }) => ({
      position,
      kind,
      data: JSON.parse(data) as unknown,
    })),
    hasMore: batch.length < sizes.length || sizes.length === BATCH,
  };
}

/** Begins to listen at once, so that nothing is missed between a look and the wait. */
function waitForNews(
  { bell, clock }: WorkflowPorts,
  runId: string,
  signal: AbortSignal,
): { readonly arrival: Promise<void>; readonly stop: () => void } {
  const { promise: arrival, resolve } = Promise.withResolvers<void>();
  const settle = (): void => {
    resolve();
  };
  const stopListening = bell.listen(runId, settle);
  const cancelTimer = clock.after(POLL_MS, settle);
  signal.addEventListener("abort", settle);
  return {
    arrival,
    stop: () => {
      stopListening();
      cancelTimer();
      signal.removeEventListener("abort", settle);
    },
  };
}
