import type { ChunkIndex, Passage } from "../../run/knowledge/index.ts";
import type { Database } from "../data/index.ts";
import { BaseLayouts, type BaseVersion } from "./base-layout.ts";
import { findNear } from "./find-near.ts";
import { findWords, isComplete } from "./find-words.ts";

const layouts = new WeakMap<Database, BaseLayouts>();

function openLayouts(database: Database): BaseLayouts {
  const found = layouts.get(database) ?? new BaseLayouts(database);
  layouts.set(database, found);
  return found;
}

/** The pieces of one knowledge base, in whichever database; of some documents alone where `only` names them. */
export function chunkIndex(
  database: Database,
  base: BaseVersion,
  only?: ReadonlySet<string>,
): ChunkIndex {
  const held = openLayouts(database);
  const choice = only === undefined ? {} : { only };
  return {
    findWords: async (words, count, signal) => {
      const { documents } = await held.get(base);
      const chosen =
        only === undefined ? documents : documents.filter((document) => only.has(document.id));
      return await findWords(database, {
        baseId: base.id,
        documents: chosen,
        isWhole: chosen.length === documents.length,
        words,
        count,
        signal,
      });
    },
    findNear: async (model, embed, { count, leastLikeness }, signal) => {
      const { codes } = await held.get(base, model);
      signal?.throwIfAborted();
      if (codes === undefined) return [];
      const { scanner } = held;
      return await findNear(database, { codes, scanner, embed, count, leastLikeness, ...choice });
    },
    load: (chunkIds) => loadPassages(database, base.id, chunkIds),
  };
}

async function loadPassages(
  { query }: Database,
  baseId: string,
  chunkIds: readonly string[],
): Promise<readonly Passage[]> {
  if (chunkIds.length === 0) return [];
  const rows = await query
    .selectFrom("chunks")
    .innerJoin("documents", "documents.id", "chunks.document_id")
    .select([
      "chunks.id",
      "chunks.base_id",
      "chunks.document_id",
      "chunks.position",
      "chunks.text",
      "chunks.page",
      "documents.name",
    ])
    .where("chunks.id", "in", chunkIds)
    .where(isComplete)
    .execute();
  // Not asked for by the statement: SQLite would go through all passages of the base for some of them.
  const own = rows.filter((row) => row.base_id === baseId);
  return own.map((row) => ({
    chunkId: row.id,
    documentId: row.document_id,
    documentName: row.name,
    index: row.position,
    text: row.text,
    ...(row.page === null ? {} : { page: row.page }),
  }));
}
