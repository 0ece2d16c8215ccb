/** Sends each entry of the log to those who subscribed to it, signed as Standard Webhooks have it. */
import { createHmac } from "node:crypto";
import { type RawBuilder, sql, type SqlBool } from "kysely";
import { requestGuarded, sharedNameResolver } from "../../../platform/network/index.ts";
import type { LoggedEntry } from "../../../registry/contract/index.ts";
import { timestampAt } from "../../accounts/index.ts";
import { secretContext } from "../../data/index.ts";
import type { MarketPorts } from "../ports.ts";
import { fromJson } from "../records.ts";
import { readEntries } from "../statements/open-transparency.ts";

/** While one process sends, others leave the address alone. */
const LEASE_MS = 120_000;
const TIMEOUT_MS = 10_000;
const FIRST_WAIT_MS = 10_000;
const LONGEST_WAIT_MS = 6 * 3_600_000;
/** Some five days of failures: then nobody is there any more. */
const MOST_FAILURES = 32;
/** Entries that one address is sent in one turn, and addresses. */
const AT_ONCE = 50;
/** Of one account in a turn, so that nobody's addresses keep those of others waiting. */
const MOST_OF_ACCOUNT = 5;
/** How long one address may take in a turn, besides the request that is under way; well within the lease. */
const BUDGET_MS = 15_000;
const MOST_ANSWER = 4096;
const GONE = 410;

interface HookRow {
  readonly id: string;
  readonly user_id: string;
  readonly url: string;
  readonly secret: string;
  readonly skills: string;
  readonly next_entry: number;
  readonly failures: number;
}

/** True of those whose account counts, and the token that made them. */
function isOpen({ clock }: Pick<MarketPorts, "clock">): RawBuilder<SqlBool> {
  return sql<SqlBool>`user_id in (select id from users where is_active = 1)
    and (market_webhooks.expires_at is null or market_webhooks.expires_at > ${timestampAt(clock)})
    and (token_id is null or token_id in (select id from api_tokens where revoked_at is null))`;
}

/** Forgets addresses that get nothing any more: their account was deleted, or the token that made them is over. */
export async function sweepWebhooks({
  database,
  clock,
}: Pick<MarketPorts, "database" | "clock">): Promise<void> {
  await database.query
    .deleteFrom("market_webhooks")
    .where((where) =>
      where.or([
        where("expires_at", "<=", timestampAt(clock)),
        sql<SqlBool>`user_id in (select id from users where deleted_at is not null)`,
        sql<SqlBool>`token_id is not null and token_id not in (select id from api_tokens where revoked_at is null)`,
      ]),
    )
    .execute();
}

export async function deliverWebhooks(ports: MarketPorts, signal: AbortSignal): Promise<void> {
  const end = await endOf(ports);
  const due = await ports.database.query
    .selectFrom((from) =>
      from
        .selectFrom("market_webhooks")
        .selectAll()
        .select(
          sql<number>`row_number() over (partition by user_id order by wait_until, id)`.as("turn"),
        )
        .where("wait_until", "<=", timestampAt(ports.clock))
        .where("failures", "<", MOST_FAILURES)
        .where("next_entry", "<", end)
        .where(isOpen(ports))
        .as("due"),
    )
    .selectAll()
    .where("turn", "<=", MOST_OF_ACCOUNT)
    .orderBy("wait_until")
    .limit(AT_ONCE)
    .execute();
  await Promise.all(due.map((hook) => deliver(ports, hook, signal)));
}

