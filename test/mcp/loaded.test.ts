// @starts the build, whose files it reads
/** What the built program loads before it answers a client that started it. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "../support/source.ts";

const folder = join(root, "dist/cli");

/** The text of every file that one loads at once, by name, and the modules of Node. */
function loadedBy(module: string): {
  readonly texts: readonly string[];
  readonly builtins: ReadonlySet<string>;
} {
  const all = new Map(
    readdirSync(folder)
      .filter((name) => name.endsWith(".js"))
      .map((name) => [name, readFileSync(join(folder, name), "utf8")]),
  );
  const start = [...all].find(([, text]) => text.includes(`//#region ${module}\n`));
  if (start === undefined) throw new Error(`No file of dist/cli holds ${module}.`);
  const seen = new Set([start[0]]);
  const builtins = new Set<string>();
  // A set goes on with what is added to it meanwhile.
  for (const name of seen)
    for (const [, target = ""] of (all.get(name) ?? "").matchAll(
      /^(?:import|export) (?:[^"\n]* from )?"([^"\n]+)";$/gmu,
    )) {
      if (target.startsWith("./")) seen.add(target.slice(2));
      else builtins.add(target);
    }
  return { texts: [...seen].map((name) => all.get(name) ?? ""), builtins };
}

describe("the built `mcp`", () => {
  it("loads no SDK and no reader of skills before it answers", () => {
    const { texts } = loadedBy("src/cli/commands/mcp.ts");
    const holds = (module: string): boolean =>
      texts.some((text) => text.includes(`//#region ${module}\n`));
    expect(holds("src/serve/mcp/early/first-answer.ts")).toBe(true);
    for (const module of [
      "src/serve/mcp/stdio.ts",
      "src/skill/text/read-document.ts",
      "node_modules/zod/v4/core/schemas.js",
    ])
      expect([module, holds(module)]).toEqual([module, false]);
    expect(texts.join("").length).toBeLessThan(300_000);
  });

  it("loads neither HTTP nor the scanner before it serves", () => {
    const { texts, builtins } = loadedBy("src/cli/mcp/serve.ts");
    const holds = (module: string): boolean =>
      texts.some((text) => text.includes(`//#region ${module}\n`));
    expect(holds("src/serve/mcp/stdio.ts")).toBe(true);
    for (const module of [
      "src/serve/mcp/http.ts",
      "src/serve/auth/resource-server.ts",
      "src/check/scan/engine.ts",
    ])
      expect([module, holds(module)]).toEqual([module, false]);
    for (const builtin of ["node:http", "node:http2"]) expect(builtins).not.toContain(builtin);
  });
});
