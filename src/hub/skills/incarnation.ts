/**
 * One skill from its creation to its deletion. The name of a deleted skill is free for all users, and what was allowed
 * for the old one must not be written for the new one: changes of one process take turns by name, rows are written in
 * one transaction with the record of the skill, and files are taken back where the record is another one by then.
 */
import { readConflict, type Store } from "../../library/store/index.ts";
import { timestampAt } from "../accounts/index.ts";
import type { Database } from "../data/index.ts";
import { isInTheWay, type StoredSkillPorts } from "./ports.ts";
import { notFound } from "./reading/diagnostics.ts";

type Query = Database["query"];

/** The record of a skill: another skill of the same name has another one. */
export interface Incarnation {
  readonly name: string;
  readonly ownerId: string | null;
  readonly createdAt: string;
}

/** Does something that changes a skill, while nothing else of this process changes one of that name. */
export async function inTurn<T>(
  { turns }: Pick<StoredSkillPorts, "turns">,
  name: string,
  work: () => Promise<T>,
): Promise<T> {
  return await (turns === undefined ? work() : turns(name, work));
}

/** What `find` allows, with the record that was there before it was asked. */
export async function findRecorded<Found extends { readonly ownerId: string | undefined }>(
  ports: Pick<StoredSkillPorts, "database" | "clock">,
  name: string,
  find: () => Promise<Found>,
): Promise<Found & { readonly incarnation: Incarnation }> {
  const { query } = ports.database;
  const before = await readRecord(query, name);
  const found = await find();
  if (before !== undefined) return { ...found, incarnation: before };
  // A skill that was put there by hand.
  await query
    .insertInto("skill_records")
    .values({
      name,
      created_at: timestampAt(ports.clock),
      owner_id: found.ownerId ?? null,
      size: 0,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const incarnation = await readRecord(query, name);
  if (incarnation === undefined) throw notFound(name);
  return { ...(await find()), incarnation };
}

async function readRecord(query: Query, name: string): Promise<Incarnation | undefined> {
  const row = await query
    .selectFrom("skill_records")
    .select(["owner_id", "created_at"])
    .where("name", "=", name)
    .executeTakeFirst();
  return row === undefined ? undefined : { name, ownerId: row.owner_id, createdAt: row.created_at };
}

export async function isCurrent(
  { database }: Pick<StoredSkillPorts, "database">,
  { name, ownerId, createdAt }: Incarnation,
): Promise<boolean> {
  const now = await readRecord(database.query, name);
  return now?.ownerId === ownerId && now.createdAt === createdAt;
}

/** Holds the record until the transaction ends; throws where it is another one by now. */
export async function lockRecord(
  transaction: Query,
  { name, ownerId, createdAt }: Incarnation,
): Promise<void> {
  const { numUpdatedRows } = await transaction
    .updateTable("skill_records")
    .set((set) => ({ size: set.ref("size") }))
    .where("name", "=", name)
    .where("owner_id", ownerId === null ? "is" : "=", ownerId)
    .where("created_at", "=", createdAt)
    .executeTakeFirst();
  if (Number(numUpdatedRows) === 0) throw notFound(name);
}

/** Everything that the database knows of a skill besides its record. */
export async function deleteRows(transaction: Query, name: string): Promise<void> {
  await transaction
    .deleteFrom("shares")
    .where("kind", "=", "skill")
    .where("item_id", "=", name)
    .execute();
  await transaction.deleteFrom("skill_executables").where("skill", "=", name).execute();
  await transaction.deleteFrom("skill_grants").where("skill", "=", name).execute();
}

/** Files as they were at one moment, which can be removed later without those that came since. */
export type RemoveLeftovers = () => Promise<void>;

export async function listLeftovers(
  store: Store | undefined,
  name: string,
  except?: string,
): Promise<RemoveLeftovers> {
  const found: { readonly key: string; readonly version: string }[] = [];
  if (store !== undefined)
    for await (const { key, version } of store.list(`${name}/`))
      if (key !== except) found.push({ key, version });
  return async () => {
    for (const { key, version } of found) await deleteIfSame(store, key, version);
  };
}

/** Whoever wrote something else there since keeps it. */
export async function deleteIfSame(
  store: Store | undefined,
  key: string,
  expect: string,
): Promise<void> {
  try {
    await store?.delete(key, { expect });
  } catch (error) {
    if (readConflict(error) === undefined && !isInTheWay(error)) throw error;
  }
}
