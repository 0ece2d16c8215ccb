/** Builds dist before the tests where a source is newer: they start the program as users do. */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { root } from "./source.ts";

export function setup(): void {
  if (!isStale()) return;
  execFileSync(process.execPath, [join(root, "scripts/build.ts")], { cwd: root, stdio: "inherit" });
}

function isStale(): boolean {
  const program = join(root, "dist/cli/main.js");
  if (!existsSync(program)) return true;
  const built = statSync(program).mtimeMs;
  const sources = ["src", "web", "docs/reference/diagnostics", "package.json", "tsdown.config.ts"];
  return sources.some((path) => newest(join(root, path)) > built);
}

function newest(path: string): number {
  const status = statSync(path);
  if (!status.isDirectory()) return path.endsWith(".test.ts") ? 0 : status.mtimeMs;
  return Math.max(0, ...readdirSync(path).map((name) => newest(join(path, name))));
}
