/** What describes Skillwright to hosts and to the MCP registry. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  type PackageManifest,
  toBundleManifest,
  toServerJson,
} from "../../scripts/mcp-bundle/documents.ts";
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
    const server = toServerJson(own, NAME, BUNDLE) as Readonly<Record<string, string>>;
    expect(server["description"]?.length).toBeLessThanOrEqual(100);
    expect(server["name"]).toBe(NAME);
    expect(server["packages"]).toEqual([
      {
        registryType: "mcpb",
        identifier: BUNDLE.url,
        version: own.version,
        fileSha256: BUNDLE.sha256,
        transport: { type: "stdio" },
      },
    ]);
  });

  it("names the npm package where the package claims the same name", () => {
    expect(toServerJson({ ...own, mcpName: NAME }, NAME, undefined)).toMatchObject({
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
});
