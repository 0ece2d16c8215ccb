import { expect, it } from "vitest";
import { describeOnDatabases } from "../../../test/contract/databases.ts";
import { createPlatform, type Platform } from "../../../test/support/platform.ts";

const content = (line: string): string =>
  `---\nname: notes\ndescription: Sorts notes.\n---\n\n${line}\n`;

describeOnDatabases("versions of a skill", ({ open }) => {
  async function begin(): Promise<Platform & { readonly ada: string; readonly bob: string }> {
    const platform = await createPlatform({ database: await open() });
    await platform.join("root@example.org");
    const ada = await platform.join("ada@example.org");
    const body = { name: "notes", content: content("First.") };
    await platform.send("POST", "/api/v1/skills", { token: ada, body });
    return { ...platform, ada, bob: await platform.join("bob@example.org") };
  }

  async function versionsOf({
    send,
    ada,
  }: Awaited<ReturnType<typeof begin>>): Promise<readonly string[]> {
    const { json } = await send("GET", "/api/v1/skills/notes/versions", { token: ada });
    const { versions } = json as { readonly versions: readonly { readonly id: string }[] };
    return versions.map(({ id }) => id);
  }

  async function textOf(platform: Awaited<ReturnType<typeof begin>>, id: string): Promise<string> {
    const { send, ada } = platform;
    const { json } = await send("GET", `/api/v1/skills/notes/versions/${id}`, { token: ada });
    return (json as { readonly content: string }).content;
  }

  it("are kept at every change, newest first, and never twice for the same text", async () => {
    const platform = await begin();
    const { send, ada } = platform;
    for (const line of ["Second.", "Second.", "Third."])
      await send("PUT", "/api/v1/skills/notes", { token: ada, body: { content: content(line) } });
    const ids = await versionsOf(platform);
    const texts = await Promise.all(ids.map((id) => textOf(platform, id)));
    expect(texts.map((text) => text.trim().split("\n").at(-1))).toEqual([
      "Third.",
      "Second.",
      "First.",
    ]);
  });

  it("are for those who may change the skill, also where it is shared", async () => {
    const platform = await begin();
    const { send, bob, ada } = platform;
    const [id = ""] = await versionsOf(platform);
    const path = "/api/v1/skills/notes/versions";
    expect((await send("GET", path, { token: bob })).status).toBe(404);
    await send("PUT", "/api/v1/skills/notes/sharing", {
      token: ada,
      body: { visibility: "public" },
    });
    expect((await send("GET", path, { token: bob })).status).toBe(403);
    expect((await send("GET", `${path}/${id}`, { token: bob })).status).toBe(403);
    expect((await send("GET", `${path}/..%2F..%2Fx`, { token: ada })).status).toBe(404);
  });

  it("go with the skill, so that the next owner of the name sees none of them", async () => {
    const platform = await begin();
    const { send, bob, ada } = platform;
    await send("DELETE", "/api/v1/skills/notes", { token: ada });
    const body = { name: "notes", content: content("Other.") };
    await send("POST", "/api/v1/skills", { token: bob, body });
    const { json } = await send("GET", "/api/v1/skills/notes/versions", { token: bob });
    expect(json).toMatchObject({ total: 1 });
  });
});
