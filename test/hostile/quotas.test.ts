/** One user who wants to fill the server. */
import { expect, it } from "vitest";
import { register } from "../../src/hub/accounts/index.ts";
import { addDocument, createBase } from "../../src/hub/knowledge/index.ts";
import { DEFAULT_QUOTAS, type Quotas } from "../../src/hub/quotas/index.ts";
import { createSkill } from "../../src/hub/skills/index.ts";
import { describeOnDatabases } from "../contract/databases.ts";
import { createRegistry, type Registry, skillFiles } from "../support/market.ts";

const text = (name: string): string =>
  `---\nname: ${name}\ndescription: Sorts letters. Use it to sort letters.\n---\n\nSort them.\n`;

function upload(
  platform: Registry,
  token: string,
  name: string,
  size = 10,
): Promise<{ status: number; text: string }> {
  const form = new FormData();
  form.set("file", new File(["x".repeat(size)], name));
  return platform.send("POST", "/api/v1/knowledge/notes/upload", { token, body: form });
}

describeOnDatabases("quotas", ({ open }) => {
  async function begin(quotas: Partial<Quotas>): Promise<Registry> {
    return await createRegistry({
      database: await open(),
      quotas: { ...DEFAULT_QUOTAS, ...quotas },
    });
  }

  it("[BX-14] give the last place to one of ten documents that come at once", async () => {
    const { ports } = await begin({ documents: 3 });
    const user = await register(ports.accounts, {
      email: "mallory@example.org",
      password: "correct horse battery",
    });
    await createBase(ports.knowledge, user, { name: "notes", description: "" });
    const bytes = new TextEncoder().encode("Some notes.");
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, (_, index) =>
        addDocument(ports.knowledge, user, "notes", { name: `${index}.txt`, bytes }),
      ),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
    // Nothing of the others is left.
    const keys: string[] = [];
    for await (const key of ports.knowledge.store.keys()) keys.push(key);
    expect(keys).toHaveLength(3);
  });

  it("[BX-14] give the last place to one of ten skills that come at once", async () => {
    const { ports } = await begin({ skills: 2 });
    const user = await register(ports.accounts, {
      email: "mallory@example.org",
      password: "correct horse battery",
    });
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, (_, index) =>
        createSkill(ports.shelf, user, { name: `skill-${index}`, content: text(`skill-${index}`) }),
      ),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
    const other = await register(ports.accounts, {
      email: "ada-two@example.org",
      password: "correct horse battery",
    });
    await createSkill(ports.shelf, other, { name: "of-another", content: text("of-another") });
  });

  it("[BX-14] name the limit and what to do, and make room when something is deleted", async () => {
    const platform = await begin({ skills: 1 });
    const token = await platform.join("mallory@example.org");
    const make = (name: string) =>
      platform.send("POST", "/api/v1/skills", { token, body: { name, content: text(name) } });
    expect((await make("first")).status).toBe(201);
    const refused = await make("second");
    expect(refused.status).toBe(507);
    expect(refused.text).toContain("1 skills are the limit");
    expect(refused.text).toContain("quotas.skills");
    expect((await platform.send("DELETE", "/api/v1/skills/first", { token })).status).toBe(204);
    expect((await make("second")).status).toBe(201);
  });

  it("[BX-14] count the bytes of everything together", async () => {
    const platform = await begin({ bytes: 1000 });
    const token = await platform.join("mallory@example.org");
    await platform.send("POST", "/api/v1/knowledge", { token, body: { name: "notes" } });
    expect((await upload(platform, token, "a.txt", 600)).status).toBe(201);
    expect((await upload(platform, token, "b.txt", 600)).status).toBe(507);
    expect((await upload(platform, token, "c.txt", 2000)).status).toBe(413);
    const content = `${text("long")}${"x ".repeat(300)}`;
    const made = await platform.send("POST", "/api/v1/skills", {
      token,
      body: { name: "long", content },
    });
    expect(made.status).toBe(507);
    await platform.send("POST", "/api/v1/skills", {
      token,
      body: { name: "short", content: text("short") },
    });
    const grown = await platform.send("PUT", "/api/v1/skills/short", {
      token,
      body: { content: content.replace("long", "short") },
    });
    expect(grown.status).toBe(507);
    await platform.settle();
  });

  it("[BX-14] hold for the registry: open uploads, versions and their bytes", async () => {
    const platform = await begin({ uploads: 2, versions: 1 });
    const { market } = platform.ports;
    const { id: userId } = await register(platform.ports.accounts, {
      email: "mallory@example.org",
      password: "correct horse battery",
    });
    const viewer = { userId, isModerator: false, client: "" };
    const opened = await Promise.allSettled(
      Array.from({ length: 8 }, () => market.openUpload(viewer, { size: 5 })),
    );
    expect(opened.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
    expect((await platform.publish(platform.ada, skillFiles())).status).toBe(201);
    const second = await platform.publish(platform.ada, skillFiles({ version: "1.1.0" }));
    expect(second.status).toBe(507);
    expect(JSON.stringify(second.json)).toContain("published versions");
  });
});
