import {
  type LoggedEntry,
  type MarketTransparency,
  marketCodes,
  marketRefusal,
  type NamedVersion,
  type StatedEntry,
  type AttestedVersion,
  type VersionRecord,
  type Viewer,
  versionKey,
} from "../../../registry/contract/index.ts";
import {
  computeKeyFingerprint,
  formatNoteKey,
  formatProvenance,
  listTileNodes,
  parseTilePath,
  proveConsistency,
  proveInclusion,
  type ReadNodes,
  signBundle,
  type TreeNode,
  writeBundle,
} from "../../../registry/transparency/index.ts";
import { withAuditLine } from "../../audit/index.ts";
import { findAllKnown } from "../find.ts";
import type { MarketPorts, Query } from "../ports.ts";
import { checkMayRead, requireMember, requireModerator } from "../viewer.ts";
import { appendPending, readHead, rotateRoot } from "./append.ts";
import { openRoot, readRotations, type Root } from "./root.ts";

export interface Transparency extends MarketTransparency {
  /** States everything that is pending. */
  readonly settle: () => Promise<void>;
}

/** Versions of which one request is told. */
const MOST_VERSIONS = 50;

/** Signed anew each time: the claims are kept, and the key may be another one by now. */
function attest({ key, pair }: Root, record: VersionRecord): object {
  const statement = formatProvenance(record);
  if (statement !== undefined) return signBundle(statement, key.name, pair);
  throw marketRefusal(
    marketCodes.notFound,
    `No build was attested for \`${record.fullName}\` ${record.version}.`,
  );
}

/** The log of the registry. */
export function openTransparency(ports: MarketPorts): Transparency {
  const { query } = ports.database;
  // Asked for each time: another process may have replaced it.
  const rootOf = (): Promise<Root> => openRoot(ports);
  let last: Promise<void> = Promise.resolve();
  const settleNow = async (): Promise<void> => {
    while (await appendPending(ports));
  };
  const settle = (): Promise<void> => (last = last.catch(() => {}).then(settleNow));
  return {
    settle,
    key: async (viewer) => {
      checkMayRead(ports, viewer);
      return formatNoteKey((await rootOf()).key);
    },
    rotate: async (viewer) => {
      requireModerator(viewer);
      requireMember(viewer, "registry:keys");
      const action = {
        userId: viewer.userId ?? "",
        via: viewer.scopes === undefined ? "session" : "token",
        address: viewer.client ?? "",
        action: "registry.rotateRoot",
        target: "",
        detail: {},
      };
      const { key } = await withAuditLine(ports, action, async () => {
        const result = await rotateRoot(ports);
        return { result, subject: { target: formatNoteKey(result.key) } };
      });
      return { key: formatNoteKey(key), fingerprint: computeKeyFingerprint(key) };
    },
    checkpoint: async (viewer) => {
      checkMayRead(ports, viewer);
      return (await readHead(query, await rootOf())).checkpoint;
    },
    tile: async (viewer, path) => {
      checkMayRead(ports, viewer);
      return await readTile(query, await rootOf(), path);
    },
    provenance: async (viewer, record) => {
      checkMayRead(ports, viewer);
      return attest(await rootOf(), record);
    },
    consistency: async (viewer, from, to) => {
      checkMayRead(ports, viewer);
      const { size } = await readHead(query, await rootOf());
      if (from > to || to > size) throw noSuch(`The log has ${size} entries.`);
      return encode(await proveConsistency(from, to, nodesIn(query)));
    },
    entries: async (viewer, from, limit) => {
      checkMayRead(ports, viewer);
      await settle();
      return await readEntries(ports, from, limit);
    },
    statements: async (viewer, versions) => {
      checkMayRead(ports, viewer);
      const wanted = [
        ...new Map(versions.map((one) => [`${one.name}@${one.version}`, one])).values(),
      ];
      if (wanted.length > MOST_VERSIONS)
        throw marketRefusal(
          marketCodes.invalid,
          `At most ${MOST_VERSIONS} versions are stated in one answer.`,
          { path: ["of"] },
        );
      await settle();
      const root = await rootOf();
      const { size, checkpoint } = await readHead(query, root);
      const stated = await findStated(ports, viewer, wanted, size);
      const roots = await readRotations(query);
      return {
        key: formatNoteKey(root.key),
        ...(roots.length === 0 ? {} : { roots }),
        checkpoint,
        stated,
      };
    },
  };
}

