import { type Kysely, sql } from "kysely";
import { toSkeleton } from "../../../registry/contract/index.ts";
import type { Tables } from "../tables/index.ts";
import type { Migration } from "./migration.ts";
import { runStatements } from "./run-statements.ts";

/** Names without what is easily overlooked, so that look-alikes are found among all of them at once. */
export const lookAlikes: Migration = {
  id: "021-look-alikes",
  up: async (database) => {
    await runStatements(database, [
      "alter table market_skills add column skeleton text not null default ''",
      "alter table market_publishers add column skeleton text not null default ''",
    ]);
    await fill(database, "market_skills", "id", "slug");
    await fill(database, "market_publishers", "handle", "handle");
    await runStatements(database, [
      "create index market_skills_skeleton on market_skills (skeleton)",
      "create index market_publishers_skeleton on market_publishers (skeleton)",
    ]);
  },
};

const AT_ONCE = 400;

async function fill(
  database: Kysely<Tables>,
  table: string,
  key: string,
  name: string,
): Promise<void> {
  const rows = (
    await sql<{
      key: string;
      name: string;
    }>`select ${sql.ref(key)} as key, ${sql.ref(name)} as name from ${sql.table(table)}`.execute(
      database,
    )
  ).rows;
  for (let start = 0; start < rows.length; start += AT_ONCE) {
    const values = rows
      .slice(start, start + AT_ONCE)
      .map((row) => sql`(${row.key}, ${toSkeleton(row.name)})`);
    // Both databases name the columns of a list of values so.
    await sql`update ${sql.table(table)} set skeleton = given.column2 from (values ${sql.join(values)}) as given where ${sql.ref(`${table}.${key}`)} = given.column1`.execute(
      database,
    );
  }
}
