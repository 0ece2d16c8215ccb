import type { Database } from "../data/index.ts";

/** What the tools of a skill were granted, for the files that it had then. */
export interface ToolGrant {
  readonly skill: string;
  readonly digest: string;
  readonly permissions: readonly string[];
  /** The address of the account that granted it. */
  readonly grantedBy: string;
  readonly grantedAt: string;
}

interface Ports {
  readonly database: Database;
}

export async function listGrants({ database }: Ports): Promise<readonly ToolGrant[]> {
  const rows = await database.query
    .selectFrom("skill_grants")
    .innerJoin("users", "users.id", "skill_grants.granted_by")
    .selectAll("skill_grants")
    .select("users.email")
    .execute();
  return rows.map((row) => ({
    skill: row.skill,
    digest: row.digest,
    permissions: readPermissions(row.permissions),
    grantedBy: row.email,
    grantedAt: row.granted_at,
  }));
}

/** What holds of it for the files that a skill has now. */
export async function grantedTo(
  { database }: Ports,
  skill: string,
  digest: string,
): Promise<readonly string[]> {
  const row = await database.query
    .selectFrom("skill_grants")
    .select("permissions")
    .where("skill", "=", skill)
    .where("digest", "=", digest)
    .executeTakeFirst();
  return row === undefined ? [] : readPermissions(row.permissions);
}

export async function storeGrant(
  query: Database["query"],
  grant: Omit<ToolGrant, "grantedBy"> & { readonly userId: string },
): Promise<void> {
  const changes = {
    digest: grant.digest,
    permissions: JSON.stringify(grant.permissions),
    granted_by: grant.userId,
    granted_at: grant.grantedAt,
  };
  await query
    .insertInto("skill_grants")
    .values({ skill: grant.skill, ...changes })
    .onConflict((conflict) => conflict.column("skill").doUpdateSet(changes))
    .execute();
}

export async function dropGrant({ database }: Ports, skill: string): Promise<void> {
  await database.query.deleteFrom("skill_grants").where("skill", "=", skill).execute();
}

/** This program wrote the text, as a list of texts. */
function readPermissions(text: string): readonly string[] {
  return JSON.parse(text) as readonly string[];
}