/** Entries that are for everybody who may read here, in their order. */
export async function readEntries(
  { database: { query }, settings: { isPrivate } }: MarketPorts,
  from: number | undefined,
  limit: number,
): Promise<readonly LoggedEntry[]> {
  const place = "market_statements.number";
  const rows = query
    .selectFrom("market_statements")
    .innerJoin("market_skills", "market_skills.id", "market_statements.skill_id")
    .select([place, "market_statements.entry", "market_statements.statement"])
    // Where nothing is told to strangers, the log itself has digests alone.
    .$if(!isPrivate, (all) => all.where("market_statements.statement", "is", null))
    // What was public once stands in the log, but nobody is pointed to it.
    .where("market_skills.visibility", "=", "public")
    .limit(limit);
  const found = await (
    from === undefined ? rows.orderBy(place, "desc") : rows.where(place, ">=", from).orderBy(place)
  ).execute();
  return found
    .map(({ number: index, entry, statement }) => ({ index, entry: statement ?? entry }))
    .toSorted((a, b) => a.index - b.index);
}

function noSuch(message: string): Error {
  return marketRefusal(marketCodes.notFound, message);
}

function encode(hashes: readonly Uint8Array[]): readonly string[] {
  return hashes.map((hash) => Buffer.from(hash).toString("base64"));
}

function nodesIn(query: Query): ReadNodes {
  return async (nodes) => {
    if (nodes.length === 0) return [];
    const rows = await query
      .selectFrom("market_tree")
      .selectAll()
      .where((where) =>
        where.or(
          [...Map.groupBy(nodes, ({ level }) => level)].map(([level, some]) =>
            where.and([
              where("level", "=", level),
              where(
                "number",
                "in",
                some.map(({ index }) => index),
              ),
            ]),
          ),
        ),
      )
      .execute();
    const known = new Map(rows.map(({ level, number, hash }) => [`${level}/${number}`, hash]));
    return nodes.map(({ level, index }) => {
      const hash = known.get(`${level}/${index}`);
      if (hash === undefined) throw new Error(`The log lacks the hash ${level}/${index}.`);
      return Buffer.from(hash, "base64");
    });
  };
}

async function readTile(query: Query, root: Root, path: string): Promise<Uint8Array> {
  const tile = parseTilePath(path);
  const { size } = await readHead(query, root);
  const nodes = tile && listTileNodes(tile, size);
  if (tile === undefined || nodes === undefined) throw noSuch("The log has no such tile.");
  if (tile.level !== "entries") return Buffer.concat(await nodesIn(query)(nodes));
  const from = nodes[0]?.index ?? 0;
  const rows = await query
    .selectFrom("market_statements")
    .select("entry")
    .where("number", ">=", from)
    .where("number", "<", from + nodes.length)
    .orderBy("number")
    .execute();
  return writeBundle(rows.map(({ entry }) => Buffer.from(entry)));
}

/**
 * Also of what is deleted or kept from everybody: whoever has it is to know. All versions together take as many
 * statements as one.
 */
async function findStated(
  ports: MarketPorts,
  viewer: Viewer,
  wanted: readonly NamedVersion[],
  size: number,
): Promise<readonly AttestedVersion[]> {
  const { query } = ports.database;
  const known = await findAllKnown(
    ports,
    viewer,
    wanted.map(({ name }) => name),
  );
  const asked = wanted.flatMap(({ name, version }) => {
    const skillId = known.get(name)?.row.id;
    return skillId === undefined ? [] : [{ name, version, skillId, key: versionKey(version) }];
  });
  const idOf = await versionIds(query, asked);
  const subjects = asked.flatMap((one) => {
    const versionId = idOf(one.skillId, one.key);
    return versionId === undefined ? [] : [{ ...one, versionId }];
  });
  const entryOf = await lastEntries(query, subjects, size);
  return subjects.flatMap(({ name, version, skillId, versionId }) => {
    const [own, skill] = [entryOf(skillId, versionId), entryOf(skillId, "")];
    if (own === undefined) return [];
    return [{ name, version, own, ...(skill === undefined ? {} : { skill }) }];
  });
}

