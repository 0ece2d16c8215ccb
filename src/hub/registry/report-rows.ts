import { sql } from "kysely";
import {
  toFullName,
  nextState,
  type Page,
  type PageRequest,
  type ReportGoal,
  type ReportRecord,
  type ReviewState,
} from "../../registry/contract/index.ts";
import { timestampAt } from "../accounts/index.ts";
import type { MarketPorts, Query } from "./ports.ts";
import { fromJson, type KeptAudit, type VersionRow } from "./records.ts";
import { afterPage, MOST_SHOWN, rowsOfPage, toPage } from "./requests.ts";

type Settings = Pick<MarketPorts, "settings" | "clock">;

// The type of a query is long and says nothing that its columns do not.
function reportRows(query: Query) {
  return query
    .selectFrom("market_reports")
    .innerJoin("market_versions", "market_versions.id", "market_reports.version_id")
    .innerJoin("market_skills", "market_skills.id", "market_versions.skill_id")
    .leftJoin("market_publishers", "market_publishers.user_id", "market_reports.user_id")
    .leftJoin("users", "users.id", "market_reports.user_id")
    .selectAll("market_reports")
    .select([
      "market_versions.version",
      "market_versions.state as version_state",
      "market_versions.held_by",
      "market_versions.audit",
      "market_skills.slug",
      "market_skills.publisher",
      "market_publishers.handle",
      "users.email",
      sql<number>`(select count(*) from market_reports appeals
        where appeals.version_id = market_reports.version_id
        and appeals.kind = 'appeal' and appeals.state = 'open')`.as("appeals"),
    ]);
}

interface ReportRow {
  readonly id: string;
  readonly kind: ReportRecord["kind"];
  readonly version_id: string;
  readonly reason: string;
  readonly text: string;
  readonly state: ReportRecord["state"];
  readonly decision: string | null;
  readonly decided_at: string | null;
  readonly created_at: string;
  readonly version: string;
  readonly version_state: ReviewState;
  readonly held_by: string;
  readonly audit: string;
  readonly slug: string;
  readonly publisher: string;
  readonly handle: string | null;
  readonly email: string | null;
  /** How many appeals wait for the version. */
  readonly appeals: number | string;
}

export async function readRow(query: Query, id: string): Promise<ReportRow> {
  return await reportRows(query).where("market_reports.id", "=", id).executeTakeFirstOrThrow();
}

export async function readReport(
  { settings }: Settings,
  query: Query,
  id: string,
): Promise<ReportRecord> {
  return toReport(settings, await readRow(query, id));
}

const HOUR_MS = 3_600_000;
const GOAL_DAYS = 90;

/** How many answers are late, and how many of the last ones came in time. */
export async function readGoal({ settings, clock }: Settings, query: Query): Promise<ReportGoal> {
  const hours = settings.answerHours;
  const { count } = await query
    .selectFrom("market_reports")
    .select((select) => select.fn.countAll().as("count"))
    .where("state", "=", "open")
    .where("created_at", "<", timestampAt(clock, -hours * HOUR_MS))
    .executeTakeFirstOrThrow();
  const decided = await query
    .selectFrom("market_reports")
    .select(["created_at", "decided_at"])
    .where("decided_at", ">=", timestampAt(clock, -GOAL_DAYS * 24 * HOUR_MS))
    .execute();
  return {
    hours,
    overdue: Number(count),
    decided: decided.length,
    inTime: decided.filter((row) => (row.decided_at ?? "") <= dueAt(settings, row)).length,
  };
}

function dueAt(
  { answerHours }: MarketPorts["settings"],
  { created_at: since }: Pick<ReportRow, "created_at">,
): string {
  return new Date(Date.parse(since) + answerHours * HOUR_MS).toISOString();
}

/** The oldest first. */
export async function pageOfReports(
  { settings }: Settings,
  query: Query,
  request: PageRequest & { readonly state?: ReportRecord["state"] },
): Promise<Page<ReportRecord>> {
  const rows = await reportRows(query)
    .where("market_reports.state", "=", request.state ?? "open")
    .where(afterPage("market_reports", request))
    .orderBy("market_reports.created_at")
    .orderBy("market_reports.id")
    .limit(rowsOfPage(request))
    .execute();
  return toPage(request, rows, (row) => toReport(settings, row));
}

/** The last ones of a skill, the newest first. */
export async function reportsOf(
  { settings }: Settings,
  query: Query,
  skillId: string,
): Promise<readonly ReportRecord[]> {
  const rows = await reportRows(query)
    .where("market_versions.skill_id", "=", skillId)
    .orderBy("market_reports.created_at", "desc")
    .orderBy("market_reports.id", "desc")
    .limit(MOST_SHOWN)
    .execute();
  return rows.map((row) => toReport(settings, row));
}

function toReport(settings: MarketPorts["settings"], row: ReportRow): ReportRecord {
  return {
    id: row.id,
    kind: row.kind,
    by: row.handle ?? row.email ?? undefined,
    fullName: toFullName(row.publisher, row.slug),
    version: row.version,
    versionState: row.version_state,
    verdict: fromJson<KeptAudit>(row.audit).verdict,
    becomes: { upheld: stateAfter(row, "upheld"), dismissed: stateAfter(row, "dismissed") },
    reason: row.reason,
    text: row.text,
    state: row.state,
    createdAt: row.created_at,
    dueAt: dueAt(settings, row),
    decision: row.decision ?? undefined,
    decidedAt: row.decided_at ?? undefined,
  };
}

type Weighed = Pick<ReportRow, "kind" | "version_state" | "held_by" | "appeals">;

function stateAfter(row: Weighed, decision: "upheld" | "dismissed"): ReviewState {
  const event = eventAfter(row, decision);
  return event === undefined ? row.version_state : nextState(row.version_state, event, "moderator");
}

/** What a decision does to the version. */
export function eventAfter(
  { kind, version_state: state, held_by: holder, appeals }: Weighed,
  decision: "upheld" | "dismissed",
): "list" | "quarantine" | undefined {
  if ((kind === "appeal") !== (decision === "upheld")) return quarantineFrom(state);
  if (kind === "appeal")
    return state === "in-review" || state === "quarantined" ? "list" : undefined;
  // Whoever finds a report wrong has not looked at what the scanner says, or at an appeal.
  const isForModerator = holder === "moderator" || holder === "reporters";
  return state === "in-review" && isForModerator && Number(appeals) === 0 ? "list" : undefined;
}

function quarantineFrom(state: VersionRow["state"]): "quarantine" | undefined {
  return state === "in-review" || state === "listed" || state === "yanked"
    ? "quarantine"
    : undefined;
}
