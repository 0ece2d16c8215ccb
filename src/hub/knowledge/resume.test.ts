import { expect, it } from "vitest";
import { describeOnDatabases } from "../../../test/contract/databases.ts";
import { dyingDatabase } from "../../../test/support/dying-database.ts";
import { silenceDocuments } from "../../../test/support/left-documents.ts";
import { createPlatform } from "../../../test/support/platform.ts";
import { PASSWORD } from "../../../test/support/users.ts";
import { systemClock } from "../../platform/machine/clock.ts";
import { register } from "../accounts/index.ts";
import {
  addDocument,
  createBase,
  embedDocument,
  type KnowledgePorts,
  processDocument,
  resumeDocuments,
  resumeVectors,
} from "./index.ts";

const signal = new AbortController().signal;
const SKEW_MS = 600_000;

/** The same server with a clock that differs by so many milliseconds. */
function withClock(ports: KnowledgePorts, skewMs: number): KnowledgePorts {
  return { ...ports, clock: { ...systemClock, now: () => systemClock.now() + skewMs } };
}

function embed(texts: readonly string[]): Promise<readonly Float32Array[]> {
  return Promise.resolve(texts.map(() => Float32Array.of(1)));
}

describeOnDatabases("documents that a server left behind", ({ open }) => {
  it("are taken up by another, and not while somebody is at them", async () => {
    const { send, join, ports } = await createPlatform({
      database: await open(),
      // A server that dies before it does anything.
      more: { work: () => {} },
    });
    const token = await join("ada@example.org");
    await send("POST", "/api/v1/knowledge", { token, body: { name: "handbook" } });
    const upload = async (name: string): Promise<string> => {
      const form = new FormData();
      form.set("file", new File([`Badges are blue, says ${name}.`], name));
      const { json } = await send("POST", "/api/v1/knowledge/handbook/upload", {
        token,
        body: form,
      });
      return (json as { readonly task_id: string }).task_id;
    };
    const [waiting, begun] = [await upload("a.md"), await upload("b.md")];
    await ports.database.query
      .updateTable("documents")
      .set({ status: "processing" })
      .where("id", "=", begun)
      .execute();
    const statuses = async (): Promise<readonly unknown[]> => {
      const found: unknown[] = [];
      for (const id of [waiting, begun]) {
        const { json } = await send("GET", `/api/v1/knowledge/tasks/${id}`, { token });
        found.push((json as { readonly status: string }).status);
      }
      return found;
    };
    await resumeDocuments(ports.knowledge, signal);
    expect(await statuses()).toEqual(["pending", "processing"]);
    await silenceDocuments(ports.database);
    await resumeDocuments(ports.knowledge, signal);
    expect(await statuses()).toEqual(["completed", "completed"]);
    const bob = await join("bob@example.org");
    const foreign = await send("GET", `/api/v1/knowledge/tasks/${begun}`, { token: bob });
    expect(foreign.status).toBe(404);
  });

  async function begin(): Promise<{
    readonly ports: KnowledgePorts;
    readonly add: (by: KnowledgePorts) => Promise<string>;
    readonly stateOf: (id: string) => Promise<readonly unknown[]>;
  }> {
    const { ports: all } = await createPlatform({ database: await open() });
    const user = await register(all.accounts, { email: "ada@example.org", password: PASSWORD });
    const ports = { ...all.knowledge, embeddings: { id: "m", embed } };
    await createBase(ports, user, { name: "notes", description: "" });
    return {
      ports,
      add: async (by) => {
        const bytes = new TextEncoder().encode("Whales sing over long distances.");
        return (await addDocument(by, user, "notes", { name: "whales.txt", bytes })).id;
      },
      stateOf: async (id) => {
        const row = await ports.database.query
          .selectFrom("documents")
          .select(["status", "attempts", "vector_status", "vector_generation"])
          .where("id", "=", id)
          .executeTakeFirstOrThrow();
        return [row.status, row.attempts, row.vector_status, row.vector_generation];
      },
    };
  }

  it("are not those that a server is at whose clock differs by ten minutes", async () => {
    const { ports, add, stateOf } = await begin();
    const id = await add(ports);
    const others = [SKEW_MS, -SKEW_MS].map((skewMs) => withClock(ports, skewMs));
    const look = async (): Promise<void> => {
      for (const other of others) {
        await resumeDocuments(other, signal);
        await resumeVectors(other, signal);
      }
    };
    const store: KnowledgePorts["store"] = {
      ...ports.store,
      get: async (key) => {
        await look();
        return await ports.store.get(key);
      },
    };
    await processDocument({ ...ports, store }, id);
    expect(await stateOf(id)).toEqual(["completed", 1, "pending", 0]);
    const watched: typeof embed = async (texts) => {
      await look();
      return await embed(texts);
    };
    await embedDocument({ ...ports, embeddings: { id: "m", embed: watched } }, id);
    expect(await stateOf(id)).toEqual(["completed", 1, "completed", 1]);
  });

  it.each([SKEW_MS, -SKEW_MS])(
    "whose clock was %i ms ahead, are taken up no later",
    async (skewMs) => {
      const { ports, add, stateOf } = await begin();
      const before = withClock(ports, skewMs);
      const id = await add(before);
      const dyingAt = (table: string): KnowledgePorts => ({
        ...before,
        database: dyingDatabase(ports.database, { kind: "InsertQueryNode", table, after: 0 }),
      });
      await expect(processDocument(dyingAt("chunks"), id)).rejects.toThrow("has ended");
      await resumeDocuments(ports, signal);
      expect(await stateOf(id)).toEqual(["processing", 1, "none", 0]);
      await silenceDocuments(ports.database);
      await resumeDocuments(ports, signal);
      expect(await stateOf(id)).toEqual(["completed", 2, "pending", 0]);
      await expect(embedDocument(dyingAt("chunk_vectors"), id)).rejects.toThrow("has ended");
      await resumeVectors(ports, signal);
      expect(await stateOf(id)).toEqual(["completed", 2, "processing", 1]);
      await silenceDocuments(ports.database);
      await resumeVectors(ports, signal);
      expect(await stateOf(id)).toEqual(["completed", 2, "completed", 2]);
    },
  );
});
