import { computeSha256 } from "../../../platform/index.ts";
import { newId } from "../../../platform/machine/index.ts";
import {
  appendLeaves,
  formatCheckpoint,
  formatCommitment,
  formatStatement,
  type Hash,
  hashLeaf,
  joinHashes,
  signNote,
  type Statement,
} from "../../../registry/transparency/index.ts";
import { timestampAt } from "../../accounts/index.ts";
import type { MarketPorts, Query } from "../ports.ts";
import { fromJson, type SkillRow } from "../records.ts";
import { openRoot, replaceRoot, type Root } from "./root.ts";
import { stateSkill, stateVersion } from "./write.ts";

const HEAD = "head";
/** So many are stated in one transaction, for which others wait. */
const AT_ONCE = 100;

/** One line of the log, and what it stands for where that is not for everybody. */
interface Entry {
  readonly skillId: string;
  readonly versionId: string;
  readonly entry: string;
  readonly statement: string | null;
}

/** States what is pending, and adds it to the log; says whether more is. */
export async function appendPending(ports: MarketPorts): Promise<boolean> {
  const { query } = ports.database;
  if ((await firstPending(query)) === undefined) return false;
  const known = await openRoot(ports);
  return await query.transaction().execute(async (transaction) => {
    const head = await claimHead(transaction, known);
    // Nobody replaces the key from here on.
    const root = await openRoot(ports, transaction);
    const pending = await transaction
      .selectFrom("market_pending")
      .selectAll()
      .orderBy("skill_id")
      .orderBy("version_id")
      .limit(AT_ONCE)
      .execute();
    const entries: Entry[] = [];
    for (const { skill_id: skillId, version_id: versionId } of pending) {
      entries.push(...(await makeEntry(ports, transaction, root, { skillId, versionId })));
      await transaction
        .deleteFrom("market_pending")
        .where("skill_id", "=", skillId)
        .where("version_id", "=", versionId)
        .execute();
    }
    if (entries.length > 0) await addEntries(transaction, root, head, entries);
    return pending.length === AT_ONCE;
  });
}

/** Signs with a new key from now on, for which the last one vouches. */
export async function rotateRoot(ports: MarketPorts): Promise<Root> {
  const known = await openRoot(ports);
  return await ports.database.query.transaction().execute(async (transaction) => {
    const { size, frontier } = await claimHead(transaction, known);
    const next = await replaceRoot(ports, transaction, await openRoot(ports, transaction), size);
    await transaction
      .updateTable("market_heads")
      .set({ checkpoint: signHead(next, size, frontier) })
      .where("id", "=", HEAD)
      .execute();
    return next;
  });
}

async function firstPending(query: Query): Promise<object | undefined> {
  return await query.selectFrom("market_pending").select("skill_id").limit(1).executeTakeFirst();
}

interface Head {
  readonly size: number;
  readonly frontier: readonly Hash[];
}

/** First a write, which makes others wait until this one is done. */
async function claimHead(query: Query, root: Root): Promise<Head> {
  await query
    .insertInto("market_heads")
    .values({ id: HEAD, size: 0, frontier: "[]", checkpoint: signHead(root, 0, []) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await query
    .updateTable("market_heads")
    .set((set) => ({ size: set.ref("size") }))
    .where("id", "=", HEAD)
    .execute();
  const row = await query
    .selectFrom("market_heads")
    .selectAll()
    .where("id", "=", HEAD)
    .executeTakeFirstOrThrow();
  const hashes = fromJson<readonly string[]>(row.frontier);
  return { size: row.size, frontier: hashes.map((hash) => Buffer.from(hash, "base64")) };
}

function signHead({ key, pair }: Root, size: number, frontier: readonly Hash[]): string {
  const root = joinHashes(frontier);
  return signNote(formatCheckpoint({ origin: key.name, size, root }), key.name, pair);
}

async function makeEntry(
  ports: MarketPorts,
  query: Query,
  { key, pair }: Root,
  { skillId, versionId }: Pick<Entry, "skillId" | "versionId">,
): Promise<readonly Entry[]> {
  const skill = await query
    .selectFrom("market_skills")
    .selectAll()
    .where("id", "=", skillId)
    .executeTakeFirst();
  const said = skill && (await makeStatement(ports, query, skill, versionId));
  if (skill === undefined || said === undefined) return [];
  const isPublic = skill.visibility === "public" && !ports.settings.isPrivate;
  const salt = isPublic ? undefined : newId();
  const statement = signNote(formatStatement(key.name, said, salt), key.name, pair);
  return [
    {
      skillId,
      versionId,
      entry: isPublic
        ? statement
        : signNote(formatCommitment(computeSha256(statement)), key.name, pair),
      statement: isPublic ? null : statement,
    },
  ];
}

async function makeStatement(
  { clock }: MarketPorts,
  query: Query,
  skill: SkillRow,
  versionId: string,
): Promise<Statement | undefined> {
  const time = timestampAt(clock);
  if (versionId === "") {
    const line = await query
      .selectFrom("market_log")
      .select("reason")
      .where("skill_id", "=", skill.id)
      .where("version", "is", null)
      .orderBy("number", "desc")
      .limit(1)
      .executeTakeFirst();
    // Of a skill of which nothing was let through, nobody is to know.
    return (await wasStated(query, skill.id))
      ? await stateSkill(query, skill, line?.reason ?? "", time)
      : undefined;
  }
  const row = await query
    .selectFrom("market_versions")
    .selectAll()
    .where("id", "=", versionId)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return await stateVersion(query, skill, row, {
    time,
    wasStated: await wasStated(query, skill.id, versionId),
  });
}

async function wasStated(query: Query, skillId: string, versionId?: string): Promise<boolean> {
  const rows = query
    .selectFrom("market_statements")
    .select("number")
    .where("skill_id", "=", skillId);
  const found = await (versionId === undefined ? rows : rows.where("version_id", "=", versionId))
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

async function addEntries(
  query: Query,
  root: Root,
  { size, frontier }: Head,
  entries: readonly Entry[],
): Promise<void> {
  const leaves = entries.map(({ entry }) => hashLeaf(Buffer.from(entry)));
  const grown = appendLeaves(size, frontier, leaves);
  await query
    .insertInto("market_statements")
    .values(
      entries.map(({ skillId, versionId, entry, statement }, offset) => ({
        number: size + offset,
        skill_id: skillId,
        version_id: versionId,
        entry,
        statement,
      })),
    )
    .execute();
  await query
    .insertInto("market_tree")
    .values(
      grown.nodes.map(({ level, index, hash }) => ({
        level,
        number: index,
        hash: Buffer.from(hash).toString("base64"),
      })),
    )
    .execute();
  const next = size + entries.length;
  await query
    .updateTable("market_heads")
    .set({
      size: next,
      frontier: JSON.stringify(grown.frontier.map((hash) => Buffer.from(hash).toString("base64"))),
      checkpoint: signHead(root, next, grown.frontier),
    })
    .where("id", "=", HEAD)
    .execute();
}

/** The last state of the log; that of an empty one where nothing was ever stated. */
export async function readHead(
  query: Query,
  root: Root,
): Promise<{ readonly size: number; readonly checkpoint: string }> {
  const row = await query
    .selectFrom("market_heads")
    .select(["size", "checkpoint"])
    .where("id", "=", HEAD)
    .executeTakeFirst();
  return row === undefined
    ? { size: 0, checkpoint: signHead(root, 0, []) }
    : { size: row.size, checkpoint: row.checkpoint };
}
