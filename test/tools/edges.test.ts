/** Tools at the edges: names that are taken, skills of other systems, refusals in one shape. */
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { describe, expect, it } from "vitest";
import {
  describeTools,
  loadAgent,
  planAgent,
  readManifest,
  readSkillTools,
  ToolRegistry,
} from "../../src/run/tools/index.ts";
import { OWN_TOOLS } from "../../src/serve/mcp/index.ts";
import { createSkillServer, listenMcp } from "../../src/serve/mcp/index.ts";
import { needs } from "../support/needs.ts";
import { playground } from "../support/program.ts";
import {
  loadOptions,
  SEARCH_DECLARED,
  SEARCH_MODULE,
  skillText,
  writeTree,
} from "../support/tool-skills.ts";

const bwrap = needs.command("bwrap");

const OLD = `---
name: greeter
claw_version: 1.0.0
description: Greets.
author: me
license: MIT
actions: [{ name: greet, handler: greet.py, parameters: { name: string } }]
---
# Greeter
`;
const OLD_HANDLER = "def greet(name):\n    return {'hello': name}\n";

function searching(permissions: readonly string[]): string {
  return skillText({ permissions, more: SEARCH_DECLARED });
}

describe("names", () => {
  it("[GA-10] offers a tool under another name where the server has one of its own", async () => {
    const folder = writeTree({
      "skills/q/SKILL.md": skillText({
        name: "q",
        more: "tools: [{ name: load_skill, description: Loads. }]\n",
      }),
      "skills/q/tools.py":
        'from gaia.agents.base.tools import tool\n\n@tool\ndef load_skill() -> dict:\n    """Loads."""\n    return {}\n',
    });
    const skill = await readSkillTools(join(folder, "skills/q/SKILL.md"));
    const registry = new ToolRegistry(OWN_TOOLS);
    registry.add(describeTools(skill));
    expect(registry.list()).toMatchObject([
      { shortName: "q_load_skill", collidesWith: ["load_skill"] },
    ]);
  });

  it("knows the names of all tools that a server has", async () => {
    const folder = writeTree({ "skills/a/SKILL.md": "---\nname: a\ndescription: A.\n---\nA.\n" });
    const server = await createSkillServer({ paths: [join(folder, "skills")], version: "0.0.0" });
    const running = await listenMcp({ server, host: "127.0.0.1", port: 0 });
    const client = new Client({ name: "test", version: "1.0.0" });
    await client.connect(new StreamableHTTPClientTransport(new URL(running.url)));
    try {
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name).toSorted()).toEqual([...OWN_TOOLS].toSorted());
    } finally {
      await client.close();
      await running.close();
    }
  });
});

describe("an agent", () => {
  bwrap.it("[GA-17] runs the actions of an older skill that its manifest lists", async () => {
    const folder = writeTree({
      "skills/greeter/SKILL.md": OLD,
      "skills/greeter/greet.py": OLD_HANDLER,
    });
    const { value } = readManifest("name: a\nskills: [greeter]\n", "AGENT.yaml");
    if (value === undefined) throw new Error("The manifest cannot be read.");
    const agent = await loadAgent(value, loadOptions(folder));
    try {
      expect(agent.registry.list().map(({ tool }) => tool.qualifiedName)).toEqual([
        "greeter/greet",
      ]);
    } finally {
      await agent.close();
    }
  });

  it("[GA-18] says which tool nobody offers, and how a missing skill is installed", async () => {
    const folder = writeTree({
      "skills/web-search/SKILL.md":
        "---\nname: web-search\ndescription: Searches.\nmetadata: { gaia: { tools_required: [send_mail] } }\n---\n# Search\n",
    });
    const { value } = readManifest(
      "name: a\nskills: [web-search, { name: gone, version: '>=2' }]\n",
      "AGENT.yaml",
    );
    if (value === undefined) throw new Error("The manifest cannot be read.");
    const { problems } = await planAgent(value, loadOptions(folder));
    expect(problems.map(({ message, hint }) => `${message} ${hint ?? ""}`)).toEqual([
      expect.stringContaining("`skillwright install 'gone@>=2'` installs it"),
      expect.stringContaining("needs the tool `send_mail`"),
    ]);
  });
});

describe("at the command line", () => {
  it("[GA-11] writes declarations for a skill of a system without a place for them", () => {
    const text =
      "---\nname: say\ndescription: Says.\ncommand-dispatch: tool\ncommand-tool: search_web\n---\n# Say\n";
    const ground = playground({
      "skills/say/SKILL.md": text,
      "skills/say/tools.py": SEARCH_MODULE,
    });
    expect(ground.run(["tools", "sync", "say"]).code).toBe(0);
    const { stdout, code } = ground.run(["tools", "check", "say"]);
    expect([code, stdout]).toEqual([0, expect.stringContaining("1 tool")]);
  });

  it("gives refusals of a call the shape of its results", () => {
    const ground = playground({
      "skills/web-search/SKILL.md": skillText({ more: SEARCH_DECLARED }),
      "skills/web-search/tools.py": SEARCH_MODULE,
    });
    const ran = ground.run(["tools", "call", "web-search/search_web", "--json"]);
    expect(ran.code).toBe(1);
    expect(JSON.parse(ran.stdout)).toMatchObject({
      tool: "web-search/search_web",
      milliseconds: expect.any(Number),
      ok: false,
      error: { code: "tools/not-confirmed", message: expect.any(String) },
    });
  });

  it("[GA-09] does not follow a module that is a link out of the skill", async () => {
    const folder = writeTree({
      "other/tools.py": SEARCH_MODULE,
      "skills/web-search/SKILL.md": skillText({ more: SEARCH_DECLARED }),
    });
    symlinkSync(join(folder, "other/tools.py"), join(folder, "skills/web-search/tools.py"));
    const skill = await readSkillTools(join(folder, "skills/web-search/SKILL.md"));
    expect(skill.diagnostics.map(({ message }) => message)).toEqual([
      "`tools.py` is a link that leads out of the skill.",
    ]);
  });

  it("[GA-17] shows what the adapter will get, and takes no slip for a permission", () => {
    const open = OLD.replace("author: me", "author: me\nnetwork: true");
    const ground = playground({
      "skills/greeter/SKILL.md": open,
      "skills/greeter/greet.py": OLD_HANDLER,
    });
    const { stdout } = ground.run(["permissions", "greeter"]);
    expect(stdout).toContain("network:read");
    expect(stdout).toContain("network:write");
    const slip = ground.run(["permissions", "greeter", "--allow", "netwrok:read"]);
    expect([slip.code, slip.stderr]).toEqual([
      2,
      expect.stringContaining("`--allow netwrok:read`"),
    ]);
  });

  it("[GA-04] shows what is new where the files are others than those agreed to", () => {
    const ground = playground({
      "skills/web-search/SKILL.md": searching([]),
      "skills/web-search/tools.py": SEARCH_MODULE,
    });
    ground.run(["permissions", "web-search", "--allow-experimental"]);
    ground.write("skills/web-search/SKILL.md", searching(["network:read:example.com"]));
    const ran = ground.run(["tools", "call", "web-search/search_web", "--arg", "query=x"]);
    expect(ran.code).toBe(1);
    expect(ran.stderr).toContain("+ network:read:example.com");
  });
});
