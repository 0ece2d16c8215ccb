/** Puts a case on the disk, with a fresh HOME and PROJECT, and takes it away again. */
import { execFileSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Case, Json, PlacedCase } from "./types.ts";

/**
 * Runs `use` on the case. The folders have names of a fixed length: some programs count the characters of paths
 * against their budget.
 */
export async function withPlaced<Result>(
  item: Case,
  use: (placed: PlacedCase) => Promise<Result>,
  sharedHome?: string,
): Promise<Result> {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "oracle-")));
  try {
    return await use(place(item, base, sharedHome));
  } finally {
    rmSync(base, { recursive: true, force: true, maxRetries: 5 });
  }
}

function place(item: Case, base: string, sharedHome: string | undefined): PlacedCase {
  const project = join(base, "project");
  const home = sharedHome ?? join(base, "home");
  const resolve = (text: string): string =>
    text.replaceAll(/\bPROJECT\b/gu, project).replaceAll(/\bHOME\b/gu, home);
  const generalize = (text: string): string =>
    text.replaceAll(project, "PROJECT").replaceAll(home, "HOME");
  mkdirSync(project, { recursive: true });
  mkdirSync(home, { recursive: true });
  for (const folder of item.in.dirs ?? []) mkdirSync(resolve(folder), { recursive: true });
  for (const folder of item.in.git) {
    mkdirSync(resolve(folder), { recursive: true });
    execFileSync("git", ["init", "--quiet", resolve(folder)], { stdio: "ignore" });
  }
  for (const [path, content] of Object.entries(item.in.files)) {
    const bytes = typeof content === "string" ? content : Buffer.from(content.base64, "base64");
    writeInside(resolve(path), bytes);
  }
  for (const [path, value] of Object.entries(item.in.settings ?? {})) {
    const text = typeof value === "string" ? value : JSON.stringify(value);
    writeInside(resolve(path), resolve(text));
  }
  for (const [path, target] of Object.entries(item.in.links ?? {})) {
    mkdirSync(dirname(resolve(path)), { recursive: true });
    symlinkSync(resolve(target), resolve(path));
  }
  const cwd = resolve(item.in.cwd);
  mkdirSync(cwd, { recursive: true });
  return { case: item, project, home, cwd, resolve, generalize };
}

function writeInside(path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

/** Adds what a program needs for itself to a JSON settings file of the case. */
export function mergeJsonFile(path: string, addition: { readonly [key: string]: Json }): void {
  let present: { readonly [key: string]: Json } = {};
  try {
    present = JSON.parse(readFileSync(path, "utf8"));
  } catch {
    // The case has no such file.
  }
  writeInside(path, JSON.stringify({ ...addition, ...present }));
}

/** The variables of a run: nothing of the caller's but the way to programs. */
export function buildEnvironment(
  placed: PlacedCase,
  additions: { readonly [name: string]: string },
): { readonly [name: string]: string } {
  const own = Object.entries(placed.case.in.env ?? {}).map(([name, value]) => [
    name,
    placed.resolve(value),
  ]);
  return {
    PATH: process.env["PATH"] ?? "",
    HOME: placed.home,
    LANG: "C.UTF-8",
    TERM: "dumb",
    NO_COLOR: "1",
    ...additions,
    ...Object.fromEntries(own),
  };
}
