/** What a browser has to fetch before it shows the first page. */
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Request } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { root } from "../support/source.ts";
import { PASSWORD } from "../support/users.ts";
import { describeWorkbench } from "./support/workbench.ts";

interface Chunk {
  readonly file: string;
  readonly isEntry?: boolean;
  readonly imports?: readonly string[];
}

const folder = join(root, "dist/web");
const BUDGET = 180 * 1024;

describe("the built workbench", () => {
  beforeAll(() => {
    execFileSync(process.execPath, [join(root, "scripts/build-web.ts")], { cwd: root });
  });

  it("loads editor, canvas, Markdown and the table of tokens only where they are needed", () => {
    const first = [...withImports("index.html"), ...withImports("src/pages/home/index.tsx")];
    const names = first.map((source) => manifest()[source]?.file ?? "").join(" ");
    expect(names).not.toMatch(/editor|workflow|markdown|o200k|worker/u);
  });

  it("brings its letters along, as variable fonts in the Latin subset", () => {
    const fonts = readdirSync(join(folder, "assets")).filter((name) => name.endsWith(".woff2"));
    expect(fonts.map((name) => name.replace(/-[\w-]{8}\.woff2$/u, "")).toSorted()).toEqual([
      "inter-latin-wght-normal",
      "jetbrains-mono-latin-wght-normal",
    ]);
    const licenses = readFileSync(join(folder, "licenses.txt"), "utf8");
    expect(licenses).toContain("@fontsource-variable/inter");
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

describeWorkbench("the first page", (workbench) => {
  it("is there after less than 180 KB of script as it goes over the wire, from the login on", async () => {
    const token = await workbench.token("first@example.com");
    const body = { name: "greet", content: "---\nname: greet\n---\n\nHello.\n" };
    await workbench.platform.send("POST", "/api/v1/skills", { token, body });
    const page = await workbench.visit({ email: null, path: "/healthz" });
    const scripts: Promise<{ readonly name: string; readonly size: number }>[] = [];
    const measure = (request: Request): void => {
      const name = new URL(request.url()).pathname;
      if (name.endsWith(".js"))
        scripts.push(request.sizes().then(({ responseBodySize: size }) => ({ name, size })));
    };
    page.on("requestfinished", measure);
    await page.goto(workbench.url);
    await page.getByLabel("Email").fill("first@example.com");
    await page.getByLabel("Password").fill(PASSWORD);
    await page.getByRole("button", { name: "Log in" }).click();
    await page.getByRole("link", { name: "greet" }).waitFor();
    // Nobody waits for the sizes of what comes later, which the end of the test would break off.
    page.off("requestfinished", measure);
    const fetched = await Promise.all(scripts);
    expect(fetched.length).toBeGreaterThan(1);
    expect(page.workers()).toEqual([]);
    expect(fetched.map(({ name }) => name).filter((name) => name.includes("worker"))).toEqual([]);
    const total = fetched.reduce((sum, { size }) => sum + size, 0);
    expect(total, JSON.stringify(fetched)).toBeLessThan(BUDGET);
    // Where it is needed the engine comes by itself.
    await page.getByRole("button", { name: "New skill" }).click();
    await page.getByLabel("Name").fill("made-here");
    await page.getByLabel("Description").fill("Is made here.");
    await page.getByRole("button", { name: "Create" }).click();
    await page.getByRole("textbox", { name: "Text of made-here" }).waitFor();
    expect(page.workers()).toHaveLength(1);
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
