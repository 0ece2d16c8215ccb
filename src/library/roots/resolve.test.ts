import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { dialectNamed } from "../../../test/support/library.ts";
import { useFolder, writeTree } from "../../../test/support/skill-folders.ts";
import type { HomeRules } from "../../skill/index.ts";
import { type LibraryConfig, readConfig } from "../config/index.ts";
import { clientRoots } from "./clients.ts";
import { findPlaces, type Places, type PlacesInput } from "./places.ts";
import { explicitRoots, type ResolvedRoots, resolveRoots } from "./resolve.ts";

const folder = useFolder();

function homesOf(id: string): HomeRules {
  const { homes } = dialectNamed(id);
  if (homes === undefined) throw new Error(`${id} has no homes.`);
  return homes;
}

function configOf(id: string, text: string): LibraryConfig {
  const { value, diagnostics } = readConfig(text, homesOf(id).settings);
  if (value === undefined) throw new Error(JSON.stringify(diagnostics));
  return value;
}

interface Setting extends Partial<PlacesInput> {
  readonly config?: string;
}

function placesOf(id: string, { config = "{}", ...input }: Setting): Places {
  return findPlaces(homesOf(id), {
    home: "/home/me",
    folder: "/srv",
    environment: {},
    agent: "main",
    firstAgent: "main",
    facts: configOf(id, config).facts,
    ...input,
  });
}

function resolve(id: string, setting: Setting = {}): ResolvedRoots {
  return resolveRoots(homesOf(id), placesOf(id, setting), configOf(id, setting.config ?? "{}"));
}

function show({ roots }: ResolvedRoots): readonly string[] {
  return roots.map(({ source, path }) => `${source} ${path}`);
}

describe("roots by the document", () => {
  it("[OC-01] are the workspace, the managed skills, the bundled ones and extra folders, in this order", () => {
    const roots = resolve("openclaw", {
      given: { bundled: "/usr/lib/openclaw/skills" },
      config: '{ skills: { load: { extraDirs: ["~/packs/a", "/opt/b"] } } }',
    });
    expect(show(roots)).toEqual([
      "workspace /home/me/.openclaw/workspace/skills",
      "managed /home/me/.openclaw/skills",
      "bundled /usr/lib/openclaw/skills",
      "extra /opt/b",
      "extra /home/me/packs/a",
    ]);
  });

  it("[OC-01] leave out what is nowhere", () => {
    expect(show(resolve("openclaw"))).toEqual([
      "workspace /home/me/.openclaw/workspace/skills",
      "managed /home/me/.openclaw/skills",
    ]);
  });

  it("[OC-02] give each agent its own workspace, and all of them the managed skills", () => {
    const config =
      '{ agents: { defaults: { workspace: "~/ws" }, list: [{ id: "work", workspace: "/srv/work" }] } }';
    const of = (agent: string): readonly string[] => show(resolve("openclaw", { agent, config }));
    expect(of("main")).toEqual([
      "workspace /home/me/ws/skills",
      "managed /home/me/.openclaw/skills",
    ]);
    expect(of("work")).toEqual(["workspace /srv/work/skills", "managed /home/me/.openclaw/skills"]);
    expect(of("other")).toEqual([
      "workspace /home/me/.openclaw/workspace-other/skills",
      "managed /home/me/.openclaw/skills",
    ]);
  });

  it("[OC-01] follow the variables of the environment", () => {
    const environment = {
      OPENCLAW_STATE_DIR: "/state",
      OPENCLAW_BUNDLED_SKILLS_DIR: "/empty",
    };
    expect(show(resolve("openclaw", { environment }))).toEqual([
      "workspace /state/workspace/skills",
      "managed /state/skills",
      "bundled /empty",
    ]);
  });
});

function workspaceOf(agent: string, config: string): string | undefined {
  return show(resolve("openclaw@2026.9", { agent, config }))[0];
}

