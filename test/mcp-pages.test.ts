/** The configurations that people paste: they are JSON, and what they start is a server of skills. */
import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { findFences } from "./support/pages.ts";
import { playground } from "./support/program.ts";
import { root } from "./support/source.ts";

interface Entry {
  readonly command?: string;
  readonly args?: readonly string[];
  readonly url?: string;
}

const page = readFileSync(join(root, "docs/how-to/serve-skills-over-mcp.md"), "utf8");
const entries = findFences(page)
  .filter(({ info }) => info === "json")
  .map(({ body, line }) => {
    const config = JSON.parse(body) as {
      readonly servers?: Readonly<Record<string, Entry>>;
      readonly mcpServers?: Readonly<Record<string, Entry>>;
    };
    return { line, entry: Object.values(config.servers ?? config.mcpServers ?? {})[0] ?? {} };
  });

describe("docs/how-to/serve-skills-over-mcp.md", () => {
  it("has a section for each client", () => {
    for (const client of [
      "Claude Code",
      "Claude Desktop",
      "VS Code",
      "Cursor",
      "The MCP inspector",
    ])
      expect(page).toContain(`\n## ${client}\n`);
    expect(entries.length).toBeGreaterThanOrEqual(5);
  });

  it.each(entries)("line $line starts or names a server", ({ entry }) => {
    if (entry.url !== undefined) {
      expect(entry).toMatchObject({ url: "http://127.0.0.1:4818/mcp" });
      return;
    }
    expect(entry).toMatchObject({
      command: "npx",
      args: ["-y", "skillwright", "mcp", expect.any(String)],
    });
    const ground = playground();
    cpSync(join(root, "examples/agentskills"), ground.path("skills"), { recursive: true });
    const words = (entry.args ?? []).slice(2).map((word) => (word === "mcp" ? word : "skills"));
    const program = [process.execPath, join(root, "dist/cli/main.js")];
    const ran = ground.run(["mcp", "inspect", "--", ...program, ...words]);
    expect(ran.code, ran.stderr).toBe(0);
  });
});
