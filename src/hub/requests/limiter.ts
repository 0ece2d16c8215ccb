import { sql } from "kysely";
import type { Clock } from "../../platform/machine/index.ts";
import type { Database } from "../data/index.ts";

export interface Limit {
  readonly count: number;
  readonly seconds: number;
}

export interface LimitState {
  readonly isAllowed: boolean;
  readonly limit: number;
  /** Length of the window. */
  readonly seconds: number;
  readonly remaining: number;
  /** Seconds until counting begins anew. */
  readonly resetSeconds: number;
}

/** Counts requests. All that share a database share the counts. */
export interface Limiter {
  /**
   * Charges a request of a user to a counter, as one or as so many; a counter without a limit lets everything pass.
   */
  readonly take: (counter: string, who: string, cost?: number) => Promise<LimitState | undefined>;
  /** Takes back a charge for something that turned out not to count. */
  readonly giveBack: (counter: string, who: string) => Promise<void>;
}

/** Requests that count against limits of their own, besides those of everything. */
export const DEFAULT_LIMITS: { readonly [counter: string]: Limit } = {
  run: { count: 10, seconds: 60 },
  preview: { count: 60, seconds: 60 },
  chat: { count: 10, seconds: 60 },
  workflow: { count: 10, seconds: 60 },
  // Pages of published workflows, of an address; their runs count as those of the user who published them.
  embed: { count: 60, seconds: 60 },
  // Requests to webhooks, of an address; their runs count as those of the owner.
  hook: { count: 600, seconds: 60 },
  // Runs that schedules begin.
  schedule: { count: 60, seconds: 60 },
  // Workflows that are saved: their graphs are checked each time.
  save: { count: 120, seconds: 60 },
  scan: { count: 30, seconds: 60 },
  // Archives that the server fetches from GitHub.
  fetch: { count: 10, seconds: 60 },
  check: { count: 120, seconds: 60 },
  // Searches in knowledge bases.
  search: { count: 120, seconds: 60 },
  // Searches in the registry and changes to it on all protocols together, and what a mirror asks the registry behind it
  // for: of a user, or of an address without one.
  "registry-search": { count: 600, seconds: 60 },
  "registry-change": { count: 300, seconds: 60 },
  mirror: { count: 120, seconds: 60 },
  // Reads of the log, each version of which a statement is wanted as one: of a user, or of an address without one.
  "registry-log": { count: 3000, seconds: 60 },
  // Changes that the audit log keeps, of a user: each is a line for as long as the log has lines.
  audited: { count: 120, seconds: 60 },
  "audited-day": { count: 3000, seconds: 86_400 },
  // Messages over MCP: of a user, or of an address without one.
  mcp: { count: 1200, seconds: 60 },
  // Publications and their dry runs, on all protocols together: each is unpacked, scanned and read.
  publish: { count: 60, seconds: 60 },
  // Wrong passwords: for an account from one address, from an address for all accounts, and for an account from all
  // addresses that are not its owner's.
  login: { count: 5, seconds: 900 },
  "login-address": { count: 50, seconds: 900 },
  "login-account": { count: 50, seconds: 900 },
  // New passwords of one's own, each of which costs the server three slow hashes.
  password: { count: 10, seconds: 900 },
  // New accounts: of all strangers together, since each costs the server a slow hash, or of one administrator; and of
  // an address.
  register: { count: 100, seconds: 3600 },
  "register-address": { count: 20, seconds: 3600 },
  // Questions to passkeys and their answers, of an address.
  passkey: { count: 60, seconds: 900 },
  // Letters to an address, to confirm it or to set a new password.
  letter: { count: 5, seconds: 3600 },
  // Of an address: programs that begin to log in, each of which is a record until it ends.
  device: { count: 30, seconds: 900 },
  // Of a user: programs that are let in, each of which is a record, and may be described at an address of its own.
  approve: { count: 30, seconds: 900 },
};

export interface LimiterOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly limits?: { readonly [counter: string]: Limit };
}

/**
 * A window that begins with the first request. One statement reads and counts, so that no two requests take
 * the same place, on any replica.
 */
export function createLimiter({
  database,
  clock,
  limits = DEFAULT_LIMITS,
}: LimiterOptions): Limiter {
  let nextSweep = 0;
  return {
    take: async (counter, who, cost = 1) => {
      const limit = limits[counter];
      if (limit === undefined) return undefined;
      const now = clock.now();
      if (now >= nextSweep) {
        nextSweep = now + 3_600_000;
        await database.query.deleteFrom("limits").where("expires_at", "<=", stamp(now)).execute();
      }
      return toState(
        await countRequest(database, `${counter}:${who}`, now, limit, cost),
        now,
        limit,
      );
    },
    giveBack: async (counter, who) => {
      await database.query
        .updateTable("limits")
        .set((set) => ({ count: set("count", "-", 1) }))
        .where("key", "=", `${counter}:${who}`)
        .where("count", ">", 0)
        .execute();
    },
  };
}

interface CounterRow {
  readonly count: number;
  readonly expires_at: string;
}

function toState(counted: CounterRow, now: number, { count: most, seconds }: Limit): LimitState {
  return {
    isAllowed: counted.count <= most,
    limit: most,
    seconds,
    remaining: Math.max(0, most - counted.count),
    resetSeconds: Math.max(1, Math.ceil((Number(counted.expires_at) - now) / 1000)),
  };
}

async function countRequest(
  { query }: Database,
  key: string,
  now: number,
  { seconds }: Limit,
  cost: number,
): Promise<CounterRow> {
  const fresh = stamp(now + seconds * 1000);
  const isOver = sql<boolean>`limits.expires_at <= ${stamp(now)}`;
  return await query
    .insertInto("limits")
    .values({ key, count: cost, expires_at: fresh })
    .onConflict((conflict) =>
      conflict.column("key").doUpdateSet({
        count: sql<number>`case when ${isOver} then ${cost} else limits.count + ${cost} end`,
        expires_at: sql<string>`case when ${isOver} then ${fresh} else limits.expires_at end`,
      }),
    )
    .returning(["count", "expires_at"])
    .executeTakeFirstOrThrow();
}

function stamp(time: number): string {
  return String(time).padStart(16, "0");
}
