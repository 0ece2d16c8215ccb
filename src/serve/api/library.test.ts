import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { describeOnDatabases } from "../../../test/contract/databases.ts";
import { createPlatform, type Platform } from "../../../test/support/platform.ts";
import { temporaryFolder } from "../../../test/support/program.ts";
import { HostInventory } from "../../library/hosts/index.ts";
import { openLibrary } from "../../library/session/index.ts";
import { createLibraryView } from "../../hub/library/index.ts";

const TEXT =
  "---\nname: shoot\ndescription: Takes pictures.\nmetadata:\n  gsv:\n    requires:\n      bins: [camera]\n---\n\nShoot.\n";

describeOnDatabases("the library over the API", ({ open }) => {
  async function begin(
    systems: readonly string[] = ["gsv"],
  ): Promise<Platform & { readonly root: string; readonly ada: string }> {
    const folder = temporaryFolder();
    mkdirSync(join(folder, "shoot"));
    writeFileSync(join(folder, "shoot/SKILL.md"), TEXT);
    const hosts = new HostInventory();
    const options = { folder, home: folder, roots: [folder], settings: {}, hosts };
    const libraries = await Promise.all(
      systems.map((dialect) => openLibrary({ ...options, dialect })),
    );
    const platform = await createPlatform({
      database: await open(),
      more: { library: createLibraryView(libraries, hosts) },
    });
    const root = await platform.join("root@example.org");
    return { ...platform, root, ada: await platform.join("ada@example.org") };
  }

  it("[BX-03] lists skills in folders with why they do not load, and explains each step", async () => {
    const { send, root } = await begin();
    const { json } = await send("GET", "/api/v1/library/skills", { token: root });
    const [row] = (json as { readonly skills: readonly Record<string, unknown>[] }).skills;
    expect(row).toMatchObject({
      kind: "folder",
      name: "shoot",
      dialect: "gsv",
      is_eligible: false,
      reasons: [{ code: "no-connected-host" }],
      updated_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/u) as string,
      systems: [
        {
          dialect: "gsv",
          agent: "main",
          is_eligible: false,
          path: "agents/main/skills/shoot/SKILL.md",
        },
      ],
    });
    const query = new URLSearchParams({
      dialect: "gsv",
      as: "gsv",
      agent: "main",
      name: "shoot",
      path: "agents/main/skills/shoot/SKILL.md",
    }).toString();
    const way = await send("GET", `/api/v1/library/explanation?${query}`, { token: root });
    expect(way.json).toMatchObject({
      name: "shoot",
      systems: [{ dialect: "gsv", isLoaded: false, files: [{ isEligible: false }] }],
    });
    const text = await send("GET", `/api/v1/library/text?${query}`, { token: root });
    expect(text.json).toEqual({ text: TEXT });
    const prompt = await send("GET", `/api/v1/library/prompt?${query}`, { token: root });
    expect(prompt.json).toMatchObject({ skills: [] });
    const other = await send(
      "GET",
      `/api/v1/library/text?${query.replace("shoot%2FSKILL", "..%2FSKILL")}`,
      {
        token: root,
      },
    );
    expect(other.status).toBe(404);
  });

  it("[BX-03] lists a file once, with what each system that reads it makes of it", async () => {
    const { send, root } = await begin(["gsv", "claude", "agentskills"]);
    const { json } = await send("GET", "/api/v1/library/skills", { token: root });
    const { skills, total } = json as {
      readonly skills: readonly Record<string, unknown>[];
      readonly total: number;
    };
    expect(total).toBe(1);
    expect(skills).toHaveLength(1);
    expect(skills[0]).toMatchObject({
      name: "shoot",
      description: "Takes pictures.",
      dialect: "gsv",
      system: "claude",
      is_eligible: true,
      reasons: [],
      path: expect.stringMatching(/shoot\/SKILL\.md$/u),
      systems: [
        { dialect: "gsv", is_eligible: false, reasons: [{ code: "no-connected-host" }] },
        { dialect: "claude", is_eligible: true, reasons: [], source: "enterprise" },
        { dialect: "agentskills", is_eligible: false, source: "project" },
      ],
    });
  });

  it("tells the newest at once, with what was made and deleted since, and nobody else's", async () => {
    const { send, root, ada } = await begin();
    const newest = async (token: string): Promise<readonly [readonly string[], number]> => {
      const { json } = await send("GET", "/api/v1/library/skills?limit=2", { token });
      const { skills, total } = json as {
        readonly skills: readonly { readonly name: string }[];
        readonly total: number;
      };
      return [skills.map(({ name }) => name), total];
    };
    const make = async (token: string, name: string): Promise<void> => {
      const body = { name, content: `---\nname: ${name}\n---\n\nDo it.\n` };
      expect((await send("POST", "/api/v1/skills", { token, body })).status).toBe(201);
    };
    expect(await newest(ada)).toEqual([[], 0]);
    await make(ada, "first");
    await make(ada, "second");
    await make(root, "other");
    expect(await newest(ada)).toEqual([["second", "first"], 2]);
    expect(await newest(root)).toEqual([["other", "second"], 4]);
    await send("DELETE", "/api/v1/skills/second", { token: ada });
    expect(await newest(ada)).toEqual([["first"], 1]);
  });

  it("tells of folders and hosts to an administrator alone", async () => {
    const { send, ada, root } = await begin();
    const { json } = await send("GET", "/api/v1/library/skills", { token: ada });
    expect(json).toEqual({ skills: [], total: 0 });
    for (const path of [
      "explanation?name=shoot&",
      "prompt?",
      "text?path=x&",
      "hosts?",
      "events?",
    ]) {
      const address = `/api/v1/library/${path}dialect=gsv&agent=main`;
      expect((await send("GET", address, { token: ada })).status).toBe(403);
      expect((await send("GET", address)).status).toBe(401);
    }
    expect((await send("GET", "/api/v1/library/hosts", { token: root })).json).toEqual({
      hosts: [],
    });
  });
});
