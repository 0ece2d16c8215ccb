/** What describes Skillwright to hosts and to the MCP registry. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  findUsageProblem,
  type PackageManifest,
  toBundleManifest,
  toServerJson,
} from "../../scripts/mcp-bundle/documents.ts";
import { serverJsonProblems } from "../support/server-json.ts";
import { root } from "../support/source.ts";

const own = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as PackageManifest;
const NAME = "io.github.someone/skillwright";
const BUNDLE = { url: "https://example.org/skillwright.mcpb", sha256: "a".repeat(64) };

describe("the manifest of a bundle", () => {
  it("starts the server with the folders that its user chose", () => {
    const manifest = toBundleManifest(own, [{ name: "search_skills", description: "Finds." }]);
    expect(manifest).toMatchObject({
      manifest_version: "0.3",
      name: "skillwright",
      version: own.version,
      author: { name: own.author },
      server: {
        type: "node",
        mcp_config: {
          command: "node",
          args: [expect.stringMatching(/^\$\{__dirname\}\//u), "mcp", "${user_config.folders}"],
        },
      },
      tools: [{ name: "search_skills", description: "Finds." }],
      user_config: { folders: { type: "directory", multiple: true, required: true } },
    });
  });
});

describe("server.json", () => {
  it("keeps to the limits of the MCP registry", () => {
    const server = toServerJson(own, NAME, BUNDLE);
    expect(serverJsonProblems(server)).toEqual([]);
    expect(server).toMatchObject({
      name: NAME,
      version: own.version,
      packages: [{ registryType: "mcpb", identifier: BUNDLE.url, fileSha256: BUNDLE.sha256 }],
    });
  });

  it("names the npm package where the package claims the same name", () => {
    const server = toServerJson({ ...own, mcpName: NAME }, NAME, undefined);
    expect(serverJsonProblems(server)).toEqual([]);
    expect(server).toMatchObject({
      packages: [
        {
          registryType: "npm",
          identifier: "skillwright",
          packageArguments: [
            { type: "positional", value: "mcp" },
            { type: "positional", valueHint: "folder", isRepeated: true },
          ],
        },
      ],
    });
  });

  it.each([
    ["skillwright", "https://github.com/o/s/releases/download/v1", "--name"],
    ["io.github.-/skillwright", "https://github.com/o/s/releases/download/v1", "--name"],
    [NAME, undefined, "--download"],
    [NAME, "http://example.org", "--download"],
    [NAME, "next week", "--download"],
  ])("is not written for %s at %s: %s is wrong", (name, download, option) => {
    expect(findUsageProblem(own, name, download)).toContain(`\`${option}`);
  });

  it("is written where there is something to install", () => {
    const download = "https://github.com/o/s/releases/download/v1";
    expect(findUsageProblem(own, NAME, download)).toBeUndefined();
    expect(findUsageProblem({ ...own, mcpName: NAME }, NAME, undefined)).toBeUndefined();
  });
});
