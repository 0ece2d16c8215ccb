// @starts a thread
import { expect, it } from "vitest";
import { describeOnDatabases } from "../../../test/contract/databases.ts";
import { plansOf, recordDatabase } from "../../../test/support/recorded-database.ts";
import { createAccounts } from "../../../test/support/accounts.ts";
import { PASSWORD } from "../../../test/support/users.ts";
import { packCodes, searchPassages, toBytes } from "../../run/knowledge/index.ts";
import { register } from "../accounts/index.ts";
import type { Database } from "../data/index.ts";
import { toChunkId } from "./chunk-id.ts";
import { chunkIndex } from "./chunk-index.ts";

const CHUNKS = 5000;

async function fill(database: Database): Promise<void> {
  const account = { email: "ada@example.org", password: PASSWORD };
  const { id: owner_id } = await register(createAccounts(database), account);
  const { query } = database;
  const now = new Date().toISOString();
  await query
    .insertInto("knowledge_bases")
    .values({ id: "b", owner_id, name: "b", description: "", created_at: now })
    .execute();
  await query
    .insertInto("documents")
    .values({
      id: "d",
      base_id: "b",
      name: "d.txt",
      size: 1,
      digest: "",
      status: "completed",
      error: null,
      attempts: 0,
      chunk_count: CHUNKS,
      vector_status: "completed",
      vector_model: "m",
      vector_count: CHUNKS,
      first_number: 1,
      last_number: CHUNKS,
      created_at: now,
      updated_at: now,
    })
    .execute();
  const vectors = Array.from({ length: CHUNKS }, (_chunk, position) => vectorAt(position));
  const rows = Array.from({ length: CHUNKS }, (_chunk, position) => ({
    id: toChunkId("d", position),
    base_id: "b",
    document_id: "d",
    position,
    text: `text ${position}`,
    words: `w${position} common`,
  }));
  for (let at = 0; at < rows.length; at += 500) {
    const part = rows.slice(at, at + 500);
    const made = vectors.slice(at, at + 500);
    await query.insertInto("chunks").values(part).execute();
    await query
      .insertInto("chunk_vectors")
      .values(part.map(({ id }, index) => ({ chunk_id: id, vector: toBytes(made[index] ?? ZERO) })))
      .execute();
    await query
      .insertInto("document_codes")
      .values({ document_id: "d", first: at, codes: packCodes(made) })
      .execute();
  }
}

const ZERO = new Float32Array(64);

/** The one in the midst points to where the question does, the others to places of their own. */
function vectorAt(position: number): Float32Array {
  if (position === CHUNKS / 2) return WANTED;
  return WANTED.map((value, at) => ((position >>> (at % 13)) & 1 ? value : -value) + at / 1000);
}

const WANTED = Float32Array.from({ length: 64 }, (_number, at) => ((at * 7) % 5) - 2.5);

describeOnDatabases("[BX-14] a search in a large knowledge base", ({ kind, open }) => {
  it("compares the signs of all vectors in a thread, and finds the best of all", async () => {
    const database = await open();
    await fill(database);
    const embeddings = { id: "m", embed: () => Promise.resolve([WANTED]) };
    const index = chunkIndex(database, { id: "b", revision: 0 });
    const [best] = await searchPassages(index, "question", { count: 3, embeddings });
    expect(best).toMatchObject({ chunkId: toChunkId("d", CHUNKS / 2) });
  });

  if (kind === "sqlite")
    it("reads passages by their ids, never all of a base", async () => {
      const { database, asked } = recordDatabase(await open());
      await fill(database);
      asked.length = 0;
      const embeddings = { id: "m", embed: () => Promise.resolve([WANTED]) };
      const index = chunkIndex(database, { id: "b", revision: 0 });
      expect(await searchPassages(index, "common w7 w9", { count: 3, embeddings })).toHaveLength(3);
      const plans = await plansOf(database, asked);
      expect(plans.join("\n")).toContain("chunks");
      for (const plan of plans) expect(plan).not.toMatch(/chunks USING INDEX \w+ \(base_id=\?\)/u);
    });

  it("weighs words that all of its passages have, and finds the one with a rare one", async () => {
    const database = await open();
    await fill(database);
    const index = chunkIndex(database, { id: "b", revision: 0 });
    const [best] = await searchPassages(index, `common w${CHUNKS - 1}`, { count: 3 });
    expect(best).toMatchObject({ index: CHUNKS - 1 });
    expect(await searchPassages(index, "common", { count: 3 })).toHaveLength(3);
    const none = chunkIndex(database, { id: "b", revision: 0 }, new Set(["other"]));
    expect(await searchPassages(none, "common", { count: 3 })).toEqual([]);
  });
});
