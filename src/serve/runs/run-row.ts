import type { Insertable } from "kysely";
import type { Tables } from "../data/index.ts";

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
