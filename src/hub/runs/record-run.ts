import { type Clock, newId } from "../../platform/machine/index.ts";
import { NO_TELEMETRY, type Span, type Telemetry } from "../../platform/telemetry/index.ts";
import { createMeter, done, type Meter, type RunEvent } from "../../run/execute/index.ts";
import type { Database } from "../data/index.ts";
import { DEFAULT_QUOTAS, type Quotas } from "../quotas/index.ts";
import { type ContentCollector, collectContent, type RunInputs } from "./content.ts";
import { noteBegin, noteEnd, type RunBegin } from "./open-runs.ts";
import type { RunPurpose, RunRecord } from "./run-row.ts";

export interface RecordPorts {
  readonly database: Database;
  readonly clock: Clock;
  /** Ends when the server stops. */
  readonly stopping: AbortSignal;
  /** Default: `DEFAULT_QUOTAS`. */
  readonly quotas?: Pick<Quotas, "runs" | "bytes"> | undefined;
  readonly onRun: (run: RunRecord) => void;
  readonly telemetry?: Telemetry | undefined;
  /** By whom runs that are not over are known; undefined: such runs leave no trace where the process dies. */
  readonly owner?: string | undefined;
  /** Hears of a record that could not be written; the run itself is not disturbed. */
  readonly onProblem: (error: unknown) => void;
}

/** What happened so far. */
interface RunTranscript {
  readonly meter: Meter;
  /** Absent: nothing of its content is kept. */
  readonly keeper: ContentCollector | undefined;
  firstTokenAt?: number;
  outcome: Pick<RunRecord, "status" | "message">;
}

/**
 * Tells the events of a run on, and writes down what became of it, whether or not a client stayed to the end. Where its
 * inputs are given, they are kept with the answer.
 */
export function recordRun(
  ports: RecordPorts,
  purpose: RunPurpose,
  events: AsyncGenerator<RunEvent, void>,
  inputs?: RunInputs,
): AsyncGenerator<RunEvent, void> {
  const { telemetry = NO_TELEMETRY } = ports;
  const id = newId();
  const attributes = {
    "skillwright.run.id": id,
    "skillwright.run.kind": purpose.kind,
    "skillwright.skill": purpose.skill,
    "skillwright.request.id": purpose.requestId,
    "gen_ai.conversation.id": purpose.sessionId,
    "user.id": purpose.userId,
  };
  return telemetry.follow(`run ${purpose.kind}`, { attributes }, (span) =>
    recording(ports, { id, purpose, events, inputs, span }),
  );
}

interface RunRecording {
  readonly id: string;
  readonly purpose: RunPurpose;
  readonly events: AsyncGenerator<RunEvent, void>;
  readonly inputs: RunInputs | undefined;
  readonly span: Span;
}

async function* recording(
  ports: RecordPorts,
  { id, purpose, events, inputs, span }: RunRecording,
): AsyncGenerator<RunEvent, void> {
  const { clock, stopping } = ports;
  const began = clock.now();
  const noted = recordStart(ports, {
    id,
    ...purpose,
    startedAt: new Date(began).toISOString(),
    ...(inputs === undefined ? {} : { inputs }),
  });
  const course: RunTranscript = {
    meter: createMeter(),
    keeper: inputs === undefined ? undefined : collectContent(inputs),
    outcome: { status: "cancelled", message: "The client went away" },
  };
  try {
    for await (const event of events) {
      note(course, event, clock);
      yield event;
    }
  } catch (error) {
    if (!stopping.aborted) throw error;
    // Whoever still listens learns that the answer is not complete.
    const message = "The server is stopping";
    course.outcome = { status: "cancelled", message };
    yield { kind: "error", data: { message } };
    yield done("error", message);
  } finally {
    await noted;
    const record = toRecord(id, purpose, course, began, clock.now());
    if (record.status !== "success") span.fail(record.status);
    await storeRun(ports, record, course.keeper);
  }
}

function note(course: RunTranscript, event: RunEvent, clock: Clock): void {
  course.meter.note(event);
  course.keeper?.note(event);
  if (event.kind === "token") course.firstTokenAt ??= clock.now();
  else if (event.kind === "done") course.outcome = event.data;
}

function toRecord(
  id: string,
  purpose: RunPurpose,
  { meter, firstTokenAt, outcome }: RunTranscript,
  began: number,
  ended: number,
): RunRecord {
  return {
    id,
    ...purpose,
    ...outcome,
    startedAt: new Date(began).toISOString(),
    durationMs: ended - began,
    ...meter.total(),
    ...(firstTokenAt === undefined ? {} : { firstTokenMs: firstTokenAt - began }),
  };
}

/** Nobody waits for it before the run begins. */
async function recordStart(
  { database, owner, onProblem }: RecordPorts,
  run: RunBegin,
): Promise<void> {
  if (owner === undefined) return;
  try {
    await noteBegin(database, owner, run);
  } catch (error) {
    onProblem(error);
  }
}

async function storeRun(
  { database, onRun, onProblem, quotas = DEFAULT_QUOTAS }: RecordPorts,
  run: RunRecord,
  keeper: ContentCollector | undefined,
): Promise<void> {
  onRun(run);
  try {
    await noteEnd(database, run, { content: keeper?.content(), quotas });
  } catch (error) {
    onProblem(error);
  }
}
