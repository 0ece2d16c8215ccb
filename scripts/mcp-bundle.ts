/**
 * node scripts/mcp-bundle.ts --name NAMESPACE/skillwright [--download URL] [--out DIR]
 *
 * Writes the bundle `skillwright-VERSION.mcpb`, which hosts such as Claude Desktop install with one click, and
 * `server.json` for the official MCP registry. RELEASING.md says when.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import { writeZip } from "../src/platform/archive/index.ts";
import { connectMcp } from "../src/registry/sources/index.ts";
import {
  ENTRY_POINT,
  findUsageProblem,
  type PackageManifest,
  toBundleManifest,
  toServerJson,
  type Tool,
} from "./mcp-bundle/documents.ts";

const root = resolve(import.meta.dirname, "..");
const { values } = parseArgs({
  options: {
    name: { type: "string" },
    download: { type: "string" },
    out: { type: "string", default: "release" },
  },
});
// Written by this project.
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as PackageManifest;
const name = values.name ?? "";
const problem = findUsageProblem(manifest, name, values.download);
if (problem === undefined) await bundle(name, values.download, resolve(values.out));
else {
  console.error(problem);
  console.error("Usage: npm run mcp-bundle -- --name io.github.OWNER/skillwright --download URL");
  process.exitCode = 2;
}

async function bundle(
  serverName: string,
  download: string | undefined,
  out: string,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "skillwright-bundle-"));
  try {
    install(folder);
    const tools = await readTools(folder, manifest.version);
    writeFileSync(join(folder, "manifest.json"), print(toBundleManifest(manifest, tools)));
    const bytes = writeZip(readFiles(folder));
    const file = `${manifest.name}-${manifest.version}.mcpb`;
    mkdirSync(out, { recursive: true });
    writeFileSync(join(out, file), bytes);
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    const base = download?.replace(/\/*$/u, "");
    const place = base === undefined ? undefined : { url: `${base}/${file}`, sha256 };
    writeFileSync(join(out, "server.json"), print(toServerJson(manifest, serverName, place)));
    console.log(
      `Wrote ${join(out, file)} (${bytes.length} bytes, sha256 ${sha256}) and server.json.`,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function npm(...words: readonly string[]): string {
  const options = { cwd: root, encoding: "utf8", shell: process.platform === "win32" } as const;
  return execFileSync("npm", words, options);
}

/** The package as npm would publish it, with what it needs to run. */
function install(folder: string): void {
  const server = join(folder, "server");
  mkdirSync(server);
  const packed = npm("pack", "--json", "--ignore-scripts", "--pack-destination", folder);
  const [entry] = JSON.parse(packed) as readonly { readonly filename: string }[];
  const archive = join(folder, entry?.filename ?? "");
  const quiet = ["--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  npm("install", "--prefix", server, ...quiet, archive);
  rmSync(archive);
}

/** Starts the program of the bundle, which proves that all of it is there, and asks for its tools. */
async function readTools(folder: string, version: string): Promise<readonly Tool[]> {
  const parameters = [join(folder, ENTRY_POINT), "mcp", join(root, "examples")];
  const address = { kind: "stdio", command: process.execPath, parameters } as const;
  const connection = await connectMcp(address, { version, era: "legacy" });
  try {
    const { tools } = await connection.client.listTools();
    // Some descriptions name the skills that are served; a manifest knows none.
    return tools.map((tool) => ({
      name: tool.name,
      description: (tool.description ?? "").split("\n")[0] ?? "",
    }));
  } finally {
    await connection.close();
  }
}

function readFiles(folder: string): Parameters<typeof writeZip>[0] {
  return (
    readdirSync(folder, { recursive: true, withFileTypes: true })
      // Nobody debugs a bundle or compiles against it.
      .filter((entry) => entry.isFile() && !/\.(?:map|d\.[cm]?ts)$/u.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name))
      .toSorted()
      .map((path) => ({
        path: relative(folder, path).replaceAll("\\", "/"),
        bytes: readFileSync(path),
        isExecutable: false,
      }))
  );
}

function print(value: object): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