describe("roots of the release", () => {
  it("[OC-01] are seven tiers", () => {
    const roots = resolve("openclaw@2026.9", {
      given: { bundled: "/bundled" },
      config: '{ skills: { load: { extraDirs: ["/x"] } } }',
    });
    expect(show(roots)).toEqual([
      "openclaw-workspace /home/me/.openclaw/workspace/skills",
      "agents-skills-project /home/me/.openclaw/workspace/.agents/skills",
      "agents-skills-personal /home/me/.agents/skills",
      "openclaw-managed /home/me/.openclaw/skills",
      "openclaw-workshop /home/me/.openclaw/agents/main/agent/workshop-skills",
      "openclaw-bundled /bundled",
      "openclaw-extra /home/me/.openclaw/plugin-skills",
      "openclaw-extra /x",
    ]);
  });

  it("[OC-02] give other agents a folder by their id in the workspace of all agents", () => {
    const shared =
      '{ agents: { defaults: { workspace: "~/ws" }, entries: { ada: { workspace: "/a" } } } }';
    expect(workspaceOf("main", shared)).toBe("openclaw-workspace /home/me/ws/skills");
    expect(workspaceOf("ada", shared)).toBe("openclaw-workspace /a/skills");
    expect(workspaceOf("bob", shared)).toBe("openclaw-workspace /home/me/ws/bob/skills");
    expect(workspaceOf("bob", "{}")).toBe(
      "openclaw-workspace /home/me/.openclaw/workspace-bob/skills",
    );
  });

  it("[OC-01] leave the personal folder out while the state is kept elsewhere", () => {
    const environment = { OPENCLAW_STATE_DIR: "/state" };
    const sources = resolve("openclaw@2026.9", { environment }).roots.map(({ source }) => source);
    expect(sources).not.toContain("agents-skills-personal");
  });
});

function plugins(config: string): ResolvedRoots {
  return resolve("openclaw", { home: folder.path, config });
}

describe("roots of plugins", () => {
  const manifest = '{ "id": "voice-call", "skills": ["./skills", "../outside", "none"] }';

  it("[OC-03] are those that the manifest of an enabled plugin names, inside the plugin", () => {
    writeTree(folder.path, {
      ".openclaw/extensions/voice/openclaw.plugin.json": manifest,
      ".openclaw/extensions/voice/skills/call/SKILL.md": "",
      ".openclaw/extensions/outside/SKILL.md": "",
    });
    const { roots, problems } = plugins("{}");
    const path = join(folder.path, ".openclaw/extensions/voice/skills");
    expect(roots.filter((root) => root.plugin !== undefined)).toEqual([
      { source: "extra", plugin: "voice-call", path, mayLinkOut: false, linkTargets: [] },
    ]);
    expect(problems.map(({ code, message }) => `${code} ${message}`)).toEqual([
      "roots/plugin-folder The folder `../outside` of the plugin `voice-call` is outside of the plugin.",
      "roots/plugin-folder The folder `none` of the plugin `voice-call` does not exist.",
    ]);
  });

  it.each([
    ["{ plugins: { enabled: false } }", "plugins are switched off"],
    ["{ plugins: { entries: { p: { enabled: false } } } }", "the settings switch the plugin off"],
    ['{ plugins: { deny: ["p"] } }', "the settings deny the plugin"],
    ['{ plugins: { allow: ["q"] } }', "the plugin is not in the list of allowed plugins"],
  ])("[OC-03] are not there under %s", (config, why) => {
    writeTree(folder.path, {
      ".openclaw/extensions/p/openclaw.plugin.json": '{ "id": "p", "skills": ["skills"] }',
      ".openclaw/extensions/p/skills/a/SKILL.md": "",
    });
    const { roots, problems } = plugins(config);
    expect(roots.filter(({ source }) => source === "extra")).toEqual([]);
    expect(problems.map(({ message }) => message)).toEqual([
      `The skills of the plugin \`p\` are not loaded: ${why}.`,
    ]);
  });

  it("[OC-03] come from folders that the settings name, too; bundled plugins wait to be switched on", () => {
    writeTree(folder.path, {
      "mine/openclaw.plugin.json": '{ "id": "mine", "skills": ["s"] }',
      "mine/s/a/SKILL.md": "",
      "bundled/calm/openclaw.plugin.json": '{ "id": "calm", "skills": ["s"] }',
      "bundled/calm/s/b/SKILL.md": "",
    });
    const of = (more: string): readonly (string | undefined)[] =>
      resolve("openclaw", {
        home: folder.path,
        given: { bundledPlugins: join(folder.path, "bundled") },
        config: `{ plugins: { load: { paths: ["~/mine"] }, ${more} } }`,
      }).roots.flatMap(({ plugin }) => plugin ?? []);
    expect(of("")).toEqual(["mine"]);
    expect(of("entries: { calm: { enabled: true } }")).toEqual(["calm", "mine"]);
  });

  it.each([
    ["openclaw", "{}", ["p"]],
    ["openclaw@2026.9", "{}", []],
    ["openclaw@2026.9", '{ plugins: { allow: ["p"] } }', ["p"]],
    ["openclaw@2026.9", "{ plugins: { entries: { p: { enabled: true } } } }", ["p"]],
  ])("[OC-03] of a workspace hold for %s under %s: %j", (id, config, ids) => {
    writeTree(folder.path, {
      "ws/.openclaw/extensions/p/openclaw.plugin.json": '{ "id": "p", "skills": ["skills"] }',
      "ws/.openclaw/extensions/p/skills/a/SKILL.md": "",
    });
    const given = { workspace: join(folder.path, "ws") };
    const { roots } = resolve(id, { home: folder.path, given, config });
    expect(roots.flatMap(({ plugin }) => plugin ?? [])).toEqual(ids);
  });

  it("[OC-03] need a manifest that can be read", () => {
    writeTree(folder.path, { ".openclaw/extensions/p/openclaw.plugin.json": "no" });
    const { problems } = plugins("{}");
    expect(problems.map(({ code, file }) => [code, file])).toEqual([
      ["roots/plugin-manifest", join(folder.path, ".openclaw/extensions/p/openclaw.plugin.json")],
    ]);
  });

  it("[OC-03] need a list of folders in it", () => {
    writeTree(folder.path, {
      ".openclaw/extensions/p/openclaw.plugin.json": '{ "id": "p", "skills": "skills" }',
    });
    expect(plugins("{}").problems.map(({ message }) => message)).toEqual([
      "`skills` in the plugin's manifest must be a list of folders.",
    ]);
  });
});

