/** What a search has to know of a base before it looks at any passage, held in memory as long as it holds true. */
import { type CodeScanner, openCodeScanner } from "../../run/knowledge/index.ts";
import type { Database } from "../data/index.ts";

/** A document that can be found. */
export interface LaidOutDocument {
  readonly id: string;
  readonly chunkCount: number;
  /** Numbers of its first and last chunk, where chunks have some. */
  readonly first: number | null;
  readonly last: number | null;
  /** Of its vectors. */
  readonly model: string | null;
  readonly generation: number;
  readonly vectorCount: number;
}

export interface BaseLayout {
  readonly revision: number;
  readonly documents: readonly LaidOutDocument[];
  /** Those of the model of the last search by meaning; they may be older than the documents. */
  readonly codes?: BaseCodes;
}

/** Codes of all vectors that one model made for a base, document by document. */
export interface BaseCodes {
  readonly revision: number;
  readonly model: string;
  /** Bytes of a code. */
  readonly stride: number;
  readonly shared: SharedArrayBuffer;
  readonly places: readonly CodePlace[];
}

export interface CodePlace {
  readonly documentId: string;
  readonly generation: number;
  /** The first row, and how many there are. */
  readonly start: number;
  readonly count: number;
}

export interface BaseVersion {
  readonly id: string;
  readonly revision: number;
}

/** What is held of all bases together; those that were searched longest ago go first. */
const MOST_BYTES = 256 * 1024 * 1024;
/** What a document takes beside its codes, about. */
const DOCUMENT_BYTES = 400;
/** Documents and blocks of codes that one statement reads. */
const AT_A_TIME = 500;

export class BaseLayouts {
  readonly #database: Database;
  readonly #held: Map<string, BaseLayout> = new Map();
  readonly #reading: Map<string, Promise<BaseLayout>> = new Map();
  readonly scanner: CodeScanner = openCodeScanner();

  constructor(database: Database) {
    this.#database = database;
  }

  /** The layout of a base at least as new as the version; with the codes of a model where one is named. */
  async get(base: BaseVersion, model?: string): Promise<BaseLayout> {
    const held = this.#held.get(base.id);
    if (held !== undefined && isFresh(held, base, model)) {
      this.#keep(base.id, held);
      return held;
    }
    // Whoever asks for the same meanwhile gets the same; what is read is no older than the question.
    const key = JSON.stringify([base.id, base.revision, model]);
    const reading = this.#reading.get(key) ?? this.#read(base, model, held);
    this.#reading.set(key, reading);
    try {
      return await reading;
    } finally {
      this.#reading.delete(key);
    }
  }

