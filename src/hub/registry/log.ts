import type { LogEntry, Page, PageRequest, ReviewState } from "../../registry/contract/index.ts";
import { timestampAt } from "../accounts/index.ts";
import { decodeCursor, encodeCursor, limitOf } from "./cursor.ts";
import type { MarketPorts, Query } from "./ports.ts";
import { markPending, markSkillPending } from "./statements/pending.ts";

export interface LogLine {
  readonly actor: string;
  readonly event: string;
  readonly skillId: string;
  readonly fullName: string;
  readonly version?: string;
  readonly from?: ReviewState;
  readonly to?: ReviewState;
  readonly reason: string;
}

/** What the registry does by itself is done by nobody else. */
export const REGISTRY = "registry";

/** The log only grows, so that its lines are short. */
const LONGEST_REASON = 500;

function shorten(reason: string): string {
  if (reason.length <= LONGEST_REASON) return reason;
  return `${reason.slice(0, LONGEST_REASON - 1).toWellFormed()}…`;
}

export async function writeLog(
  { clock }: Pick<MarketPorts, "clock">,
  query: Query,
  line: LogLine,
): Promise<void> {
  await query
    .insertInto("market_log")
    .values({ ...rowOf(clock, line), version: line.version ?? null })
    .execute();
  if (line.version === undefined) await markSkillPending(query, line.skillId);
  else await markPending(query, line.skillId, { version: line.version });
}

/** The same line for each of some versions, in one statement. */
export async function logVersions(
  { clock }: Pick<MarketPorts, "clock">,
  query: Query,
  line: Omit<LogLine, "version">,
  versionIds: readonly string[],
): Promise<void> {
  const row = rowOf(clock, line);
  const columns = Object.keys(row) as (keyof typeof row)[];
  await query
    .insertInto("market_log")
    .columns([...columns, "version"])
    .expression((from) =>
      from
        .selectFrom("market_versions")
        .select((select) => [
          ...columns.map((column) => select.val(row[column]).as(column)),
          "version",
        ])
        .where("id", "in", versionIds)
        .orderBy("created_at"),
    )
    .execute();
  await markPending(query, line.skillId, { ids: versionIds });
}

function rowOf(clock: MarketPorts["clock"], line: LogLine) {
  return {
    at: timestampAt(clock),
    actor: line.actor,
    event: line.event,
    skill_id: line.skillId,
    full_name: line.fullName,
    from_state: line.from ?? null,
    to_state: line.to ?? null,
    reason: shorten(line.reason),
  };
}

export async function readLog(
  query: Query,
  skillId: string,
  request: PageRequest,
): Promise<Page<LogEntry>> {
  const limit = limitOf(request);
  const [after = 0] = decodeCursor(request.cursor, ["number"]);
  const rows = await query
    .selectFrom("market_log")
    // Some lines were written before their actor had a handle.
    .leftJoin("market_publishers", "market_publishers.user_id", "market_log.actor")
    .selectAll("market_log")
    .select("market_publishers.handle")
    .where("skill_id", "=", skillId)
    .where("number", ">", Number(after))
    .orderBy("number")
    .limit(limit + 1)
    .execute();
  const items = rows.slice(0, limit).map((row) => ({
    // PostgreSQL gives such a number as text, whatever the type of the column says here.
    number: Number.parseInt(String(row.number), 10),
    at: row.at,
    actor: row.handle ?? row.actor,
    event: row.event,
    fullName: row.full_name,
    version: row.version ?? undefined,
    from: row.from_state ?? undefined,
    to: row.to_state ?? undefined,
    reason: row.reason,
  }));
  const last = items.at(-1);
  return {
    items,
    cursor: rows.length > limit && last !== undefined ? encodeCursor([last.number]) : undefined,
  };
}
