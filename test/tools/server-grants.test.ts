/** What administrators grant to the tools of a skill on the server, and what of it holds. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { openMemoryStore } from "../../src/library/store/index.ts";
import type { Database } from "../../src/hub/data/index.ts";
import { sharedJobs } from "../support/jobs.ts";
import { openSkillTools } from "../../src/hub/tools/index.ts";
import { describeOnDatabases } from "../contract/databases.ts";
import { type ModelServer, startModelServer } from "../support/model-server.ts";
import { needs } from "../support/needs.ts";
import { type Answered, createPlatform, eventsOf } from "../support/platform.ts";
import { temporaryFolder } from "../support/program.ts";
import { SEARCH_DECLARED, SEARCH_MODULE, skillText } from "../support/tool-skills.ts";

const bwrap = needs.command("bwrap");
const ASKED = "filesystem:read:/srv/data/**";
const SKILL = skillText({ permissions: [`"${ASKED}"`], more: SEARCH_DECLARED });
const ASK = { calls: [{ name: "search_web", arguments: '{"query":"rye bread"}' }] };
const ANSWER = { words: ["Rye", " it is."] };

let models: ModelServer;
beforeAll(async () => {
  models = await startModelServer();
});
afterAll(async () => {
  await models.close();
});

interface AgentContext {
  readonly root: string;
  readonly ada: string;
  readonly eve: string;
  readonly ask: (method: string, path: string, token: string, body?: object) => Promise<Answered>;
  readonly write: (path: string, content: string, more?: object) => Promise<Answered>;
  /** What became of the tools of the skill in a run. */
  readonly run: () => Promise<unknown>;
}

async function begin(database: Database, allow: readonly string[] = []): Promise<AgentContext> {
  const store = await openMemoryStore();
  const sandbox = {
    allow,
    path: process.env["PATH"] ?? "",
    packagesRoot: temporaryFolder(),
    own: { folders: [] },
    now: Date.now,
  };
  const platform = await createPlatform({
    database,
    store,
    modelUrl: models.url,
    more: {
      openTools: openSkillTools({ store, database, sandbox, jobs: sharedJobs() }),
      toolsAllowed: allow,
    },
  });
  const root = await platform.join("root@example.org");
  const ada = await platform.join("ada@example.org");
  const eve = await platform.join("eve@example.org");
  const ask: AgentContext["ask"] = (method, path, token, body) =>
    platform.send(method, `/api/v1${path}`, { token, ...(body === undefined ? {} : { body }) });
  const write: AgentContext["write"] = (path, content, more = {}) =>
    ask("PUT", `/skills/web-search/file?path=${encodeURIComponent(path)}`, ada, {
      content,
      ...more,
    });
  await ask("POST", "/skills", ada, { name: "web-search", content: SKILL });
  await write("tools.py", SEARCH_MODULE);
  const run = async (): Promise<unknown> => {
    models.answer(ASK, ANSWER);
    const { text } = await ask("POST", "/skills/web-search/run", ada, { inputs: {} });
    return eventsOf(text)
      .map(({ data }) => data as { readonly type?: string; readonly status?: string })
      .findLast(({ type }) => type === "tool")?.status;
  };
  return { root, ada, eve, ask, write, run };
}

interface Listed {
  readonly skills: readonly { readonly digest: string; readonly grant: unknown }[];
}

