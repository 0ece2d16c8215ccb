import { expect, it } from "vitest";
import { describeOnDatabases } from "../../../test/contract/databases.ts";
import { createPlatform } from "../../../test/support/platform.ts";
import type { EmbeddingModel } from "../../run/models/index.ts";
import type { KnowledgeDocument, KnowledgePorts } from "./index.ts";
import {
  addDocument,
  createBase,
  embedDocument,
  followDocuments,
  listDocuments,
  processDocument,
  resumeVectors,
  searchBase,
  setVectors,
} from "./index.ts";
import { retryDocument } from "./process-document.ts";
import { register, type User } from "../accounts/index.ts";
import { PASSWORD } from "../../../test/support/users.ts";

const signal = new AbortController().signal;
const TEXT = Array.from({ length: 900 }, (_, at) => `Sentence ${at} is about whales.`).join("\n");

/** A model that looks for one word: texts with it lie on the other side. */
function modelOf(id: string, asked: string[] = []): EmbeddingModel {
  return {
    id,
    batch: 4,
    embed: (texts) => {
      asked.push(...texts);
      return Promise.resolve(
        texts.map((text) => {
          const isNear = /krill|food/u.test(text);
          return Float32Array.from({ length: 8 }, (_, at) => (at % 2 === 0 && isNear ? 1 : -1));
        }),
      );
    },
  };
}

