/**
 * node scripts/vscode-package.ts [--out DIR]
 *
 * Bundles the extension for VS Code and writes `skillwright-VERSION.vsix`. RELEASING.md says when.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { rolldown } from "rolldown";

/** The program of VS Code that packs extensions; needed for releases alone, so it is fetched then. */
const PACKER = "@vscode/vsce@4.1.0";

const root = resolve(import.meta.dirname, "..");
const extension = join(root, "editors/vscode");
const { values } = parseArgs({ options: { out: { type: "string", default: "release" } } });

const bundle = await rolldown({
  input: join(extension, "src/extension.ts"),
  platform: "node",
  external: ["vscode"],
});
await bundle.write({
  file: join(extension, "dist/extension.cjs"),
  format: "cjs",
  minify: true,
});
await bundle.close();
// Written by this project.
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
  readonly version: string;
};
const out = resolve(values.out);
mkdirSync(out, { recursive: true });
const words = ["exec", "--yes", "--", PACKER, "package", version, "--no-dependencies"];
const options = ["--no-git-tag-version", "--no-update-package-json", "--skip-license"];
const file = join(out, `skillwright-${version}.vsix`);
execFileSync("npm", [...words, ...options, "--allow-missing-repository", "--out", file], {
  cwd: extension,
  stdio: "inherit",
});