async function versionIds(
  query: Query,
  asked: readonly { readonly skillId: string; readonly key: string }[],
): Promise<(skillId: string, key: string) => string | undefined> {
  if (asked.length === 0) return () => undefined;
  const rows = await query
    .selectFrom("market_versions")
    .select(["id", "skill_id", "version_key"])
    .where((where) =>
      where.or(
        [...Map.groupBy(asked, ({ skillId }) => skillId)].map(([skillId, some]) =>
          where.and([
            where("skill_id", "=", skillId),
            where(
              "version_key",
              "in",
              some.map(({ key }) => key),
            ),
          ]),
        ),
      ),
    )
    .execute();
  const ids = new Map(rows.map((row) => [`${row.skill_id} ${row.version_key}`, row.id]));
  return (skillId, key) => ids.get(`${skillId} ${key}`);
}

/** The last entry on each version, and on its skill as a whole. */
async function lastEntries(
  query: Query,
  subjects: readonly { readonly skillId: string; readonly versionId: string }[],
  size: number,
): Promise<(skillId: string, versionId: string) => StatedEntry | undefined> {
  if (subjects.length === 0) return () => undefined;
  const last = query
    .selectFrom("market_statements")
    .select((select) => select.fn.max("number").as("number"))
    .where((where) =>
      where.or(
        [...Map.groupBy(subjects, ({ skillId }) => skillId)].map(([skillId, some]) =>
          where.and([
            where("skill_id", "=", skillId),
            where("version_id", "in", ["", ...some.map(({ versionId }) => versionId)]),
          ]),
        ),
      ),
    )
    // What was added since belongs to a later checkpoint.
    .where("number", "<", size)
    .groupBy(["skill_id", "version_id"]);
  const rows = await query
    .selectFrom("market_statements")
    .select(["number", "entry", "statement", "skill_id", "version_id"])
    .where("number", "in", last)
    .execute();
  const read = together(nodesIn(query));
  const entries = await Promise.all(
    rows.map(async ({ number, entry, statement, skill_id, version_id }) => {
      const stated: StatedEntry = {
        statement: statement ?? entry,
        ...(statement === null ? {} : { commitment: entry }),
        index: number,
        proof: encode(await proveInclusion(number, size, read)),
      };
      return [`${skill_id} ${version_id}`, stated] as const;
    }),
  );
  const known = new Map(entries);
  return (skillId, versionId) => known.get(`${skillId} ${versionId}`);
}

/** Reads what is asked for in one turn at once, each node a single time. */
function together(read: ReadNodes): ReadNodes {
  let waiting: Map<string, TreeNode> | undefined;
  let task: Promise<ReadonlyMap<string, Uint8Array>> | undefined;
  const begin = async (nodes: ReadonlyMap<string, TreeNode>) => {
    // Whoever asks in the same turn has asked once this goes on.
    await Promise.resolve();
    waiting = undefined;
    const hashes = await read([...nodes.values()]);
    return new Map(
      [...nodes.keys()].flatMap((key, index) => {
        const hash = hashes[index];
        return hash === undefined ? [] : [[key, hash] as const];
      }),
    );
  };
  return async (nodes) => {
    if (waiting === undefined || task === undefined) {
      waiting = new Map();
      task = begin(waiting);
    }
    for (const node of nodes) waiting.set(`${node.level}/${node.index}`, node);
    const hashes = await task;
    return nodes.map(({ level, index }) => {
      const hash = hashes.get(`${level}/${index}`);
      if (hash === undefined) throw new Error(`The log lacks the hash ${level}/${index}.`);
      return hash;
    });
  };
}
