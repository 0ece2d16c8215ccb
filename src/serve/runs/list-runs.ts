import type { User } from "../accounts/index.ts";
import type { Database } from "../data/index.ts";
import type { RunRecord } from "./record-run.ts";

export interface RunFilter {
  readonly limit: number;
  /** Only those that began before this moment. */
  readonly before?: string;
  readonly skill?: string;
  /** Runs of everybody; for administrators. */
  readonly ofAll?: boolean;
}

/** The latest runs of a user first. */
export async function listRuns(
  { query }: Database,
  user: User,
  { limit, before, skill, ofAll = false }: RunFilter,
): Promise<readonly RunRecord[]> {
  let wanted = query.selectFrom("runs").selectAll();
  if (!ofAll || user.role !== "admin") wanted = wanted.where("user_id", "=", user.id);
  if (before !== undefined) wanted = wanted.where("started_at", "<", before);
  if (skill !== undefined) wanted = wanted.where("skill", "=", skill);
  const rows = await wanted.orderBy("started_at", "desc").orderBy("id").limit(limit).execute();
  return rows.map((row) => ({
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
  }));
}
