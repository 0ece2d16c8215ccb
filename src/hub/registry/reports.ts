import { newId } from "../../platform/machine/index.ts";
import {
  toFullName,
  marketCodes,
  marketRefusal,
  type Page,
  type PageRequest,
  type ReportGoal,
  type ReportRecord,
  type Viewer,
} from "../../registry/contract/index.ts";
import { timestampAt } from "../accounts/index.ts";
import { changeState, flagReported, holdSkill } from "./change-state.ts";
import { networkOf } from "./counted-ratings.ts";
import { actorOf, findForChange, findSkill, findVersion } from "./find.ts";
import { refreshPublisher } from "./index-skill.ts";
import { writeLog } from "./log.ts";
import type { MarketPorts, Query } from "./ports.ts";
import type { SkillRow, VersionRow } from "./records.ts";
import { eventAfter, pageOfReports, readGoal, readReport, readRow } from "./report-rows.ts";
import { notOpen, subjectOf } from "./requests.ts";
import { requireMember, requireModerator } from "./viewer.ts";
import { reserveFor } from "./quotas.ts";

const LONGEST_TEXT = 10_000;
const REPORTER = "reporter";

export async function report(
  ports: MarketPorts,
  viewer: Viewer,
  name: string,
  given: { readonly version?: string; readonly reason: string; readonly text?: string },
): Promise<ReportRecord> {
  const member = requireMember(viewer);
  const { version = "latest", reason, text = "" } = given;
  checkWords(reason, text);
  const found = await findSkill(ports, viewer, name);
  const row = await findVersion(ports.database.query, found, version);
  return await ports.database.query.transaction().execute(async (transaction) => {
    // The same user many times at once would count as many.
    await holdSkill(transaction, found.row);
    const id = await openReport(ports, transaction, {
      kind: "report",
      version_id: row.id,
      user_id: member.userId,
      reason,
      text,
      client: member.client,
    });
    // Publishers read the log, and whoever reports them need not be known to them.
    await tell(ports, transaction, found.row, row, { actor: REPORTER, event: "report", reason });
    await flagReported(ports, transaction, found.row, row);
    return await readReport(ports, transaction, id);
  });
}

function checkWords(reason: string, text: string): void {
  if (reason.trim() === "" || reason.length > 100 || text.length > LONGEST_TEXT)
    throw marketRefusal(marketCodes.invalid, "The reason must be a few words, and not too long.", {
      path: ["reason"],
    });
}

interface NewReport {
  readonly kind: ReportRecord["kind"];
  readonly version_id: string;
  readonly user_id: string;
  readonly reason: string;
  readonly text: string;
  readonly client: string | undefined;
}

/** Reports of one account or network that count within a day: more are read by moderators, and take nothing out of sight. */
const MOST_COUNTED_A_DAY = 5;
const DAY_MS = 86_400_000;

/** A user has one report for a version, unless it was upheld; saying it twice does not make it heavier. */
async function openReport(
  { clock }: MarketPorts,
  query: Query,
  { client, ...given }: NewReport,
): Promise<string> {
  const before = await query
    .selectFrom("market_reports")
    .select("state")
    .where("version_id", "=", given.version_id)
    .where("user_id", "=", given.user_id)
    .where("kind", "=", given.kind)
    .where("state", "in", given.kind === "report" ? ["open", "dismissed"] : ["open"])
    .executeTakeFirst();
  if (before !== undefined)
    throw marketRefusal(
      marketCodes.wrongState,
      before.state === "open"
        ? "You have already reported this; wait for the decision."
        : "A moderator has already decided on your report of this version.",
    );
  const id = newId();
  const network = networkOf(client);
  const { count } = await query
    .selectFrom("market_reports")
    .select((select) => select.fn.countAll().as("count"))
    .where("created_at", ">", timestampAt(clock, -DAY_MS))
    .where("kind", "=", "report")
    .where("is_counted", "=", 1)
    .where((where) =>
      where.or([
        where("user_id", "=", given.user_id),
        ...(network === null ? [] : [where("network", "=", network)]),
      ]),
    )
    .executeTakeFirstOrThrow();
  await query
    .insertInto("market_reports")
    .values({
      id,
      ...given,
      state: "open",
      decision: null,
      decided_at: null,
      network,
      is_counted: Number(count) < MOST_COUNTED_A_DAY ? 1 : 0,
      created_at: timestampAt(clock),
    })
    .execute();
  return id;
}

async function tell(
  ports: MarketPorts,
  query: Query,
  skill: SkillRow,
  { version }: Pick<VersionRow, "version">,
  line: { readonly actor: string; readonly event: string; readonly reason: string },
): Promise<void> {
  await writeLog(ports, query, {
    ...line,
    skillId: skill.id,
    fullName: toFullName(skill.publisher, skill.slug),
    version,
  });
}

export async function appeal(
  ports: MarketPorts,
  viewer: Viewer,
  name: string,
  version: string,
  text: string,
): Promise<ReportRecord> {
  checkWords("appeal", text);
  const found = await findForChange(ports, viewer, name, "maintainer");
  const row = await findVersion(ports.database.query, found, version);
  const actor = await actorOf(ports, found.member);
  return await reserveFor(ports, found.member.userId, { changes: 1 }, async (transaction) => {
    const id = await openReport(ports, transaction, {
      kind: "appeal",
      version_id: row.id,
      user_id: found.member.userId,
      reason: "appeal",
      text,
      client: undefined,
    });
    await changeState(ports, transaction, found.row, row.id, {
      event: "appeal",
      by: "publisher",
      actor,
      reason: text,
    });
    return await readReport(ports, transaction, id);
  });
}

export async function listReports(
  ports: MarketPorts,
  viewer: Viewer,
  request: PageRequest & { readonly state?: ReportRecord["state"] } = {},
): Promise<Page<ReportRecord> & { readonly goal: ReportGoal }> {
  requireModerator(viewer);
  const { query } = ports.database;
  return { ...(await pageOfReports(ports, query, request)), goal: await readGoal(ports, query) };
}

/**
 * An upheld report puts the version into quarantine; one that is dismissed counts no more, and lists what waited
 * for the sake of reports. An upheld appeal lists the version again, a dismissed one sends it back.
 */
export async function decideReport(
  ports: MarketPorts,
  viewer: Viewer,
  id: string,
  { state, reason }: { readonly state: "upheld" | "dismissed"; readonly reason: string },
): Promise<ReportRecord> {
  const member = requireModerator(viewer);
  const actor = await actorOf(ports, member);
  return await ports.database.query.transaction().execute(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable("market_reports")
      .set({ state, decision: reason, decided_at: timestampAt(ports.clock) })
      .where("id", "=", id)
      .where("state", "=", "open")
      .executeTakeFirst();
    if (Number(numUpdatedRows) === 0) throw notOpen("report", id);
    const row = await readRow(transaction, id);
    const { skill, version } = await subjectOf(transaction, row.version_id);
    const line = { actor, event: `${row.kind}-${state}`, reason };
    await tell(ports, transaction, skill, version, line);
    const event = eventAfter(row, state);
    if (event !== undefined)
      await changeState(ports, transaction, skill, version.id, {
        event,
        by: "moderator",
        actor,
        reason,
      });
    await refreshPublisher(ports, transaction, skill.publisher);
    return await readReport(ports, transaction, id);
  });
}
