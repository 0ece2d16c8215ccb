import { afterAll, beforeAll, expect, it } from "vitest";
import { describeOnDatabases } from "../../../test/contract/databases.ts";
import { createAccounts } from "../../../test/support/accounts.ts";
import { PASSWORD } from "../../../test/support/users.ts";
import { type ModelServer, startModelServer } from "../../../test/support/model-server.ts";
import { sharedJobs } from "../../../test/support/jobs.ts";
import { openMemoryStore } from "../../library/store/index.ts";
import { systemClock, createTurns } from "../../platform/machine/index.ts";
import { openModels, readModelSettings } from "../../run/models/index.ts";
import { register, share, type User } from "../accounts/index.ts";
import {
  addDocument,
  createBase,
  deleteBase,
  deleteDocument,
  type KnowledgePorts,
  listBases,
  listDocuments,
  processDocument,
  searchBase,
} from "./index.ts";

let server: ModelServer;
beforeAll(async () => {
  server = await startModelServer();
});
afterAll(async () => {
  await server.close();
});

const PAGE = { limit: 200, offset: 0 };

const TEXTS = {
  "whales.md": "# Whales\n\nBlue whales eat krill. They sing over long distances.",
  "bread.txt": "Sourdough needs flour, water and salt. Knead it well and let it rest.",
  "latency.txt": "网络延迟很高的时候，请检查路由器。重新启动可能有帮助。",
  "page.html":
    "<html><head><title>no</title><script>secretword()</script></head><body><h1>Volcano</h1><p>Lava &amp; ash</p></body></html>",
};

async function fill(ports: KnowledgePorts, user: User): Promise<string> {
  const base = await createBase(ports, user, { name: "docs", description: "" });
  for (const [name, text] of Object.entries(TEXTS)) {
    const document = await addDocument(ports, user, base.id, {
      name,
      bytes: new TextEncoder().encode(text),
    });
    await processDocument(ports, document.id);
  }
  return base.id;
}

describeOnDatabases("knowledge bases", ({ open }) => {
  async function begin(withModel = false): Promise<{
    readonly ports: KnowledgePorts;
    readonly ada: User;
    readonly bob: User;
  }> {
    const database = await open();
    const { embeddings } = openModels({
      settings: readModelSettings({
        embedding: "local:e",
        providers: { local: { kind: "openai-compatible", baseUrl: server.url } },
      }),
      environment: {},
    });
    const ports: KnowledgePorts = {
      database,
      store: await openMemoryStore(),
      clock: systemClock,
      jobs: sharedJobs(),
      searchTurns: createTurns(),
      countTokens: () => Promise.resolve((text) => Math.ceil(text.length / 4)),
      ...(withModel && embeddings !== undefined ? { embeddings } : {}),
      onProblem: (error) => {
        throw error;
      },
    };
    const accounts = createAccounts(database);
    await register(accounts, { email: "root@example.org", password: PASSWORD });
    const ada = await register(accounts, { email: "ada@example.org", password: PASSWORD });
    const bob = await register(accounts, { email: "bob@example.org", password: PASSWORD });
    return { ports, ada, bob };
  }

  it.each([false, true])(
    "[AF-08] finds passages by id or name, in any script (vectors: %s)",
    async (withModel) => {
      const { ports, ada } = await begin(withModel);
      const id = await fill(ports, ada);
      const { items: documents } = await listDocuments(ports, ada, "docs", PAGE);
      expect(documents.map(({ name, status, chunkCount }) => [name, status, chunkCount])).toEqual(
        Object.keys(TEXTS).map((name) => [name, "completed", 1]),
      );
      const first = async (query: string): Promise<string | undefined> => {
        const { hits } = await searchBase(ports, ada, "docs", { query, count: 5 });
        for (const { score } of hits) expect(score > 0 && score <= 1).toBe(true);
        return hits[0]?.documentName;
      };
      expect(await first("What do whales eat?")).toBe("whales.md");
      expect(await first("SOURDOUGH")).toBe("bread.txt");
      expect(await first("延迟")).toBe("latency.txt");
      expect(await first("lava ash")).toBe("page.html");
      const { baseId, hits } = await searchBase(ports, ada, id, { query: "krill", count: 1 });
      expect([baseId, hits.length]).toEqual([id, 1]);
      expect(hits[0]).toMatchObject({ index: 0, text: TEXTS["whales.md"] });
    },
  );

  it("takes no word of a question for an operator", async () => {
    const { ports, ada } = await begin();
    await fill(ports, ada);
    for (const query of ['"', "a AND NOT (b", "whales* & | !", "'; drop table chunks; --", "   "])
      await expect(searchBase(ports, ada, "docs", { query, count: 5 })).resolves.toBeDefined();
    const { hits } = await searchBase(ports, ada, "docs", { query: "secretword", count: 5 });
    expect(hits).toEqual([]);
  });

  it("keeps the bases of people apart until they are shared", async () => {
    const { ports, ada, bob } = await begin();
    const id = await fill(ports, ada);
    await expect(searchBase(ports, bob, id, { query: "krill", count: 1 })).rejects.toThrow(
      "not found",
    );
    expect((await listBases(ports, bob, PAGE)).items).toEqual([]);
    await createBase(ports, bob, { name: "docs", description: "his own" });
    await share(ports, { kind: "knowledge-base", id }, { visibility: "public" });
    expect((await searchBase(ports, bob, id, { query: "krill", count: 1 })).hits).toHaveLength(1);
    // His own comes first for the name that both have.
    expect((await searchBase(ports, bob, "docs", { query: "krill", count: 1 })).hits).toEqual([]);
    await expect(deleteBase(ports, bob, id)).rejects.toThrow("do not have permission");
  });

  it("forgets what is deleted, and refuses what it cannot read", async () => {
    const { ports, ada } = await begin();
    const id = await fill(ports, ada);
    const [whales] = (await listDocuments(ports, ada, id, PAGE)).items;
    await deleteDocument(ports, ada, id, whales?.id ?? "");
    expect((await searchBase(ports, ada, id, { query: "krill", count: 5 })).hits).toEqual([]);
    const bytes = new Uint8Array(4);
    await expect(addDocument(ports, ada, id, { name: "a.exe", bytes })).rejects.toThrow(
      "supported",
    );
    await expect(
      addDocument(ports, ada, id, { name: "a.txt", bytes: new Uint8Array(5 * 1024 * 1024 + 1) }),
    ).rejects.toThrow("5 MiB");
    const small = { ...ports, limits: { maxBytes: 1024 * 1024, maxCharacters: 1000 } };
    await expect(
      addDocument(small, ada, id, { name: "a.txt", bytes: new Uint8Array(1024 * 1024 + 1) }),
    ).rejects.toThrow("1 MiB");
    const quiet = { ...ports, onProblem: () => {} };
    const broken = await addDocument(quiet, ada, id, { name: "a.pdf", bytes });
    await processDocument(quiet, broken.id);
    expect((await listDocuments(ports, ada, id, PAGE)).items.at(-1)).toMatchObject({
      status: "failed",
      error: "The pdf document is damaged or protected.",
    });
    await deleteBase(ports, ada, id);
    expect((await listBases(ports, ada, PAGE)).items).toEqual([]);
  });
});