async function deliver(ports: MarketPorts, hook: HookRow, signal: AbortSignal): Promise<void> {
  const { query } = ports.database;
  const now = timestampAt(ports.clock);
  const { numUpdatedRows } = await query
    .updateTable("market_webhooks")
    .set({ wait_until: timestampAt(ports.clock, LEASE_MS) })
    .where("id", "=", hook.id)
    .where("wait_until", "<=", now)
    .executeTakeFirst();
  if (Number(numUpdatedRows) === 0) return;
  const entries = await readEntries(ports, hook.next_entry, AT_ONCE);
  const skills = fromJson<readonly string[]>(hook.skills);
  let [next, problem]: [number, string | undefined] = [hook.next_entry, undefined];
  const latest = ports.clock.now() + BUDGET_MS;
  for (const entry of entries) {
    if (signal.aborted || ports.clock.now() > latest) break;
    const isStillOpen = await query
      .selectFrom("market_webhooks")
      .select("id")
      .where("id", "=", hook.id)
      .where(isOpen(ports))
      .executeTakeFirst();
    if (isStillOpen === undefined) return;
    problem = isWanted(entry, skills) ? await send(ports, hook, entry, signal) : undefined;
    if (problem !== undefined) break;
    next = entry.index + 1;
  }
  if (problem === GONE_WORDS) {
    await query.deleteFrom("market_webhooks").where("id", "=", hook.id).execute();
    return;
  }
  const failures = problem === undefined ? 0 : hook.failures + 1;
  const wait =
    problem === undefined ? 0 : Math.min(FIRST_WAIT_MS * 2 ** hook.failures, LONGEST_WAIT_MS);
  await query
    .updateTable("market_webhooks")
    .set({
      next_entry: entries.length === 0 ? await endOf(ports) : next,
      failures,
      last_problem: problem ?? null,
      wait_until: timestampAt(ports.clock, wait),
    })
    .where("id", "=", hook.id)
    .execute();
}

/** Behind the last entry: what lies before it is for nobody here. */
async function endOf({ database }: MarketPorts): Promise<number> {
  const { size } = await database.query
    .selectFrom("market_heads")
    .select((select) => select.fn.max<number | null>("size").as("size"))
    .executeTakeFirstOrThrow();
  return size ?? 0;
}

function isWanted({ entry }: LoggedEntry, skills: readonly string[]): boolean {
  if (skills.length === 0) return true;
  const { name } = statementIn(entry);
  return skills.some((word) => name === word || name.startsWith(`${word}/`));
}

interface Stated {
  readonly name: string;
  readonly version: string;
  readonly state: string;
  readonly reason: string;
  readonly time: string;
}

function statementIn(note: string): Stated {
  // What this registry has signed itself.
  return JSON.parse(note.slice(0, note.indexOf("\n"))) as Stated;
}

const GONE_WORDS = "it is gone";

/** Why it did not arrive. */
async function send(
  { accounts, clock, settings }: MarketPorts,
  hook: HookRow,
  { index, entry }: LoggedEntry,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { name, version, state, reason, time } = statementIn(entry);
  const body = JSON.stringify({
    type: "skill.stated",
    timestamp: time,
    data: { index, name, version, state, reason, note: entry },
  });
  const secret = accounts.cipher.decrypt(hook.secret, secretContext("market_webhooks", hook.id));
  const id = `${hook.id}_${index}`;
  const timestamp = String(Math.floor(clock.now() / 1000));
  const key = Buffer.from(secret.slice("whsec_".length), "base64");
  const signature = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64");
  const answer = await requestGuarded(
    {
      method: "POST",
      url: hook.url,
      headers: {
        "content-type": "application/json",
        "webhook-id": id,
        "webhook-timestamp": timestamp,
        "webhook-signature": `v1,${signature}`,
      },
      body,
      timeoutMs: TIMEOUT_MS,
      maxBytes: MOST_ANSWER,
      signal,
    },
    {
      allowPrivate: settings.webhookHosts,
      resolve: sharedNameResolver().forOwner(`user ${hook.user_id}`),
    },
  );
  if (answer.kind === "failed") return answer.why;
  if (answer.status === GONE) return GONE_WORDS;
  return answer.status >= 200 && answer.status < 300 ? undefined : `it answered ${answer.status}`;
}
