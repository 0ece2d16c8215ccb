/**
 * node bench/retrieval.ts [--chunks N] [--questions N] [--postgres] [--sqlite-vec FILE]
 *
 * Searches in a knowledge base by words and by vectors, one after the other, and how long the event loop of the same
 * process is held meanwhile: so long would /healthz wait. Vectors are made here; no embedding model is measured. With
 * the loadable file of `sqlite-vec`, the same vectors are searched by that as well. Fails where a target is missed.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { DatabaseSync } from "node:sqlite";
import { parseArgs } from "node:util";
import { sql } from "kysely";
import { register } from "../src/hub/accounts/index.ts";
import { type Database, openDatabase } from "../src/hub/data/index.ts";
import { toChunkId } from "../src/hub/knowledge/chunk-id.ts";
import { chunkIndex } from "../src/hub/knowledge/chunk-index.ts";
import { packCodes, searchPassages, toBytes, toCode } from "../src/run/knowledge/index.ts";
import { createAccounts } from "../test/support/accounts.ts";
import { startPostgres } from "../test/support/postgres-server.ts";

const { values } = parseArgs({
  options: {
    chunks: { type: "string", default: "100000" },
    questions: { type: "string", default: "100" },
    postgres: { type: "boolean", default: false },
    "sqlite-vec": { type: "string" },
  },
});

const CHUNKS = Number(values.chunks);
const PER_DOCUMENT = 100;
const DIMENSIONS = 384;
/** What a search may take, 95 of 100 times. */
const MOST_MS = 50;

let seed = 1;
function random(): number {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return seed / 2 ** 32;
}

/** Words as often as in a language: the second half as often as the first, and so on. */
function word(): string {
  return `w${Math.floor(Math.exp(random() * Math.log(30_000))).toString(36)}`;
}

function normal(): number {
  return Math.sqrt(-2 * Math.log(random() || 1e-9)) * Math.cos(2 * Math.PI * random());
}

function vectorNear(centre: Float32Array | undefined, spread: number): Float32Array {
  return Float32Array.from(
    { length: DIMENSIONS },
    (_, at) => (centre?.[at] ?? 0) + spread * normal(),
  );
}

const centres = Array.from({ length: 200 }, () => vectorNear(undefined, 1));

async function fill(
  database: Database,
  onVector: (id: string, vector: Float32Array) => void,
): Promise<void> {
  const { query } = database;
  const now = new Date().toISOString();
  const account = { email: "ada@example.org", password: "correct horse battery" };
  const { id: owner } = await register(createAccounts(database), account);
  const base = { id: "b", owner_id: owner, name: "b", description: "", created_at: now };
  await query.insertInto("knowledge_bases").values(base).execute();
  for (let first = 0; first < CHUNKS; first += PER_DOCUMENT) {
    const id = `d${first}`;
    const centre = centres[first % centres.length];
    const vectors = Array.from({ length: PER_DOCUMENT }, () => vectorNear(centre, 0.8));
    const rows = vectors.map((_, position) => {
      const words = Array.from({ length: 120 }, word).join(" ");
      const place = { id: toChunkId(id, position), base_id: "b", document_id: id, position };
      return { ...place, text: words, words };
    });
    await query.transaction().execute(async (transaction) => {
      const state = {
        status: "completed",
        error: null,
        attempts: 1,
        chunk_count: PER_DOCUMENT,
      } as const;
      const numbers = { first_number: first + 1, last_number: first + PER_DOCUMENT };
      const made = {
        vector_status: "completed",
        vector_model: "m",
        vector_count: PER_DOCUMENT,
      } as const;
      const times = { created_at: now, updated_at: now };
      const file = { id, base_id: "b", name: `${id}.txt`, size: 1, digest: id };
      await transaction
        .insertInto("documents")
        .values({ ...file, ...state, ...numbers, ...made, ...times })
        .execute();
      await transaction.insertInto("chunks").values(rows).execute();
      const stored = rows.map((row, at) => ({
        chunk_id: row.id,
        vector: toBytes(vectors[at] ?? new Float32Array()),
      }));
      await transaction.insertInto("chunk_vectors").values(stored).execute();
      const codes = { document_id: id, first: 0, codes: packCodes(vectors) };
      await transaction.insertInto("document_codes").values(codes).execute();
    });
    for (const [at, row] of rows.entries()) onVector(row.id, vectors[at] ?? new Float32Array());
  }
}

