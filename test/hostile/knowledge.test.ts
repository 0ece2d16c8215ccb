/** One user with very many knowledge bases, and with very large documents. */
import { expect, it } from "vitest";
import { register, type User } from "../../src/hub/accounts/index.ts";
import type { Database } from "../../src/hub/data/index.ts";
import {
  addDocument,
  createBase,
  deleteBase,
  deleteDocument,
  embedDocument,
  listBases,
  listDocuments,
  processDocument,
  readPassage,
  removeDeleted,
  resumeDocuments,
  resumeVectors,
  searchBase,
} from "../../src/hub/knowledge/index.ts";
import type { KnowledgePorts } from "../../src/hub/knowledge/ports.ts";
import { DEFAULT_QUOTAS } from "../../src/hub/quotas/index.ts";
import { nextTurn } from "../../src/platform/machine/clock.ts";
import { describeOnDatabases } from "../contract/databases.ts";
import { dyingDatabase, type DyingOptions } from "../support/dying-database.ts";
import { silenceDocuments } from "../support/left-documents.ts";
import { createPlatform } from "../support/platform.ts";
import { until } from "../support/wait.ts";

const signal = new AbortController().signal;
const PAGE = { limit: 200, offset: 0 };
/** Long enough for some hundred passages. */
const LONG = Array.from(
  { length: 20_000 },
  (_, index) => `Whale number ${index} sings over long distances.`,
).join("\n\n");

interface Begun {
  readonly ports: KnowledgePorts;
  readonly user: User;
  /** The same ports on a server that ends. */
  readonly dying: (options: DyingOptions) => KnowledgePorts & { readonly isDead: () => boolean };
}

async function addLong({ ports, user }: Begun): Promise<string> {
  const bytes = new TextEncoder().encode(LONG);
  return (await addDocument(ports, user, "notes", { name: "whales.txt", bytes })).id;
}

const find = async ({ ports, user }: Begun): Promise<number> =>
  (await searchBase(ports, user, "notes", { query: "whale sings", count: 5 })).hits.length;

function embedAtOnce(texts: readonly string[]): Promise<readonly Float32Array[]> {
  return Promise.resolve(texts.map(() => Float32Array.of(1)));
}

