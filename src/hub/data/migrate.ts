import { type Kysely, sql, type Transaction } from "kysely";
import { hubError } from "../errors.ts";
import { type DatabaseKind, type Migration, migrations } from "./migrations/index.ts";
import type { Tables } from "./tables/index.ts";

/** Any number that no other program locks by. */
const LOCK = 4_817_001;

/**
 * Brings the tables up to date, all steps or none. The migrator of kysely takes no lock on SQLite, and two
 * processes that start at once would both make the same step; here one transaction does it all.
 */
export async function migrate(
  database: Kysely<Tables>,
  kind: DatabaseKind,
  steps: readonly Migration[] = migrations,
): Promise<readonly string[]> {
  return await database.transaction().execute(async (transaction) => {
    if (kind === "postgres") await sql`select pg_advisory_xact_lock(${LOCK})`.execute(transaction);
    const made = await stepsMade(transaction);
    const missing = steps.filter(
      ({ id, replaces = id }) => !made.includes(id) && !made.includes(replaces),
    );
    const unknown = made.find((id) =>
      steps.every((step) => step.id !== id && !isReplaced(id, step)),
    );
    if (unknown !== undefined) throw newerDatabase(unknown);
    const [first] = steps;
    if (made.length > 0 && first !== undefined && missing.includes(first)) throw olderDatabase();
    for (const { id, up } of missing) {
      await up(transaction, kind);
      await sql`insert into schema_steps (id, made_at) values (${id}, ${new Date().toISOString()})`.execute(
        transaction,
      );
    }
    return missing.map(({ id }) => id);
  });
}

async function stepsMade(transaction: Transaction<Tables>): Promise<readonly string[]> {
  await sql`create table if not exists schema_steps (id text primary key, made_at text not null)`.execute(
    transaction,
  );
  const { rows } = await sql<{
    id: string;
  }>`select id from schema_steps order by id`.execute(transaction);
  return rows.map(({ id }) => id);
}

function isReplaced(id: string, { replaces }: Migration): boolean {
  return replaces !== undefined && id <= replaces;
}

function olderDatabase(): Error {
  return hubError("data/older-database", undefined);
}

function newerDatabase(id: string): Error {
  return hubError("data/newer-database", { step: id });
}