describeOnDatabases("grants of the server", ({ open }) => {
  it("[GA-04] are made and withdrawn by administrators, and told to those who see the skill", async () => {
    const { ask, root, ada, eve } = await begin(await open());
    const before = await ask("GET", "/grants", ada);
    expect(before.json).toMatchObject({
      is_enabled: true,
      allows: [],
      skills: [
        { skill: "web-search", rights: [{ permission: ASKED, state: "asks" }], grant: null },
      ],
    });
    const digest = (before.json as Listed).skills[0]?.digest ?? "";
    const body = { permissions: [ASKED], digest };
    expect((await ask("PUT", "/grants/web-search", ada, body)).status).toBe(403);
    expect((await ask("PUT", "/grants/no-such", root, body)).status).toBe(404);
    const other = { ...body, permissions: ["network:read"] };
    expect((await ask("PUT", "/grants/web-search", root, other)).status).toBe(400);
    const stale = { ...body, digest: "sha256:0" };
    expect((await ask("PUT", "/grants/web-search", root, stale)).status).toBe(412);
    const granted = await ask("PUT", "/grants/web-search", root, body);
    expect([granted.status, granted.json]).toMatchObject([
      200,
      {
        rights: [{ permission: ASKED, state: "given", by: "grant" }],
        grant: { permissions: [ASKED], granted_by: "root@example.org", is_current: true },
      },
    ]);
    expect((await ask("GET", "/grants", eve)).json).toMatchObject({ skills: [] });
    expect((await ask("DELETE", "/grants/web-search", ada)).status).toBe(403);
    expect((await ask("DELETE", "/grants/web-search", root)).status).toBe(204);
    expect((await ask("GET", "/grants", ada)).json).toMatchObject({ skills: [{ grant: null }] });
  });

  it("tell a grant from what the settings give to all", async () => {
    const { ask, ada } = await begin(await open(), [ASKED]);
    expect((await ask("GET", "/grants", ada)).json).toMatchObject({
      allows: [ASKED],
      skills: [{ rights: [{ state: "given", by: "settings" }] }],
    });
  });

  it("go with the skill, so that whoever takes its name has none of them", async () => {
    const { ask, root, ada, eve } = await begin(await open());
    const { skills } = (await ask("GET", "/grants", ada)).json as Listed;
    const body = { permissions: [ASKED], digest: skills[0]?.digest };
    expect((await ask("PUT", "/grants/web-search", root, body)).status).toBe(200);
    expect((await ask("DELETE", "/skills/web-search", ada)).status).toBe(204);
    await ask("POST", "/skills", eve, { name: "web-search", content: SKILL });
    await ask("PUT", "/skills/web-search/file?path=tools.py", eve, { content: SEARCH_MODULE });
    expect((await ask("GET", "/grants", root)).json).toMatchObject({ skills: [{ grant: null }] });
  });

  bwrap.it("[GA-07] hold in a run for the very files that were looked at", async () => {
    const { ask, write, run, root } = await begin(await open());
    expect(await run()).toBe("error");
    const { skills } = (await ask("GET", "/grants", root)).json as Listed;
    const body = { permissions: [ASKED], digest: skills[0]?.digest };
    expect((await ask("PUT", "/grants/web-search", root, body)).status).toBe(200);
    expect(await run()).toBe("complete");
    await write("help.sh", "echo", { is_executable: false });
    expect(await run()).toBe("error");
    expect((await ask("GET", "/grants", root)).json).toMatchObject({
      skills: [{ rights: [{ state: "asks" }], grant: { is_current: false } }],
    });
    await ask("DELETE", "/grants/web-search", root);
    const again = (await ask("GET", "/grants", root)).json as Listed;
    await ask("PUT", "/grants/web-search", root, {
      permissions: [ASKED],
      digest: again.skills[0]?.digest,
    });
    expect(await run()).toBe("complete");
    // The same bytes with other rights are other files.
    await write("help.sh", "echo", { is_executable: true });
    expect(await run()).toBe("error");
  });
});

describeOnDatabases("programs among the files of a skill", ({ open }) => {
  it("stay programs until somebody says otherwise", async () => {
    const { ask, write, ada } = await begin(await open());
    const list = async (): Promise<unknown> =>
      ((await ask("GET", "/skills/web-search/files", ada)).json as { readonly files: unknown })
        .files;
    const made = await write("scripts/go.sh", "echo 1", { is_executable: true });
    expect(made.json).toMatchObject({ path: "scripts/go.sh", is_executable: true });
    expect((await write("scripts/go.sh", "echo 2")).json).toMatchObject({ is_executable: true });
    expect(await list()).toMatchObject([
      { path: "SKILL.md", is_executable: false },
      { path: "scripts/go.sh", is_executable: true },
      { path: "tools.py", is_executable: false },
    ]);
    const file = "/skills/web-search/file?path=scripts%2Fgo.sh";
    expect((await ask("DELETE", file, ada)).status).toBe(204);
    expect((await write("scripts/go.sh", "echo 3")).json).toMatchObject({ is_executable: false });
  });
});
