import { sql, type SqlBool } from "kysely";
import type { User } from "../accounts/index.ts";
import type { Database } from "../data/index.ts";
import { RECORD_COLUMNS, toRunRecord, type RunRecord } from "./run-row.ts";

export interface RunFilter {
  readonly limit: number;
  /** Only those that began before this moment. */
  readonly before?: string;
  /** The last one that was seen, of those that began at that very moment. */
  readonly beforeId?: string;
  readonly skill?: string;
  readonly kind?: RunRecord["kind"];
  readonly status?: RunRecord["status"];
  /** What stands in the name of the skill, the message or the model, in letters of any case. */
  readonly words?: string;
  readonly requestId?: string;
  /** Runs of all users; for administrators. */
  readonly ofAll?: boolean;
}

/** The latest runs of a user first. */
export async function listRuns(
  { query }: Database,
  user: User,
  filter: RunFilter,
): Promise<readonly RunRecord[]> {
  const { limit, before, beforeId = "", skill, kind, status, words = "", requestId } = filter;
  let wanted = query.selectFrom("runs").select(RECORD_COLUMNS);
  if (filter.ofAll !== true || user.role !== "admin")
    wanted = wanted.where("user_id", "=", user.id);
  if (before !== undefined)
    wanted = wanted.where((where) =>
      where.or([
        where("started_at", "<", before),
        ...(beforeId === ""
          ? []
          : [where.and([where("started_at", "=", before), where("id", ">", beforeId)])]),
      ]),
    );
  if (skill !== undefined) wanted = wanted.where("skill", "=", skill);
  if (kind !== undefined) wanted = wanted.where("kind", "=", kind);
  if (status !== undefined) wanted = wanted.where("status", "=", status);
  if (requestId !== undefined) wanted = wanted.where("request_id", "=", requestId);
  if (words !== "") wanted = wanted.where(matchesText(["skill", "message", "model"], words));
  const rows = await wanted.orderBy("started_at", "desc").orderBy("id").limit(limit).execute();
  return rows.map(toRunRecord);
}

function matchesText(columns: readonly ("skill" | "message" | "model")[], words: string) {
  const pattern = `%${words.toLowerCase().replaceAll(/[\\%_]/gu, String.raw`\$&`)}%`;
  const conditions = columns.map(
    (column) => sql<SqlBool>`lower(${sql.ref(column)}) like ${pattern} escape '\\'`,
  );
  return sql<SqlBool>`(${sql.join(conditions, sql` or `)})`;
}