describeOnDatabases("vectors of documents", ({ open }) => {
  async function begin(): Promise<{
    readonly ports: KnowledgePorts;
    readonly user: User;
    readonly add: (name: string, text: string, tags?: readonly string[]) => Promise<string>;
    readonly only: () => Promise<KnowledgeDocument>;
  }> {
    const { ports: all } = await createPlatform({ database: await open() });
    const user = await register(all.accounts, { email: "ada@example.org", password: PASSWORD });
    const ports = { ...all.knowledge, embeddings: modelOf("one") };
    await createBase(ports, user, { name: "notes", description: "" });
    return {
      ports,
      user,
      add: async (name, text, tags = []) => {
        const bytes = new TextEncoder().encode(text);
        const { id } = await addDocument(ports, user, "notes", { name, bytes, tags });
        await processDocument(ports, id);
        return id;
      },
      only: async () => {
        const { items } = await listDocuments(ports, user, "notes", { limit: 10, offset: 0 });
        if (items[0] === undefined) throw new Error("There is no document.");
        return items[0];
      },
    };
  }

  it("come after the words, can be stopped, and go on where they were", async () => {
    const { ports, user, add, only } = await begin();
    const id = await add("whales.txt", TEXT);
    expect(
      (await searchBase(ports, user, "notes", { query: "whales", count: 3 })).hits,
    ).toHaveLength(3);
    expect((await only()).vectors).toMatchObject({ status: "pending", done: 0 });
    let batches = 0;
    const slow: KnowledgePorts = {
      ...ports,
      embeddings: {
        ...modelOf("one"),
        embed: async (texts) => {
          batches += 1;
          if (batches === 3) await setVectors(ports, user, "notes", id, "cancelled");
          return await modelOf("one").embed(texts);
        },
      },
    };
    await embedDocument(slow, id);
    expect((await only()).vectors).toMatchObject({ status: "cancelled", done: 8 });
    await resumeVectors(ports, signal);
    expect((await only()).vectors).toMatchObject({ status: "cancelled", done: 8 });
    await setVectors(ports, user, "notes", id, "pending");
    const asked: string[] = [];
    await embedDocument({ ...ports, embeddings: modelOf("one", asked) }, id);
    const { vectors, chunkCount } = await only();
    expect(vectors).toMatchObject({ status: "completed", done: chunkCount, model: "one" });
    expect(asked).toHaveLength(chunkCount - 8);
  });

  it("[BX-14] are waited for once, however often somebody goes on with them", async () => {
    const { ports, add } = await begin();
    const id = await add("whales.txt", TEXT);
    const begun = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    const slow: KnowledgePorts = {
      ...ports,
      embeddings: {
        ...modelOf("one"),
        embed: async (texts) => {
          begun.resolve();
          await held.promise;
          return await modelOf("one").embed(texts);
        },
      },
    };
    const atWork = embedDocument(slow, id);
    await begun.promise;
    let left = 50;
    const waiting = Array.from({ length: 50 }, async () => {
      await embedDocument(slow, id);
      left -= 1;
    });
    // All but the one that comes after the work.
    await expect.poll(() => left).toBe(1);
    held.resolve();
    await Promise.all([atWork, ...waiting]);
  });

  it("are made anew for another model, and with the text when it is indexed again", async () => {
    const { ports, user, add, only } = await begin();
    const id = await add("whales.txt", `${TEXT}\n\nThey eat krill.`);
    await embedDocument(ports, id);
    const find = async (by: KnowledgePorts): Promise<string> => {
      const { hits } = await searchBase(by, user, "notes", { query: "food", count: 1 });
      return hits[0]?.text ?? "";
    };
    expect(await find(ports)).toContain("krill");
    const other = { ...ports, embeddings: modelOf("two") };
    // Those of the first model say nothing to a question of the second.
    expect(await find(other)).toBe("");
    await resumeVectors(other, signal);
    expect((await only()).vectors).toMatchObject({ status: "completed", model: "two" });
    expect(await find(other)).toContain("krill");
    expect(await find(ports)).toBe("");
    const { baseId } = await only();
    await retryDocument(other, { id, baseId });
    expect(await only()).toMatchObject({ status: "pending", vectors: { status: "none", done: 0 } });
    expect(await find(other)).toBe("");
    await processDocument(other, id);
    await embedDocument(other, id);
    expect(await find(other)).toContain("krill");
  });

  it("are made by the model of the server that began last, where servers differ", async () => {
    const { ports, add, only } = await begin();
    await add("whales.txt", "Whales eat krill.");
    const asked: string[] = [];
    const first = { ...ports, embeddings: modelOf("one", asked) };
    await resumeVectors(first, signal);
    const second = { ...ports, embeddings: modelOf("two", asked) };
    for (let look = 0; look < 3; look += 1)
      for (const server of [second, first]) await resumeVectors(server, signal);
    expect((await only()).vectors).toMatchObject({ status: "completed", model: "two" });
    expect(asked).toHaveLength(2);
  });

  it("tell how far they are, until there is nothing more to tell", async () => {
    const { ports, user, add } = await begin();
    const id = await add("whales.txt", TEXT);
    const left = new AbortController();
    const seen: string[] = [];
    const news = followDocuments(ports, user, "notes", left.signal);
    // Whoever comes after the end is told of nothing at work.
    const first = await news.next();
    expect(first.value).toMatchObject({ documents: [{ id, vectors: { status: "pending" } }] });
    const work = embedDocument(ports, id);
    for await (const { documents } of news) {
      const [document] = documents;
      if (document !== undefined) seen.push(document.vectors.status);
      if (document?.vectors.status === "completed") left.abort();
    }
    await work;
    expect(seen.at(-1)).toBe("completed");
  });

  it("are searched in chosen documents alone, and the same file is added once", async () => {
    const { ports, user, add } = await begin();
    const first = await add("a.txt", "Whales eat krill.", ["sea"]);
    const second = await add("b.txt", "Bears eat food of all kinds.", ["land"]);
    for (const id of [first, second]) await embedDocument(ports, id);
    const found = async (only: object): Promise<readonly string[]> => {
      const { hits } = await searchBase(ports, user, "notes", {
        query: "eat food",
        count: 5,
        only,
      });
      return hits.map(({ documentId }) => documentId);
    };
    expect(await found({ tags: ["sea"] })).toEqual([first]);
    expect(await found({ documents: [second] })).toEqual([second]);
    expect((await found({ documents: [second], tags: ["sea"] })).toSorted()).toEqual(
      [first, second].toSorted(),
    );
    expect(await found({ tags: ["sky"] })).toEqual([]);
    const bytes = new TextEncoder().encode("Whales eat krill.");
    const again = await addDocument(ports, user, "notes", { name: "copy.txt", bytes });
    expect(again).toMatchObject({ id: first, name: "a.txt", isKnown: true });
  });
});
