import type { Database } from "../data/index.ts";

/** A store keeps bytes and no rights, so that what is a program stands in the database. */
interface Ports {
  readonly database: Database;
}

type Query = Database["query"];

/** The files of a skill that are programs. */
export async function listExecutables(
  { database }: Ports,
  skill: string,
): Promise<ReadonlySet<string>> {
  const rows = await database.query
    .selectFrom("skill_executables")
    .select("path")
    .where("skill", "=", skill)
    .execute();
  return new Set(rows.map(({ path }) => path));
}

export async function setExecutable(
  query: Query,
  skill: string,
  path: string,
  isExecutable: boolean,
): Promise<void> {
  if (isExecutable)
    await query
      .insertInto("skill_executables")
      .values({ skill, path })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  else
    await query
      .deleteFrom("skill_executables")
      .where("skill", "=", skill)
      .where("path", "=", path)
      .execute();
}
