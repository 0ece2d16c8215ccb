/** What one user may keep on the server. */
import { type Kysely, type RawBuilder, sql } from "kysely";
import { SkillError } from "../../skill/index.ts";
import type { Database, Tables } from "../data/index.ts";
import { quotaCodes } from "./diagnostics.ts";

/** For each user; 0: as much as they like. */
export interface Quotas {
  readonly knowledgeBases: number;
  /** Documents in all knowledge bases. */
  readonly documents: number;
  /** Skills outside of the registry. */
  readonly skills: number;
  /** Uploads to the registry that were begun and not published. */
  readonly uploads: number;
  /** Versions published in the registry. */
  readonly versions: number;
  readonly workflows: number;
  /** Stored runs of workflows, and as many of skills and chats; the oldest that are over make room for new ones. */
  readonly runs: number;
  /** Sessions of the chat. */
  readonly chats: number;
  /** Publishers of teams of which a user is an owner, and others that a user owns since their team is gone. */
  readonly publishers: number;
  /** Lines of the log of the registry that tell of what a user did. */
  readonly changes: number;
  /** Members of the publishers and teams that a user owns, and invitations that the user has sent. */
  readonly members: number;
  /** Bytes of all of these, with former texts of skills and contents of runs. */
  readonly bytes: number;
}

export const DEFAULT_QUOTAS: Quotas = {
  knowledgeBases: 1000,
  documents: 5000,
  skills: 5000,
  uploads: 10_000,
  versions: 20_000,
  workflows: 1000,
  runs: 10_000,
  chats: 5000,
  publishers: 100,
  changes: 50_000,
  members: 1000,
  bytes: 5_000_000_000,
};

export const NO_QUOTAS: Quotas = {
  knowledgeBases: 0,
  documents: 0,
  skills: 0,
  uploads: 0,
  versions: 0,
  workflows: 0,
  runs: 0,
  chats: 0,
  publishers: 0,
  changes: 0,
  members: 0,
  bytes: 0,
};

/** What a user wants to add. */
export type QuotaRequest = { readonly [Name in keyof Quotas]?: number };

export interface QuotaPorts {
  readonly database: Database;
  /** Default: `DEFAULT_QUOTAS`. */
  readonly quotas?: Quotas;
}

type Query = Kysely<Tables>;

/**
 * Does something that adds to what a user keeps, in one transaction with the count: of two at the same time the second
 * waits, and counts what the first one added. Throws where there is no room, also after `makeRoom`.
 */
export async function reserve<T>(
  { database, quotas = DEFAULT_QUOTAS }: QuotaPorts,
  userId: string,
  wish: QuotaRequest,
  work: (transaction: Query) => Promise<T>,
  makeRoom?: (transaction: Query) => Promise<void>,
): Promise<T> {
  return await database.query.transaction().execute(async (transaction) => {
    await lockUser(transaction, userId);
    await makeRoom?.(transaction);
    await checkQuotas(transaction, quotas, userId, wish);
    return await work(transaction);
  });
}

/** A change that changes nothing locks the row on both databases until the transaction ends. */
async function lockUser(transaction: Query, userId: string): Promise<void> {
  await transaction
    .updateTable("users")
    .set({ is_active: sql`is_active` })
    .where("id", "=", userId)
    .execute();
}

async function checkQuotas(
  transaction: Query,
  quotas: Quotas,
  userId: string,
  wish: QuotaRequest,
): Promise<void> {
  for (const [name, count] of Object.entries(COUNTS)) {
    // The table has the names of the quotas.
    const key = name as keyof Quotas;
    const [most, added] = [quotas[key], wish[key] ?? 0];
    if (most === 0 || added <= 0) continue;
    if (added > most) throw refusal(key, most, quotaCodes.tooLarge);
    if ((await count(transaction, userId)) + added > most)
      throw refusal(key, most, quotaCodes.exceeded);
  }
}

type Count = (query: Query, userId: string) => Promise<number>;