const failures: string[] = [];

function quantile(times: readonly number[], share: number): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? 0;
}

async function measure(
  title: string,
  ask: (at: number) => unknown,
  target?: number,
): Promise<void> {
  for (let at = 0; at < 5; at += 1) await ask(at);
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const times: number[] = [];
  for (let at = 0; at < Number(values.questions); at += 1) {
    const began = performance.now();
    await ask(at);
    times.push(performance.now() - began);
    await new Promise((settle) => setTimeout(settle, 5));
  }
  delay.disable();
  const p95 = quantile(times, 0.95);
  const held = `event loop held p99 ${(delay.percentile(99) / 1e6).toFixed(1)} ms, at most ${(delay.max / 1e6).toFixed(1)} ms`;
  const line = `${title}: p50 ${quantile(times, 0.5).toFixed(1)} ms, p95 ${p95.toFixed(1)} ms; ${held}`;
  console.log(line);
  if (target !== undefined && p95 > target) failures.push(line);
}

const questions = Array.from({ length: 50 }, () => ({
  text: Array.from({ length: 6 }, word).join(" "),
  vector: vectorNear(centres[Math.floor(random() * centres.length)], 0.8),
}));

const folder = mkdtempSync(join(tmpdir(), "skillwright-bench-"));
const postgres = values.postgres ? await startPostgres() : undefined;
const peer = openPeer(values["sqlite-vec"]);
try {
  const address = postgres === undefined ? join(folder, "state.db") : await postgres.makeDatabase();
  const database = await openDatabase({ address });
  const began = performance.now();
  await fill(database, (id, vector) => peer?.add(id, vector));
  // What the server does by itself after a while.
  if (postgres !== undefined) await sql`analyze`.execute(database.query);
  console.log(`${CHUNKS} passages stored in ${((performance.now() - began) / 1000).toFixed(0)} s`);
  const index = chunkIndex(database, { id: "b", revision: 0 });
  const question = (at: number) => questions[at % questions.length];
  const embeddings = (at: number) => ({
    id: "m",
    embed: () => Promise.resolve([question(at)?.vector ?? new Float32Array(DIMENSIONS)]),
  });
  const first = performance.now();
  await searchPassages(index, "first", { count: 5, embeddings: embeddings(0) });
  console.log(
    `the first search, with all codes read: ${(performance.now() - first).toFixed(0)} ms`,
  );
  await measure("words", (at) => searchPassages(index, question(at)?.text ?? "", { count: 5 }));
  await measure("vectors", (at) =>
    searchPassages(index, "", { count: 5, embeddings: embeddings(at) }),
  );
  await measure(
    "both",
    (at) =>
      searchPassages(index, question(at)?.text ?? "", { count: 5, embeddings: embeddings(at) }),
    MOST_MS,
  );
  if (peer !== undefined) {
    await measure("sqlite-vec, numbers", (at) => peer.near(question(at)?.vector));
    await measure("sqlite-vec, signs then numbers", (at) => peer.nearByCode(question(at)?.vector));
  }
  await database.close();
} finally {
  peer?.close();
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
}
for (const failure of failures) console.log(`MISSED: ${failure}`);
process.exitCode = failures.length === 0 ? 0 : 1;

function openPeer(file: string | undefined) {
  if (file === undefined) return undefined;
  const database = new DatabaseSync(":memory:", { allowExtension: true });
  database.loadExtension(file);
  database.exec(
    `create virtual table v using vec0(vector float[${DIMENSIONS}] distance_metric=cosine, code bit[${DIMENSIONS}])`,
  );
  const insert = database.prepare("insert into v (vector, code) values (?, vec_bit(?))");
  const near = database.prepare(
    "select rowid from v where vector match ? and k = 50 order by distance",
  );
  const byCode = database.prepare(
    `select rowid from (select rowid, vector from v where code match vec_bit(?) and k = 200)
      order by vec_distance_cosine(vector, ?) limit 50`,
  );
  return {
    add: (_id: string, vector: Float32Array) => insert.run(toBytes(vector), toCode(vector)),
    near: (vector: Float32Array = new Float32Array(DIMENSIONS)) => near.all(toBytes(vector)),
    nearByCode: (vector: Float32Array = new Float32Array(DIMENSIONS)) =>
      byCode.all(toCode(vector), toBytes(vector)),
    close: () => database.close(),
  };
}
