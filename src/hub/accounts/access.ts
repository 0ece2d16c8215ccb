import { type Expression, sql, type SqlBool } from "kysely";
import type { AccountPorts, User } from "./ports.ts";

export type SharedKind = "skill" | "knowledge-base" | "workflow";

/** Who besides the owner may see a thing. */
export interface Sharing {
  readonly visibility: "private" | "team" | "public";
  readonly teamId?: string;
}

export interface OwnedRecord {
  readonly kind: SharedKind;
  readonly id: string;
  readonly ownerId: string | undefined;
}

type Data = Pick<AccountPorts, "database">;

/** Changing, deleting and sharing are for the owner and for administrators. */
export function canChange(user: User, { ownerId }: Pick<OwnedRecord, "ownerId">): boolean {
  return user.role === "admin" || (ownerId !== undefined && ownerId === user.id);
}

/** An account without what an administrator may do with the things of others. */
export function asPerson(user: User): User {
  return { ...user, role: "user" };
}

export async function canSee(ports: Data, user: User, owned: OwnedRecord): Promise<boolean> {
  if (canChange(user, owned)) return true;
  const { visibility, teamId } = await readSharing(ports, owned);
  if (visibility === "public") return true;
  return visibility === "team" && teamId !== undefined && (await isMember(ports, user, teamId));
}

export async function readSharing(
  { database }: Data,
  { kind, id }: Pick<OwnedRecord, "kind" | "id">,
): Promise<Sharing> {
  const row = await database.query
    .selectFrom("shares")
    .selectAll()
    .where("kind", "=", kind)
    .where("item_id", "=", id)
    .executeTakeFirst();
  if (row === undefined) return { visibility: "private" };
  return {
    visibility: row.visibility,
    ...(row.team_id === null ? {} : { teamId: row.team_id }),
  };
}

/** `hold` makes sure, in the same transaction, that the thing is still the one that was asked about. */
export async function share(
  { database }: Data,
  { kind, id }: Pick<OwnedRecord, "kind" | "id">,
  { visibility, teamId }: Sharing,
  hold?: (transaction: Data["database"]["query"]) => Promise<void>,
): Promise<void> {
  await database.query.transaction().execute(async (transaction) => {
    await hold?.(transaction);
    await transaction
      .deleteFrom("shares")
      .where("kind", "=", kind)
      .where("item_id", "=", id)
      .execute();
    if (visibility !== "private")
      await transaction
        .insertInto("shares")
        .values({ kind, item_id: id, visibility, team_id: teamId ?? null })
        .execute();
  });
}

/** Ids of the things of a kind that others have shared with a user. */
export async function sharedWith(
  ports: Data,
  user: User,
  kind: SharedKind,
): Promise<readonly string[]> {
  const rows = await sharesFor(ports, user, kind).execute();
  return rows.map(({ item_id }) => item_id);
}

/** Which rows of a table with `id` and `owner_id` a user may see, as a condition of a query over it. */
export function visibleTo(ports: Data, user: User, kind: SharedKind): Expression<SqlBool> {
  if (user.role === "admin") return sql<SqlBool>`1 = 1`;
  const shared = sharesFor(ports, user, kind);
  return sql<SqlBool>`(${sql.ref("owner_id")} = ${user.id} or ${sql.ref("id")} in (${shared}))`;
}

function sharesFor({ database }: Data, user: User, kind: SharedKind) {
  return database.query
    .selectFrom("shares")
    .leftJoin("team_members", (join) =>
      join
        .onRef("team_members.team_id", "=", "shares.team_id")
        .on("team_members.user_id", "=", user.id),
    )
    .select("shares.item_id")
    .where("shares.kind", "=", kind)
    .where((where) =>
      where.or([
        where("shares.visibility", "=", "public"),
        where("team_members.user_id", "is not", null),
      ]),
    );
}

async function isMember({ database }: Data, user: User, teamId: string): Promise<boolean> {
  const row = await database.query
    .selectFrom("team_members")
    .select("user_id")
    .where("team_id", "=", teamId)
    .where("user_id", "=", user.id)
    .executeTakeFirst();
  return row !== undefined;
}
