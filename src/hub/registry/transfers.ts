/** Wishes to hand a skill over to another publisher, which its owners have not answered. */
import { type SelectQueryBuilder, type SqlBool, sql } from "kysely";
import {
  toFullName,
  marketCodes,
  marketRefusal,
  type TransferRecord,
} from "../../registry/contract/index.ts";
import { timestampAt } from "../accounts/index.ts";
import type { Tables } from "../data/index.ts";
import type { MarketPorts, Query } from "./ports.ts";

/** A transfer that nobody answers ends by itself. */
const TRANSFER_DAYS = 30;
const DAY_MS = 86_400_000;

interface TransferRow {
  readonly id: string;
  readonly slug: string;
  readonly from_handle: string;
  readonly to_handle: string;
  readonly created_at: string;
}

export function toTransfer(row: TransferRow): TransferRecord {
  return {
    id: row.id,
    fullName: toFullName(row.from_handle, row.slug),
    from: row.from_handle,
    to: row.to_handle,
    createdAt: row.created_at,
    expiresAt: new Date(Date.parse(row.created_at) + TRANSFER_DAYS * DAY_MS).toISOString(),
  };
}

/** Those that can be carried out: whoever asked may still give the skill away. */
export function openTransfers(
  { clock }: Pick<MarketPorts, "clock">,
  query: Query,
): SelectQueryBuilder<Tables, "market_transfers" | "market_skills", TransferRow> {
  return query
    .selectFrom("market_transfers")
    .innerJoin("market_skills", "market_skills.id", "market_transfers.skill_id")
    .select([
      "market_transfers.id",
      "market_transfers.from_handle",
      "market_transfers.to_handle",
      "market_transfers.created_at",
      "market_skills.slug",
    ])
    .where("market_skills.deleted_at", "is", null)
    .whereRef("market_skills.publisher", "=", "market_transfers.from_handle")
    .where("market_transfers.created_at", ">", timestampAt(clock, -TRANSFER_DAYS * DAY_MS))
    .where(MAY_GIVE);
}

const MAY_GIVE = sql<SqlBool>`requested_by in (
    select user_id from market_publishers where handle = from_handle
    union all select user_id from market_members where handle = from_handle and role = 'owner'
    union all select team_members.user_id from team_members
      join market_publishers on market_publishers.team_id = team_members.team_id
      where market_publishers.handle = from_handle and team_members.role = 'owner'
    union all select id from users where role = 'admin'
  )
  and requested_by in (select id from users where is_active = 1)
  and from_handle in (select handle from market_publishers where ban_reason is null)`;

/** In the transaction that carries it out: of several who answer at once, one finds it. */
export async function takeTransfer(
  ports: Pick<MarketPorts, "clock">,
  transaction: Query,
  id: string,
): Promise<void> {
  const open = await openTransfers(ports, transaction)
    .where("market_transfers.id", "=", id)
    .executeTakeFirst();
  const { numDeletedRows } = await transaction
    .deleteFrom("market_transfers")
    .where("id", "=", id)
    .executeTakeFirst();
  if (open === undefined || Number(numDeletedRows) === 0) throw noTransfer();
}

export function noTransfer(): Error {
  return marketRefusal(marketCodes.notFound, "No such transfer waits for your answer.");
}
