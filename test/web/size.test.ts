/** What a browser has to fetch before it shows the first page. */
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { root } from "../support/source.ts";

interface Chunk {
  readonly file: string;
  readonly isEntry?: boolean;
  readonly imports?: readonly string[];
}

const folder = join(root, "dist/web");
const BUDGET = 250 * 1024;

describe("the built workbench", () => {
  beforeAll(() => {
    execFileSync(process.execPath, [join(root, "scripts/build-web.ts")], { cwd: root });
  }, 60_000);

  it("needs less than 250 KB of compressed script for its first page", () => {
    const first = new Set([
      ...withImports("index.html"),
      ...withImports("src/pages/skills/index.tsx"),
    ]);
    expect(compressed(first)).toBeLessThan(BUDGET);
  });

  it("loads editor, canvas, Markdown and the table of tokens only where they are needed", () => {
    const first = [...withImports("index.html"), ...withImports("src/pages/skills/index.tsx")];
    const names = first.map((source) => manifest()[source]?.file ?? "").join(" ");
    expect(names).not.toMatch(/editor|workflow|markdown|o200k|worker/u);
  });

  it("is built for users, also where tests build it", () => {
    const files = Object.values(manifest()).map(({ file }) => file);
    expect(files.join(" ")).not.toMatch(/jsx-dev-runtime|\.development/u);
  });

  it("runs the engine without anything of Node", () => {
    const worker = readdirSync(join(folder, "assets")).find((name) =>
      /^worker-.*\.js$/u.test(name),
    );
    const code = readFileSync(join(folder, "assets", worker ?? ""), "utf8");
    expect(code).not.toMatch(/\bfrom\s*["'`]node:|__vite-browser-external/u);
  });

  it("has no inline script or style, and names no other host to load from", () => {
    const html = readFileSync(join(folder, "index.html"), "utf8");
    expect(html).not.toMatch(/<script(?![^>]*\ssrc=)|<style|style=|\son\w+=/u);
    expect([...html.matchAll(/(?:src|href)="([^"]+)"/gu)].map(([, address]) => address)).toEqual(
      expect.not.arrayContaining([expect.stringMatching(/^(?:https?:)?\/\//u)]),
    );
    const names = readdirSync(join(folder, "assets"));
    expect(names.every((name) => /-[\w-]{8,}\.\w+(?:\.(?:gz|br))?$/u.test(name))).toBe(true);
  });
});

function manifest(): { readonly [source: string]: Chunk } {
  return JSON.parse(readFileSync(join(folder, ".vite/manifest.json"), "utf8")) as {
    readonly [source: string]: Chunk;
  };
}

/** A chunk with everything that it imports at once. */
function withImports(source: string, seen = new Set<string>()): ReadonlySet<string> {
  const chunk = manifest()[source];
  if (chunk === undefined || seen.has(source)) return seen;
  seen.add(source);
  for (const next of chunk.imports ?? []) withImports(next, seen);
  return seen;
}

function compressed(sources: Iterable<string>): number {
  const files = [...sources].map((source) => manifest()[source]?.file ?? "");
  const sizes = files.map((file) => {
    const path = join(folder, `${file}.gz`);
    return statSync(path, { throwIfNoEntry: false })?.size ?? statSync(join(folder, file)).size;
  });
  return sizes.reduce((sum, size) => sum + size, 0);
}
