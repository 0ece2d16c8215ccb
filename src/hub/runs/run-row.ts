import type { Insertable, Selectable } from "kysely";
import type { Tables } from "../data/index.ts";

export interface RunPurpose {
  readonly kind: "skill" | "chat" | "workflow";
  readonly userId: string;
  readonly requestId: string;
  readonly skill?: string;
  readonly sessionId?: string;
}

export interface RunRecord extends RunPurpose {
  readonly id: string;
  readonly model?: string;
  readonly status: "success" | "error" | "cancelled";
  readonly message: string;
  readonly inputTokens?: number;
  /** Those of the input that the provider had kept; for figures alone. */
  readonly cachedTokens?: number;
  readonly outputTokens?: number;
  readonly cost?: number;
  readonly startedAt: string;
  readonly durationMs: number;
  readonly firstTokenMs?: number;
}

type ContentColumn = "inputs" | "answer" | "events" | "size";
/** Every column but those of the content, which may be long. */
export const RECORD_COLUMNS: readonly Exclude<keyof Tables["runs"], ContentColumn>[] = [
  "id",
  "user_id",
  "kind",
  "skill",
  "session_id",
  "model",
  "status",
  "message",
  "input_tokens",
  "output_tokens",
  "cost",
  "started_at",
  "duration_ms",
  "first_token_ms",
  "request_id",
];

type RunRow = Omit<Insertable<Tables["runs"]>, ContentColumn>;

/** A run as it is kept, and as the API tells it: the names are the same. */
export function toRunRow(run: RunRecord): RunRow {
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

export function toRunRecord(row: Omit<Selectable<Tables["runs"]>, ContentColumn>): RunRecord {
  return {
    id: row.id,
    userId: row.user_id,
    kind: row.kind,
    status: row.status,
    message: row.message,
    startedAt: row.started_at,
    durationMs: row.duration_ms,
    requestId: row.request_id,
    ...(row.skill === null ? {} : { skill: row.skill }),
    ...(row.session_id === null ? {} : { sessionId: row.session_id }),
    ...(row.model === null ? {} : { model: row.model }),
    ...(row.input_tokens === null ? {} : { inputTokens: row.input_tokens }),
    ...(row.output_tokens === null ? {} : { outputTokens: row.output_tokens }),
    ...(row.cost === null ? {} : { cost: row.cost }),
    ...(row.first_token_ms === null ? {} : { firstTokenMs: row.first_token_ms }),
  };
}
