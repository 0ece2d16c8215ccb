import { newId } from "../../platform/machine/index.ts";
import {
  checkSharing,
  mayChange,
  maySee,
  momentOf,
  share,
  type Sharing,
  sharingOf,
  type User,
  visibleTo,
} from "../accounts/index.ts";
import { knowledgeCodes, knowledgeProblem } from "./diagnostics.ts";
import type { KnowledgePorts } from "./ports.ts";

export interface KnowledgeBase {
  readonly id: string;
  readonly ownerId: string;
  readonly name: string;
  readonly description: string;
  readonly createdAt: string;
}

export interface NewKnowledgeBase {
  readonly name: string;
  readonly description: string;
}

export async function createBase(
  { database, clock }: KnowledgePorts,
  user: User,
  { name, description }: NewKnowledgeBase,
): Promise<KnowledgeBase> {
  const trimmed = name.trim();
  if (trimmed === "" || trimmed.length > 256)
    throw knowledgeProblem(
      knowledgeCodes.invalid,
      "name",
      "Name must have between 1 and 256 characters",
    );
  const base = {
    id: newId(),
    owner_id: user.id,
    name: trimmed,
    description,
    created_at: momentOf(clock),
  };
  const added = await database.query
    .insertInto("knowledge_bases")
    .values(base)
    .onConflict((conflict) => conflict.columns(["owner_id", "name"]).doNothing())
    .executeTakeFirst();
  if (Number(added.numInsertedOrUpdatedRows ?? 0) === 0)
    throw knowledgeProblem(
      knowledgeCodes.conflict,
      "name",
      `Knowledge base '${trimmed}' already exists`,
    );
  return toBase(base);
}

export async function listBases(
  ports: KnowledgePorts,
  user: User,
): Promise<readonly KnowledgeBase[]> {
  const rows = await ports.database.query
    .selectFrom("knowledge_bases")
    .selectAll()
    .where(visibleTo(ports, user, "knowledge-base"))
    .orderBy("created_at", "desc")
    .orderBy("id")
    .execute();
  return rows.map(toBase);
}

/** By id, or by name: of several with one name the user's own comes first. */
export async function findBase(
  ports: KnowledgePorts,
  user: User,
  idOrName: string,
): Promise<KnowledgeBase> {
  const rows = await ports.database.query
    .selectFrom("knowledge_bases")
    .selectAll()
    .where((where) => where.or([where("id", "=", idOrName), where("name", "=", idOrName)]))
    .orderBy("created_at")
    .execute();
  const candidates = rows
    .map(toBase)
    .toSorted((a, b) => preference(b, user, idOrName) - preference(a, user, idOrName));
  for (const base of candidates)
    if (await maySee(ports, user, { kind: "knowledge-base", id: base.id, ownerId: base.ownerId }))
      return base;
  throw notFound(idOrName);
}

function preference({ id, ownerId }: KnowledgeBase, user: User, wanted: string): number {
  return (id === wanted ? 2 : 0) + (ownerId === user.id ? 1 : 0);
}

export async function findBaseForChange(
  ports: KnowledgePorts,
  user: User,
  idOrName: string,
): Promise<KnowledgeBase> {
  const base = await findBase(ports, user, idOrName);
  if (mayChange(user, base)) return base;
  throw knowledgeProblem(
    knowledgeCodes.forbidden,
    "id",
    `You do not have permission to change knowledge base '${idOrName}'`,
  );
}

export async function deleteBase(
  ports: KnowledgePorts,
  user: User,
  idOrName: string,
): Promise<void> {
  const { id } = await findBaseForChange(ports, user, idOrName);
  await ports.database.query.deleteFrom("knowledge_bases").where("id", "=", id).execute();
  await share(ports, { kind: "knowledge-base", id }, { visibility: "private" });
  for await (const key of ports.store.keys(`${id}/`)) await ports.store.delete(key);
}

/** Who else may search it; only those who may change it are told. */
export async function readBaseSharing(
  ports: KnowledgePorts,
  user: User,
  idOrName: string,
): Promise<Sharing> {
  const { id } = await findBaseForChange(ports, user, idOrName);
  return await sharingOf(ports, { kind: "knowledge-base", id });
}

export async function shareBase(
  ports: KnowledgePorts,
  user: User,
  idOrName: string,
  sharing: Sharing,
): Promise<Sharing> {
  const { id } = await findBaseForChange(ports, user, idOrName);
  await checkSharing(ports, user, sharing);
  await share(ports, { kind: "knowledge-base", id }, sharing);
  return await sharingOf(ports, { kind: "knowledge-base", id });
}

function notFound(idOrName: string): Error {
  return knowledgeProblem(knowledgeCodes.notFound, "id", `Knowledge base '${idOrName}' not found`);
}

interface BaseRow {
  readonly id: string;
  readonly owner_id: string;
  readonly name: string;
  readonly description: string;
  readonly created_at: string;
}

function toBase(row: BaseRow): KnowledgeBase {
  return {
    id: row.id,
    ownerId: row.owner_id,
    name: row.name,
    description: row.description,
    createdAt: row.created_at,
  };
}