const COUNTS: { readonly [Name in keyof Quotas]: Count } = {
  knowledgeBases: (query, userId) =>
    queryNumber(
      query,
      sql`select count(*) as total from knowledge_bases where owner_id = ${userId} and deleted_at is null`,
    ),
  documents: (query, userId) =>
    queryNumber(
      query,
      sql`select count(*) as total from documents join knowledge_bases on knowledge_bases.id = documents.base_id where knowledge_bases.owner_id = ${userId} and knowledge_bases.deleted_at is null and documents.deleted_at is null`,
    ),
  skills: (query, userId) =>
    queryNumber(query, sql`select count(*) as total from skill_records where owner_id = ${userId}`),
  uploads: (query, userId) =>
    queryNumber(query, sql`select count(*) as total from market_uploads where user_id = ${userId}`),
  versions: (query, userId) =>
    queryNumber(
      query,
      sql`select count(*) as total from market_versions join market_publishers on market_publishers.handle = market_versions.published_by where market_publishers.user_id = ${userId}`,
    ),
  workflows: (query, userId) =>
    queryNumber(
      query,
      sql`select count(*) as total from workflows where owner_id = ${userId} and id not in (select id from workflows where deleted_at is not null)`,
    ),
  runs: (query, userId) =>
    queryNumber(
      query,
      sql`select count(*) as total from workflow_runs where user_id = ${userId} and status != 'deleted'`,
    ),
  chats: (query, userId) =>
    queryNumber(query, sql`select count(*) as total from chat_sessions where owner_id = ${userId}`),
  publishers: (query, userId) =>
    queryNumber(
      query,
      sql`select (select count(*) from market_publishers join team_members on team_members.team_id = market_publishers.team_id where team_members.user_id = ${userId} and team_members.role = 'owner')
        + (select count(*) from market_members where market_members.user_id = ${userId} and market_members.role = 'owner') as total`,
    ),
  changes: (query, userId) =>
    queryNumber(
      query,
      sql`select count(*) as total from market_log where actor in (select handle from market_publishers where user_id = ${userId})`,
    ),
  members: async (query, userId) => {
    const teams = sql`select team_id from team_members where user_id = ${userId} and role = 'owner'`;
    return await queryNumber(
      query,
      sql`select count(*) as total from team_members where team_id in (${teams})`,
      sql`select count(*) as total from market_members where handle in (select handle from market_publishers where user_id = ${userId} or team_id in (${teams}))`,
      sql`select count(*) as total from invitations where invited_by = ${userId}`,
    );
  },
  bytes: (query, userId) =>
    queryNumber(
      query,
      // What is deleted counts until it is removed.
      sql`select coalesce(sum(documents.size + documents.chunk_bytes), 0) as total from documents join knowledge_bases on knowledge_bases.id = documents.base_id where knowledge_bases.owner_id = ${userId}`,
      sql`select coalesce(sum(size), 0) as total from skill_records where owner_id = ${userId}`,
      sql`select coalesce(sum(size), 0) as total from market_uploads where user_id = ${userId}`,
      sql`select coalesce(sum(market_versions.size), 0) as total from market_versions join market_publishers on market_publishers.handle = market_versions.published_by where market_publishers.user_id = ${userId} and market_versions.package_key is not null`,
      sql`select coalesce(sum(size), 0) as total from workflows where owner_id = ${userId}`,
      sql`select coalesce(sum(size), 0) as total from workflow_runs where user_id = ${userId}`,
      sql`select coalesce(sum(size), 0) as total from chat_sessions where owner_id = ${userId}`,
      sql`select coalesce(sum(size), 0) as total from runs where user_id = ${userId}`,
    ),
};

/** One statement for all parts: every run asks for it. */
async function queryNumber(query: Query, ...parts: RawBuilder<unknown>[]): Promise<number> {
  const sum = sql.join(
    parts.map((part) => sql`(${part})`),
    sql` + `,
  );
  const { rows } = await sql<{ readonly total: number | string }>`select ${sum} as total`.execute(
    query,
  );
  const [row] = rows;
  return Number(row?.total ?? 0);
}

const NOUNS: { readonly [Name in keyof Quotas]: string } = {
  knowledgeBases: "knowledge bases",
  documents: "documents",
  skills: "skills",
  uploads: "open uploads",
  versions: "published versions",
  workflows: "workflows",
  runs: "runs of workflows",
  chats: "chats",
  publishers: "publishers of teams",
  changes: "changes in the registry",
  members: "members and invitations",
  bytes: "bytes stored",
};

const REMEDIES: { readonly [Name in keyof Quotas]: string } = {
  knowledgeBases: "Delete knowledge bases that are not needed",
  documents: "Delete documents that are not needed",
  skills: "Delete skills that are not needed",
  uploads: "Publish what was uploaded, or wait for a day",
  versions: "Delete unused skills",
  workflows: "Delete workflows that are not needed",
  runs: "Wait until a run is over, or cancel one",
  chats: "Delete chats that are not needed",
  publishers: "Use one of those that are there",
  changes: "Change published skills less often",
  members: "Withdraw invitations or remove members",
  bytes: "Delete documents, skills, workflows or chats that are not needed",
};

function refusal(name: keyof Quotas, most: number, code: string): SkillError {
  const message =
    code === quotaCodes.tooLarge
      ? `This is more than an account may have: ${most} ${NOUNS[name]}.`
      : `This account has no room left: ${most} ${NOUNS[name]} are the limit.`;
  return new SkillError({
    code,
    severity: "error",
    message,
    hint: `${REMEDIES[name]}, or ask the operator to raise \`quotas.${name}\`.`,
  });
}
