import { sql } from "kysely";
import { newId } from "../../platform/machine/index.ts";
import {
  checkSharing,
  mayChange,
  timestampAt,
  share,
  type Sharing,
  readSharing,
  type User,
  visibleTo,
} from "../accounts/index.ts";
import { reserve } from "../quotas/index.ts";
import { knowledgeCodes, knowledgeProblem } from "./diagnostics.ts";
import type { KnowledgePorts } from "./ports.ts";

export interface KnowledgeBase {
  readonly id: string;
  readonly ownerId: string;
  readonly name: string;
  readonly description: string;
  readonly documentCount: number;
  readonly createdAt: string;
  /** Changes whenever there is more or less to find in it. */
  readonly revision: number;
}

export interface NewKnowledgeBase {
  readonly name: string;
  readonly description: string;
}

export async function createBase(
  ports: KnowledgePorts,
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
    created_at: timestampAt(ports.clock),
  };
  const added = await reserve(ports, user.id, { knowledgeBases: 1 }, (transaction) =>
    transaction
      .insertInto("knowledge_bases")
      .values(base)
      .onConflict((conflict) => conflict.columns(["owner_id", "name"]).doNothing())
      .executeTakeFirst(),
  );
  if (Number(added.numInsertedOrUpdatedRows ?? 0) === 0)
    throw knowledgeProblem(
      knowledgeCodes.conflict,
      "name",
      `Knowledge base '${trimmed}' already exists`,
    );
  return toBase({ ...base, documents: 0, revision: 0 });
}

export interface PageOptions {
  readonly limit: number;
  readonly offset: number;
}

export interface Page<T> {
  readonly items: readonly T[];
  /** Of all pages. */
  readonly total: number;
}

/** The bases that a user may search, newest first. */
export async function listBases(
  ports: KnowledgePorts,
  user: User,
  { limit, offset }: PageOptions,
): Promise<Page<KnowledgeBase>> {
  const visible = ports.database.query
    .selectFrom("knowledge_bases")
    .where("deleted_at", "is", null)
    .where(visibleTo(ports, user, "knowledge-base"));
  const [rows, { total }] = await Promise.all([
    visible
      .selectAll()
      .select(documentCount())
      .orderBy("created_at", "desc")
      .orderBy("id")
      .limit(limit)
      .offset(offset)
      .execute(),
    visible.select(sql<number | string>`count(*)`.as("total")).executeTakeFirstOrThrow(),
  ]);
  return { items: rows.map(toBase), total: Number(total) };
}

/** Which bases of a user are open to what others wrote: those that all of them may read, and what the user has named. */
export interface Lent {
  readonly readers: readonly User[];
  /** Ids. */
  readonly lent: readonly string[];
}

/** By id, or by name: of several with one name the user's own comes first. */
export async function findBase(
  ports: KnowledgePorts,
  user: User,
  idOrName: string,
  { readers, lent }: Lent = { readers: [], lent: [] },
): Promise<KnowledgeBase> {
  const row = await ports.database.query
    .selectFrom("knowledge_bases")
    .selectAll()
    .select(documentCount())
    .where((where) => where.or([where("id", "=", idOrName), where("name", "=", idOrName)]))
    .where("deleted_at", "is", null)
    .where(visibleTo(ports, user, "knowledge-base"))
    .where((where) =>
      where.or([
        where.and(readers.map((reader) => visibleTo(ports, reader, "knowledge-base"))),
        ...(lent.length === 0 ? [] : [where("id", "in", [...lent])]),
      ]),
    )
    .orderBy(({ eb }) => eb.case().when("id", "=", idOrName).then(0).else(1).end())
    .orderBy(({ eb }) => eb.case().when("owner_id", "=", user.id).then(0).else(1).end())
    .orderBy("created_at")
    .limit(1)
    .executeTakeFirst();
  if (row !== undefined) return toBase(row);
  // The same whether there is one or not: the author of a workflow may hear of it.
  if (readers.length > 0)
    throw knowledgeProblem(
      knowledgeCodes.notFound,
      "id",
      `Knowledge base '${idOrName}' not found among those that the author of the workflow may read; to let it read one of yours, name it when you start the run (\`knowledge_bases\`, \`--kb\`)`,
    );
  throw noBase(idOrName);
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

/** Nobody sees it from then on; `removeDeleted` removes what is stored of it. */
export async function deleteBase(
  ports: KnowledgePorts,
  user: User,
  idOrName: string,
): Promise<void> {
  const { id } = await findBaseForChange(ports, user, idOrName);
  await ports.database.query
    .updateTable("knowledge_bases")
    // Its name is free for another one at once; no name of a user begins with a blank.
    .set({ deleted_at: timestampAt(ports.clock), name: ` ${id}` })
    .where("id", "=", id)
    .execute();
  await share(ports, { kind: "knowledge-base", id }, { visibility: "private" });
}

/** Who else may search it; only those who may change it are told. */
export async function readBaseSharing(
  ports: KnowledgePorts,
  user: User,
  idOrName: string,
): Promise<Sharing> {
  const { id } = await findBaseForChange(ports, user, idOrName);
  return await readSharing(ports, { kind: "knowledge-base", id });
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
  return await readSharing(ports, { kind: "knowledge-base", id });
}

export function noBase(idOrName: string): Error {
  return knowledgeProblem(knowledgeCodes.notFound, "id", `Knowledge base '${idOrName}' not found`);
}

function documentCount() {
  return sql<
    number | string
  >`(select count(*) from documents where base_id = knowledge_bases.id and documents.deleted_at is null)`.as(
    "documents",
  );
}

interface BaseRow {
  readonly id: string;
  readonly owner_id: string;
  readonly name: string;
  readonly description: string;
  readonly documents: number | string;
  readonly created_at: string;
  readonly revision: number;
}

function toBase(row: BaseRow): KnowledgeBase {
  return {
    id: row.id,
    ownerId: row.owner_id,
    name: row.name,
    description: row.description,
    documentCount: Number(row.documents),
    createdAt: row.created_at,
    revision: row.revision,
  };
}