  async #read(
    base: BaseVersion,
    model: string | undefined,
    held: BaseLayout | undefined,
  ): Promise<BaseLayout> {
    const documents = await readDocuments(this.#database, base.id);
    const { revision } = base;
    const codes =
      model === undefined
        ? // Whoever reads the codes meanwhile may have kept newer ones.
          this.#held.get(base.id)?.codes
        : { revision, ...(await readCodes(this.#database, model, documents, held?.codes)) };
    const layout = { revision, documents, ...(codes === undefined ? {} : { codes }) };
    this.#keep(base.id, layout);
    return layout;
  }

  #keep(id: string, layout: BaseLayout): void {
    this.#held.delete(id);
    this.#held.set(id, layout);
    let bytes = [...this.#held.values()].reduce((sum, one) => sum + sizeOf(one), 0);
    for (const [oldest, one] of this.#held) {
      if (bytes <= MOST_BYTES || this.#held.size === 1) return;
      bytes -= sizeOf(one);
      this.#held.delete(oldest);
    }
  }
}

function isFresh(held: BaseLayout, base: BaseVersion, model: string | undefined): boolean {
  if (held.revision < base.revision) return false;
  const { codes } = held;
  return model === undefined || (codes?.model === model && codes.revision >= base.revision);
}

function sizeOf({ documents, codes }: BaseLayout): number {
  return documents.length * DOCUMENT_BYTES + (codes?.shared.byteLength ?? 0);
}

async function readDocuments(
  { query }: Database,
  baseId: string,
): Promise<readonly LaidOutDocument[]> {
  const documents: LaidOutDocument[] = [];
  for (let last = ""; ;) {
    const rows = await query
      .selectFrom("documents")
      .select([
        "id",
        "chunk_count",
        "first_number",
        "last_number",
        "vector_model",
        "vector_generation",
        "vector_count",
      ])
      .where("base_id", "=", baseId)
      .where("status", "=", "completed")
      .where("deleted_at", "is", null)
      .where("id", ">", last)
      .orderBy("id")
      .limit(AT_A_TIME)
      .execute();
    for (const row of rows)
      documents.push({
        id: row.id,
        chunkCount: row.chunk_count,
        first: row.first_number,
        last: row.last_number,
        model: row.vector_model,
        generation: row.vector_generation,
        vectorCount: row.vector_count,
      });
    if (rows.length < AT_A_TIME) return documents;
    last = rows.at(-1)?.id ?? "";
  }
}

/** Reads the blocks that are not held yet. */
async function readCodes(
  database: Database,
  model: string,
  documents: readonly LaidOutDocument[],
  held: BaseCodes | undefined,
): Promise<Omit<BaseCodes, "revision">> {
  const old = held?.model === model && held.stride > 0 ? held : undefined;
  const places = new Map(old?.places.map((place) => [place.documentId, place]));
  const wanted = documents.filter((one) => one.model === model && one.vectorCount > 0);
  const kept = (one: LaidOutDocument): CodePlace | undefined => {
    const place = places.get(one.id);
    return place?.generation === one.generation ? place : undefined;
  };
  const changed = wanted.filter((one) => (kept(one)?.count ?? 0) < one.vectorCount);
  const blocks = await readBlocks(database, changed);
  const first = [...blocks.values()].find(({ size }) => size > 0);
  const stride = old?.stride ?? (first === undefined ? 0 : first.size / first.count);
  const rows = wanted.reduce((sum, one) => sum + one.vectorCount, 0);
  const shared = new SharedArrayBuffer(rows * stride);
  const bytes = new Uint8Array(shared);
  const oldBytes = old === undefined ? new Uint8Array() : new Uint8Array(old.shared);
  const laid: CodePlace[] = [];
  let start = 0;
  for (const one of wanted) {
    const block = blocks.get(one.id);
    const place = kept(one);
    const source =
      block?.bytes ??
      oldBytes.subarray(
        (place?.start ?? 0) * stride,
        ((place?.start ?? 0) + (place?.count ?? 0)) * stride,
      );
    // Vectors of one model are of one length; what is not is left to the words.
    const count = stride === 0 ? 0 : Math.min(one.vectorCount, Math.floor(source.length / stride));
    bytes.set(source.subarray(0, count * stride), start * stride);
    laid.push({ documentId: one.id, generation: one.generation, start, count });
    start += count;
  }
  return { model, stride, shared, places: laid };
}

interface Block {
  readonly bytes: Uint8Array;
  readonly size: number;
  readonly count: number;
}

async function readBlocks(
  { query }: Database,
  documents: readonly LaidOutDocument[],
): Promise<ReadonlyMap<string, Block>> {
  const blocks = new Map<string, Block>();
  for (let at = 0; at < documents.length; at += AT_A_TIME / 10) {
    const some = documents.slice(at, at + AT_A_TIME / 10);
    const rows = await query
      .selectFrom("document_codes")
      .select(["document_id", "codes"])
      .where(
        "document_id",
        "in",
        some.map(({ id }) => id),
      )
      .orderBy("document_id")
      .orderBy("first")
      .execute();
    const parts = Map.groupBy(rows, (row) => row.document_id);
    for (const { id, vectorCount } of some) {
      const bytes = Buffer.concat((parts.get(id) ?? []).map(({ codes }) => codes));
      blocks.set(id, { bytes, size: bytes.length, count: vectorCount });
    }
  }
  return blocks;
}
