import {
  type MarketTransparency,
  marketCodes,
  marketRefusal,
  type StatedEntry,
  type StatedVersion,
  type Viewer,
  versionKey,
} from "../../../registry/contract/index.ts";
import {
  formatNoteKey,
  nodesOfTile,
  parseTilePath,
  proveConsistency,
  proveInclusion,
  type ReadNodes,
  writeBundle,
} from "../../../registry/transparency/index.ts";
import { SkillError } from "../../../skill/index.ts";
import { findKnown } from "../find.ts";
import type { MarketPorts, Query } from "../ports.ts";
import { checkMayRead } from "../viewer.ts";
import { appendPending, readHead } from "./append.ts";
import { openRoot, type Root } from "./root.ts";

export interface Transparency extends MarketTransparency {
  /** States everything that is pending. */
  readonly settle: () => Promise<void>;
}

/** Versions of which one request is told. */
const MOST_VERSIONS = 100;

/** The log of the registry. */
export function openTransparency(ports: MarketPorts): Transparency {
  const { query } = ports.database;
  let opened: Promise<Root> | undefined;
  const rootOf = (): Promise<Root> =>
    (opened ??= openRoot(ports).catch((error: unknown) => {
      opened = undefined;
      throw error;
    }));
  let last: Promise<void> = Promise.resolve();
  const settleNow = async (): Promise<void> => {
    const root = await rootOf();
    while (await appendPending(ports, root));
  };
  const settle = (): Promise<void> => (last = last.catch(() => {}).then(settleNow));
  return {
    settle,
    key: async (viewer) => {
      checkMayRead(ports, viewer);
      return formatNoteKey((await rootOf()).key);
    },
    checkpoint: async (viewer) => {
      checkMayRead(ports, viewer);
      return (await readHead(query, await rootOf())).checkpoint;
    },
    tile: async (viewer, path) => {
      checkMayRead(ports, viewer);
      return await readTile(query, await rootOf(), path);
    },
    consistency: async (viewer, from, to) => {
      checkMayRead(ports, viewer);
      const { size } = await readHead(query, await rootOf());
      if (from > to || to > size) throw noSuch(`The log has ${size} entries.`);
      return encode(await proveConsistency(from, to, nodesIn(query)));
    },
    statements: async (viewer, versions) => {
      checkMayRead(ports, viewer);
      if (versions.length > MOST_VERSIONS)
        throw marketRefusal(
          marketCodes.invalid,
          `At most ${MOST_VERSIONS} versions are stated in one answer.`,
          { path: ["of"] },
        );
      await settle();
      const root = await rootOf();
      const { size, checkpoint } = await readHead(query, root);
      const stated: StatedVersion[] = [];
      for (const wanted of versions) {
        const found = await findStated(ports, viewer, wanted, size);
        if (found !== undefined) stated.push(found);
      }
      return { key: formatNoteKey(root.key), checkpoint, stated };
    },
  };
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
  const nodes = tile && nodesOfTile(tile, size);
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

/** Also of what is deleted or kept from everybody: whoever has it is to know. */
async function findStated(
  ports: MarketPorts,
  viewer: Viewer,
  { name, version }: { readonly name: string; readonly version: string },
  size: number,
): Promise<StatedVersion | undefined> {
  const { query } = ports.database;
  const found = await findKnown(ports, viewer, name).catch((error: unknown) => {
    if (SkillError.isInstance(error)) return undefined;
    throw error;
  });
  if (found === undefined) return undefined;
  const skillId = found.row.id;
  const row = await query
    .selectFrom("market_versions")
    .select("id")
    .where("skill_id", "=", skillId)
    .where("version_key", "=", versionKey(version))
    .executeTakeFirst();
  const own = row && (await lastEntry(query, skillId, row.id, size));
  if (own === undefined) return undefined;
  const skill = await lastEntry(query, skillId, "", size);
  return { name, version, own, ...(skill === undefined ? {} : { skill }) };
}

async function lastEntry(
  query: Query,
  skillId: string,
  versionId: string,
  size: number,
): Promise<StatedEntry | undefined> {
  const row = await query
    .selectFrom("market_statements")
    .select(["number", "entry", "statement"])
    .where("skill_id", "=", skillId)
    .where("version_id", "=", versionId)
    // What was added since belongs to a later checkpoint.
    .where("number", "<", size)
    .orderBy("number", "desc")
    .limit(1)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const index = row.number;
  const { entry, statement } = row;
  return {
    statement: statement ?? entry,
    ...(statement === null ? {} : { commitment: entry }),
    index,
    proof: encode(await proveInclusion(index, size, nodesIn(query))),
  };
}
