/** The pages about stores: every code has one, and what the guide shows is what its programs print. */
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { storeCodes } from "../src/library/store/index.ts";
import { findFences } from "./support/pages.ts";
import { listFiles, readFiles, root } from "./support/source.ts";

const run = promisify(execFile);

describe("codes of stores", () => {
  it("have a page each, and every page has a code", () => {
    const pages = listFiles(["docs/reference/diagnostics/store"], /\.md$/u);
    const named = pages.map((page) => `store/${basename(page, ".md")}`);
    expect(named).toEqual(Object.values(storeCodes).sort());
  });
});

describe("docs/how-to/choose-a-store.md", () => {
  const fences = findFences(readFileSync(join(root, "docs/how-to/choose-a-store.md"), "utf8"));
  const programs = fences.flatMap(({ info, body, line }, index) =>
    info === "ts" ? [{ line, body, output: fences[index + 1]?.body ?? "" }] : [],
  );
  let folder = "";

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "skillwright-page-"));
    // The package as it is built, found in the way in which the programs of its users find it.
    mkdirSync(join(folder, "node_modules"));
    symlinkSync(root, join(folder, "node_modules/skillwright"), "junction");
  });

  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it("shows programs", () => {
    expect(programs.length).toBeGreaterThan(3);
  });

  it.each(programs)("line $line prints what the page shows", async ({ line, body, output }) => {
    const program = join(folder, `program-${line}.ts`);
    writeFileSync(program, body);
    const { stdout } = await run(process.execPath, [program], {
      cwd: folder,
      env: { NO_COLOR: "1", PATH: process.env["PATH"] },
    });
    expect(stdout.trim()).toBe(output.trim());
  });
});

const IMPORT = /import \{([^}]*)\} from "skillwright\/library";/gu;

it("imports nothing on any page that the built library does not export", async () => {
  // The file is made by the build, so that its types are not known here.
  const built = (await import(pathToFileURL(join(root, "dist/library/index.js")).href)) as object;
  const pages = readFiles(["docs", "README.md"], /\.md$/u);
  const names = pages.flatMap(({ path, text }) =>
    [...text.matchAll(IMPORT)].flatMap(([, list = ""]) =>
      list
        .split(",")
        .map((name) => name.trim())
        .filter((name) => name !== "" && !name.startsWith("type "))
        .map((name) => ({ path, name })),
    ),
  );
  expect(names.map(({ name }) => name)).toContain("r2Endpoint");
  expect(names.filter(({ name }) => !Object.hasOwn(built, name))).toEqual([]);
});
