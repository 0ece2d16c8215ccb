import { expect, it } from "vitest";
import { describeOnDatabases } from "../../../test/contract/databases.ts";
import { createAccounts } from "../../../test/support/accounts.ts";
import { turnsDuring } from "../../../test/support/turns.ts";
import { PASSWORD } from "../../../test/support/users.ts";
import { searchPassages } from "../../run/knowledge/index.ts";
import { register } from "../accounts/index.ts";
import type { Database } from "../data/index.ts";
import { chunkIndex, toBytes } from "./chunk-index.ts";

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
      created_at: now,
      updated_at: now,
    })
    .execute();
  const rows = Array.from({ length: CHUNKS }, (_chunk, position) => ({
    id: `c${position}`,
    base_id: "b",
    document_id: "d",
    position,
    text: `text ${position}`,
    words: `w${position}`,
    model: "m",
    // The one in the midst points to where the question does.
    vector: toBytes(Float32Array.of(1, position === CHUNKS / 2 ? 0 : 1, 0, 0)),
  }));
  for (let at = 0; at < rows.length; at += 500)
    await query
      .insertInto("chunks")
      .values(rows.slice(at, at + 500))
      .execute();
}

describeOnDatabases("[BX-14] a search in a large knowledge base", ({ open }) => {
  it("gives turns to others, and finds the best of all", async () => {
    const database = await open();
    await fill(database);
    const embeddings = {
      id: "m",
      dimensions: 4,
      embed: () => Promise.resolve([Float32Array.of(1, 0, 0, 0)]),
    };
    const found = searchPassages(chunkIndex(database, "b"), "question", { count: 3, embeddings });
    expect(await turnsDuring(found)).toBeGreaterThanOrEqual(CHUNKS / 500);
    expect((await found)[0]).toMatchObject({ chunkId: `c${CHUNKS / 2}` });
  });
});
