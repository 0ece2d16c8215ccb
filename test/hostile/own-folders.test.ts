/** The folder `.skillwright`, in which this program keeps what is its own, as strangers would like to bring it along. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { PortableNames } from "../../src/platform/archive/index.ts";
import { recoverFolders } from "../../src/registry/lock/index.ts";
import { createSkillServer } from "../../src/serve/mcp/public.ts";
import { openRegistry } from "../support/registry-server.ts";
import { skill, useFolder, writeTree } from "../support/skill-folders.ts";

const folder = useFolder();
const stage = "stage-0123456789abcdef";
const brought = {
  ".skillwright/journal.json": JSON.stringify({ version: 1, stage, identity: "1:2:3", steps: [] }),
  [`.skillwright/${stage}/new/0`]: "theirs",
  ".skillwright/skill-lock.lock": JSON.stringify({
    host: "elsewhere",
    boot: "",
    pid: 1,
    start: "",
  }),
};

describe("[BX-14] a folder of this program that came along with a skill", () => {
  it.each([
    ".skillwright",
    ".SkillWright",
    ".skillwright.",
    ".skill\u200cwright",
    ".skillwright:x",
    "SKILLW~1",
  ])("is no part of a package: %s", (name) => {
    expect(() => new PortableNames().add([name, "x"])).toThrow("Skillwright keeps");
    expect(() => new PortableNames().add(["a", name])).toThrow("Skillwright keeps");
  });

  it("is neither published nor kept with a skill", async () => {
    const registry = await openRegistry();
    try {
      const token = await registry.login("ann@example.org");
      const text = skill("letters", "Sorts letters.");
      const [path = ""] = Object.keys(brought);
      const files = [
        { path: "SKILL.md", text },
        { path, text: "{}" },
      ];
      const published = await registry.send("POST", "/registry/api/v1/skills", {
        token,
        json: { name: "letters", version: "1.0.0", visibility: "private", files },
      });
      expect(published.status).toBe(400);
      expect(await published.text()).toContain("Skillwright keeps");
      const made = await registry.send("POST", "/api/v1/skills", {
        token,
        json: { name: "letters", description: "Sorts letters.", content: text },
      });
      expect(made.status).toBe(201);
      const written = await registry.send(
        "PUT",
        `/api/v1/skills/letters/file?path=${encodeURIComponent(path)}`,
        { token, json: { content: "{}", encoding: "utf-8" } },
      );
      expect(await written.text()).toContain("Skillwright keeps");
    } finally {
      await registry.close();
    }
  });

  it("has whoever reads wait for nobody, and changes nothing", async () => {
    writeTree(folder.path, { "a/SKILL.md": skill("a", "Sorts letters."), ...prefixed("a") });
    expect(await recoverFolders([join(folder.path, "a")])).toBe(false);
    expect(existsSync(join(folder.path, `a/.skillwright/${stage}`))).toBe(true);
  });

  it("stops no catalog over MCP, and is not served", async () => {
    writeTree(folder.path, { "b/SKILL.md": skill("b", "Sorts letters."), ...prefixed("b") });
    const server = await createSkillServer({
      paths: [folder.path],
      version: "0.0.0",
      verdictOf: () => ({ decision: "allow", reason: "" }),
    });
    expect(JSON.stringify([...server.catalog().byId.values()])).not.toContain("journal");
    await server.close();
  });
});

function prefixed(name: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(brought).map(([path, text]) => [`${name}/${path}`, text]),
  );
}
