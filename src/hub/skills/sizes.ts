/** Whose each skill is and how many bytes it has, as quotas count it. */
import { reserve } from "../quotas/index.ts";
import { deleteRows } from "./incarnation.ts";
import type { StoredSkillPorts } from "./ports.ts";

/** A name that a new skill is about to have. */
export interface Claim {
  readonly name: string;
  readonly size: number;
  readonly createdAt: string;
}

/**
 * Claims a name for a new skill, which has nothing of an older one in the database from then on; throws where its owner
 * has no room. Gives what lets go of it again.
 */
export async function claimSkill(
  ports: StoredSkillPorts,
  ownerId: string,
  { name, size, createdAt }: Claim,
): Promise<() => Promise<void>> {
  const { query } = ports.database;
  const row = { created_at: createdAt, owner_id: ownerId, size };
  const before = await reserve(ports, ownerId, { skills: 1, bytes: size }, async (transaction) => {
    const found = await transaction
      .selectFrom("skill_records")
      .select(["created_at", "owner_id", "size"])
      .where("name", "=", name)
      .executeTakeFirst();
    await transaction
      .insertInto("skill_records")
      .values({ name, ...row })
      .onConflict((conflict) => conflict.column("name").doUpdateSet(row))
      .execute();
    await deleteRows(transaction, name);
    return found;
  });
  return async () => {
    if (before === undefined)
      await query
        .deleteFrom("skill_records")
        .where("name", "=", name)
        .where("owner_id", "=", ownerId)
        .where("created_at", "=", createdAt)
        .execute();
    else
      await query
        .updateTable("skill_records")
        .set(before)
        .where("name", "=", name)
        .where("owner_id", "=", ownerId)
        .where("created_at", "=", createdAt)
        .execute();
  };
}

/** Changes files of a skill by so many bytes; throws where its owner has no room for more. */
export async function resizeSkill<T>(
  ports: StoredSkillPorts,
  ownerId: string | undefined,
  { name, added }: { readonly name: string; readonly added: number },
  change: () => Promise<T>,
): Promise<T> {
  if (added > 0 && ownerId !== undefined)
    await reserve(ports, ownerId, { bytes: added }, (transaction) =>
      transaction
        .updateTable("skill_records")
        .set((set) => ({ size: set("size", "+", added) }))
        .where("name", "=", name)
        .execute(),
    );
  try {
    return await change();
  } finally {
    await recordSize(ports, name);
  }
}

/** Counts the bytes that are really there, with those of former texts. */
async function recordSize(
  { store, history, database }: StoredSkillPorts,
  name: string,
): Promise<void> {
  let size = 0;
  for (const kept of [store, history])
    for await (const object of kept?.list(`${name}/`) ?? []) size += object.size;
  await database.query
    .updateTable("skill_records")
    .set({ size })
    .where("name", "=", name)
    .execute();
}

/** Brings the records in line with the files, which may have been written by hand. */
export async function recountSkills(
  ports: StoredSkillPorts,
  survey: () => Promise<
    readonly {
      readonly name: string;
      readonly updatedAt: string;
      readonly skill: { readonly ownership: { readonly userId?: string | undefined } };
    }[]
  >,
): Promise<void> {
  const { query } = ports.database;
  const before = await query.selectFrom("skill_records").selectAll().execute();
  const rows = new Map(before.map((row) => [row.name, row]));
  const skills = await survey();
  const sizes = new Map<string, number>();
  const present = new Set<string>();
  for (const kept of [ports.store, ports.history])
    for await (const { key, size } of kept?.list() ?? []) {
      const [name = ""] = key.split("/");
      if (kept === ports.store) present.add(name);
      sizes.set(name, (sizes.get(name) ?? 0) + size);
    }
  for (const { name, updatedAt, skill } of skills) {
    const owner_id = skill.ownership.userId ?? null;
    const size = sizes.get(name) ?? 0;
    const row = rows.get(name);
    rows.delete(name);
    if (row?.owner_id === owner_id && row.size === size) continue;
    await query
      .insertInto("skill_records")
      .values({ name, created_at: updatedAt, owner_id, size })
      .onConflict((conflict) => conflict.column("name").doUpdateSet({ owner_id, size }))
      .execute();
  }
  // What was there before the files were looked at, and is no skill any more.
  for (const name of rows.keys())
    if (!present.has(name))
      await query.deleteFrom("skill_records").where("name", "=", name).execute();
}
