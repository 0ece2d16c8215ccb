import type { Insertable } from "kysely";
import { type Clock, newId } from "../../platform/machine/index.ts";
import { createMeter, done, type Meter, type RunEvent } from "../../run/execute/index.ts";
import type { Database, Tables } from "../data/index.ts";

/** Who runs what. */
export interface RunPurpose {
  readonly kind: "skill" | "chat" | "workflow";
  readonly userId: string;
  readonly requestId: string;
  readonly skill?: string;
  readonly sessionId?: string;
}

/** A run that is over. */
export interface RunRecord extends RunPurpose {
  readonly id: string;
  readonly model?: string;
  readonly status: "success" | "error" | "cancelled";
  readonly message: string;
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  readonly cost?: number;
  readonly startedAt: string;
  readonly durationMs: number;
  readonly firstTokenMs?: number;
}

export interface RecordPorts {
  readonly database: Database;
  readonly clock: Clock;
  /** Ends when the server stops. */
  readonly stopping: AbortSignal;
  readonly onRun: (run: RunRecord) => void;
  /** Hears of a record that could not be written; the run itself is not disturbed. */
  readonly onProblem: (error: unknown) => void;
}

/** What happened so far. */
interface Course {
  readonly meter: Meter;
  firstTokenAt?: number;
  outcome: Pick<RunRecord, "status" | "message">;
}

/** Tells the events of a run on, and writes down what became of it, whether or not somebody heard it out. */
export async function* recordRun(
  ports: RecordPorts,
  purpose: RunPurpose,
  events: AsyncGenerator<RunEvent, void>,
): AsyncGenerator<RunEvent, void> {
  const { clock, stopping } = ports;
  const began = clock.now();
  const course: Course = {
    meter: createMeter(),
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
    await keep(ports, toRecord(purpose, course, began, clock.now()));
  }
}

function note(course: Course, event: RunEvent, clock: Clock): void {
  course.meter.note(event);
  if (event.kind === "token") course.firstTokenAt ??= clock.now();
  else if (event.kind === "done") course.outcome = event.data;
}

function toRecord(
  purpose: RunPurpose,
  { meter, firstTokenAt, outcome }: Course,
  began: number,
  ended: number,
): RunRecord {
  return {
    id: newId(),
    ...purpose,
    ...outcome,
    startedAt: new Date(began).toISOString(),
    durationMs: ended - began,
    ...meter.total(),
    ...(firstTokenAt === undefined ? {} : { firstTokenMs: firstTokenAt - began }),
  };
}

async function keep({ database, onRun, onProblem }: RecordPorts, run: RunRecord): Promise<void> {
  onRun(run);
  try {
    await database.query.insertInto("runs").values(rowOf(run)).execute();
  } catch (error) {
    onProblem(error);
  }
}

type RunRow = Insertable<Tables["runs"]>;

/** A run as it is kept, and as the API tells it: the names are the same. */
export function rowOf(run: RunRecord): RunRow {
  return {
    id: run.id,
    user_id: run.userId,
    kind: run.kind,
    skill: run.skill ?? null,
    session_id: run.sessionId ?? null,
    model: run.model ?? null,
    status: run.status,
    message: run.message,
    input_tokens: run.inputTokens ?? null,
    output_tokens: run.outputTokens ?? null,
    cost: run.cost ?? null,
    started_at: run.startedAt,
    duration_ms: run.durationMs,
    first_token_ms: run.firstTokenMs ?? null,
    request_id: run.requestId,
  };
}