describe("roots of other systems", () => {
  it("[GSV-03] are the folder of the agent and the one of all agents", () => {
    expect(show(resolve("gsv", { agent: "ada", given: { files: "/bucket" } }))).toEqual([
      "agent /bucket/agents/ada/skills",
      "global /bucket/skills",
    ]);
  });

  it("lie in every folder from the project up to its repository", () => {
    writeTree(folder.path, { "repo/.git/HEAD": "", "repo/apps/web/x": "" });
    const project = join(folder.path, "repo/apps/web");
    expect(show(resolve("agentskills", { given: { project } }))).toEqual([
      `project ${join(project, ".agents/skills")}`,
      `project ${join(folder.path, "repo/apps/.agents/skills")}`,
      `project ${join(folder.path, "repo/.agents/skills")}`,
      "user /home/me/.agents/skills",
    ]);
  });

  it("put what an organisation sets above the user's own and the project's", () => {
    const given = { managed: "/etc/org", project: folder.path };
    expect(show(resolve("claude", { given }))).toEqual([
      "enterprise /etc/org/.claude/skills",
      "personal /home/me/.claude/skills",
      `project ${join(folder.path, ".claude/skills")}`,
    ]);
  });

  it.each(Object.entries(clientRoots))("of %s are ranked as its folders are", (_name, client) => {
    const homes = { ...homesOf("agentskills"), roots: client.roots };
    const places = placesOf("agentskills", { given: { project: "/p" } });
    const { roots } = resolveRoots(homes, places, configOf("agentskills", "{}"));
    expect(roots.length).toBe(client.roots.length);
    expect(roots.every(({ path }) => /^\/(?:p|home\/me)\/\.[\w/]+\/skills$/.test(path))).toBe(true);
  });
});

describe("givenRoots", () => {
  const dialect = dialectNamed("openclaw");

  it("are of the highest source where they name none", () => {
    const roots = explicitRoots(
      ["skills", { path: "~/more", source: "extra" }],
      dialect,
      placesOf("openclaw", {}),
      configOf("openclaw", "{}"),
    );
    expect(roots.map(({ source, path }) => `${source} ${path}`)).toEqual([
      "workspace /srv/skills",
      "extra /home/me/more",
    ]);
  });

  it("refuse a source that the system does not know", () => {
    const inputs = [{ path: "x", source: "workspce" }];
    const config = configOf("openclaw", "{}");
    expect(() => explicitRoots(inputs, dialect, placesOf("openclaw", {}), config)).toThrow(
      expect.objectContaining({
        diagnostic: expect.objectContaining({
          code: "roots/unknown-source",
          hint: "Did you mean `workspace`?",
        }),
      }),
    );
  });
});