describeOnDatabases("[BX-14] knowledge bases", ({ open }) => {
  async function begin(): Promise<Begun> {
    const database = await open();
    const { ports } = await createPlatform({ database });
    const user = await register(ports.accounts, {
      email: "mallory@example.org",
      password: "correct horse battery",
    });
    await createBase(ports.knowledge, user, { name: "notes", description: "" });
    return {
      ports: ports.knowledge,
      user,
      dying: (options) => {
        const dead = dyingDatabase(database, options);
        return { ...ports.knowledge, database: dead, isDead: dead.isDead };
      },
    };
  }

  it("are searched once at a time for each user, however many are asked for", async () => {
    const { ports, user } = await begin();
    const begun: (() => void)[] = [];
    const embed = (): Promise<readonly Float32Array[]> =>
      new Promise((settle) => {
        begun.push(() => settle([new Float32Array([1])]));
      });
    const bytes = new TextEncoder().encode("Whales sing.");
    const { id } = await addDocument(ports, user, "notes", { name: "whales.txt", bytes });
    const quick = { ...ports, embeddings: { id: "slow", embed: embedAtOnce } };
    await processDocument(quick, id);
    await embedDocument(quick, id);
    const waiting = { ...ports, embeddings: { id: "slow", embed } };
    const search = async (): Promise<void> => {
      await searchBase(waiting, user, "notes", { query: "whale", count: 1 });
    };
    const all = [search(), search(), search()];
    await until("one has begun", () => begun.length > 0);
    for (let turn = 0; turn < 50; turn += 1) await nextTurn();
    expect(begun).toHaveLength(1);
    const ended = Promise.all(all);
    for (let done = 0; done < all.length; done += 1) {
      await until("the next one has begun", () => begun.length > 0);
      begun.shift()?.();
    }
    await ended;
  });

  it("have a quota of their number, and deleted ones make room", async () => {
    const platform = await createPlatform({
      database: await open(),
      quotas: { ...DEFAULT_QUOTAS, knowledgeBases: 2 },
    });
    const token = await platform.join("mallory@example.org");
    const make = async (name: string) =>
      await platform.send("POST", "/api/v1/knowledge", { token, body: { name } });
    expect((await make("a")).status).toBe(201);
    expect((await make("b")).status).toBe(201);
    const refused = await make("c");
    expect(refused.status).toBe(507);
    expect(refused.text).toContain("2 knowledge bases are the limit");
    expect((await platform.send("DELETE", "/api/v1/knowledge/a", { token })).status).toBe(204);
    // Also under the name of one that may still be on its way out.
    expect((await make("a")).status).toBe(201);
    await platform.settle();
  });

  it("are listed in pages, and so are their documents", async () => {
    const platform = await createPlatform({ database: await open() });
    const token = await platform.join("mallory@example.org");
    for (const name of ["a", "b", "c"]) {
      await platform.send("POST", "/api/v1/knowledge", { token, body: { name } });
      const form = new FormData();
      form.set("file", new File([`Some notes of ${name}.`], `${name}.txt`));
      await platform.send("POST", "/api/v1/knowledge/a/upload", { token, body: form });
    }
    for (const [path, key] of [
      ["/api/v1/knowledge", "name"],
      ["/api/v1/knowledge/a/documents", "filename"],
    ] as const) {
      const seen: unknown[] = [];
      for (const offset of [0, 2]) {
        const { json } = await platform.send("GET", `${path}?limit=2&offset=${offset}`, { token });
        const page = json as { items: Record<string, unknown>[]; next_offset: number | null };
        expect(json).toMatchObject({ total: 3, next_offset: offset === 0 ? 2 : null });
        seen.push(...page.items.map((item) => item[key]));
      }
      expect(new Set(seen).size).toBe(3);
      const { status } = await platform.send("GET", `${path}?limit=100000`, { token });
      expect(status).toBe(400);
    }
    await platform.settle();
  });

  it("count for the quota with what is stored of documents, not only with their files", async () => {
    const platform = await createPlatform({
      database: await open(),
      quotas: { ...DEFAULT_QUOTAS, bytes: 100_000 },
    });
    const token = await platform.join("mallory@example.org");
    await platform.send("POST", "/api/v1/knowledge", { token, body: { name: "notes" } });
    const upload = async (text: string) => {
      const form = new FormData();
      form.set("file", new File([text], "whales.txt"));
      const path = "/api/v1/knowledge/notes/upload";
      const { json } = await platform.send("POST", path, { token, body: form });
      await platform.settle();
      const { task_id: id } = json as { readonly task_id: string };
      return (await platform.send("GET", `/api/v1/knowledge/tasks/${id}`, { token })).json;
    };
    expect(await upload(LONG.slice(0, 38_000))).toMatchObject({
      status: "failed",
      error: expect.stringContaining("no room left"),
    });
    // Nothing of it is kept but its file.
    expect(await upload(LONG.slice(0, 10_000))).toMatchObject({ status: "completed" });
    const { chunks } = await platform.ports.database.query
      .selectFrom("chunks")
      .innerJoin("documents", "documents.id", "chunks.document_id")
      .select(({ fn }) => fn.countAll<number | string>().as("chunks"))
      .where("documents.status", "!=", "completed")
      .executeTakeFirstOrThrow();
    expect(Number(chunks)).toBe(0);
  });

  it("store a document in parts, and show it only when all of them are there", async () => {
    const begun = await begin();
    const { ports, user } = begun;
    const id = await addLong(begun);
    const dying = begun.dying({ kind: "InsertQueryNode", table: "chunks", after: 3 });
    await expect(processDocument(dying, id)).rejects.toThrow("has ended");
    const before = await countChunks(ports.database);
    expect(before).toBeGreaterThan(0);
    expect(await find(begun)).toBe(0);
    const place = { documentId: id, index: 0, around: 1 };
    await expect(readPassage(ports, user, "notes", place)).rejects.toThrow("has no passage");
    await silenceDocuments(ports.database);
    await resumeDocuments(ports, signal);
    const [document] = (await listDocuments(ports, user, "notes", PAGE)).items;
    expect(document?.status).toBe("completed");
    expect(document?.chunkCount).toBeGreaterThan(before);
    expect(await countChunks(ports.database)).toBe(document?.chunkCount);
    expect(await find(begun)).toBe(5);
  });

  it("keep nothing of a document that is given up", async () => {
    const begun = await begin();
    const { ports, user } = begun;
    const id = await addLong(begun);
    for (let attempt = 0; attempt < 3; attempt++) {
      const dying = begun.dying({ kind: "InsertQueryNode", table: "chunks", after: 3 });
      await expect(processDocument(dying, id)).rejects.toThrow("has ended");
      await silenceDocuments(ports.database);
    }
    expect(await countChunks(ports.database)).toBeGreaterThan(0);
    await resumeDocuments(ports, signal);
    const [document] = (await listDocuments(ports, user, "notes", PAGE)).items;
    expect(document?.status).toBe("failed");
    expect(await countChunks(ports.database)).toBe(0);
  });

  it("take no more vectors from a server that another one has relieved, nor any after the deletion", async () => {
    const begun = await begin();
    const { ports, user } = begun;
    const id = await addLong(begun);
    const gate = Promise.withResolvers<void>();
    const atGate = Promise.withResolvers<void>();
    const slow: KnowledgePorts = {
      ...ports,
      embeddings: {
        id: "m",
        embed: async (texts) => {
          atGate.resolve();
          await gate.promise;
          return texts.map(() => Float32Array.of(1));
        },
      },
    };
    await processDocument(slow, id);
    const first = embedDocument(slow, id);
    await atGate.promise;
    // Its words are found meanwhile.
    expect(await find(begun)).toBe(5);
    // It gives no sign of life for minutes.
    await silenceDocuments(ports.database);
    const other = dyingDatabase(ports.database, {
      kind: "InsertQueryNode",
      table: "chunk_vectors",
      after: 3,
    });
    const quick = { ...ports, database: other, embeddings: { id: "m", embed: embedAtOnce } };
    await expect(embedDocument(quick, id)).rejects.toThrow("has ended");
    gate.resolve();
    await first;
    const stored = await countVectors(ports.database);
    expect(stored).toBe(96);
    // The next one goes on where that one was.
    await silenceDocuments(ports.database);
    const asked: number[] = [];
    const next: KnowledgePorts = {
      ...ports,
      embeddings: {
        id: "m",
        embed: (texts) => {
          asked.push(texts.length);
          return embedAtOnce(texts);
        },
      },
    };
    await resumeVectors(next, signal);
    const [document] = (await listDocuments(ports, user, "notes", PAGE)).items;
    expect(document?.vectors).toMatchObject({ status: "completed", done: document?.chunkCount });
    expect(asked.reduce((sum, count) => sum + count, 0)).toBe((document?.chunkCount ?? 0) - stored);
  });

  it.each(["base", "document"] as const)(
    "delete a %s in parts: invisible at once, and gone after a restart",
    async (what) => {
      const begun = await begin();
      const { ports, user } = begun;
      const id = await addLong(begun);
      await processDocument(ports, id);
      expect(await find(begun)).toBe(5);
      const dying = begun.dying({ kind: "DeleteQueryNode", table: "chunks", after: 2 });
      if (what === "base") await deleteBase(dying, user, "notes");
      else await deleteDocument(dying, user, "notes", id);
      await expect(removeDeleted(dying, signal)).rejects.toThrow("has ended");
      expect(await countChunks(ports.database)).toBeGreaterThan(0);
      if (what === "base") {
        expect((await listBases(ports, user, PAGE)).items).toEqual([]);
        await expect(find(begun)).rejects.toThrow("not found");
        await createBase(ports, user, { name: "notes", description: "another" });
      }
      expect((await listDocuments(ports, user, "notes", PAGE)).items).toEqual([]);
      expect(await find(begun)).toBe(0);
      await removeDeleted(ports, signal);
      expect(await countChunks(ports.database)).toBe(0);
      const rows = await ports.database.query.selectFrom("documents").select("id").execute();
      expect(rows).toEqual([]);
      const bases = await ports.database.query
        .selectFrom("knowledge_bases")
        .select("name")
        .execute();
      expect(bases).toEqual([{ name: "notes" }]);
      const keys: string[] = [];
      for await (const key of ports.store.keys()) keys.push(key);
      expect(keys).toEqual([]);
    },
  );

  it("process no document that is deleted, and stop at one that is being processed", async () => {
    const begun = await begin();
    const { ports, user } = begun;
    const id = await addLong(begun);
    await deleteBase(ports, user, "notes");
    await processDocument(ports, id);
    expect(await countChunks(ports.database)).toBe(0);
    await removeDeleted(ports, signal);
    await processDocument(ports, id);
    expect(await countChunks(ports.database)).toBe(0);
  });
});

async function countChunks({ query }: Database): Promise<number> {
  const { total } = await query
    .selectFrom("chunks")
    .select(({ fn }) => fn.countAll<number | string>().as("total"))
    .executeTakeFirstOrThrow();
  return Number(total);
}

async function countVectors({ query }: Database): Promise<number> {
  const { total } = await query
    .selectFrom("chunk_vectors")
    .select(({ fn }) => fn.countAll<number | string>().as("total"))
    .executeTakeFirstOrThrow();
  return Number(total);
}
