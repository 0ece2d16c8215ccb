/** A link that came with a repository leads to `/`: a search for skills ends, and says so. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { agents } from "../../src/library/agents/index.ts";
import { FileTree, type CachedFile, scanRoots } from "../../src/library/roots/index.ts";
import { findSkills } from "../../src/platform/index.ts";
import { dialectNamed } from "../support/library.ts";
import { useFolder } from "../support/skill-folders.ts";

const folder = useFolder();
const NAMES = Array.from({ length: 1000 }, (_, index) => `f${index}`);
/** Agents that look one or two folders deep, or at 2,000 folders. */
const SHALLOW: ReadonlySet<string> = new Set(["codex", "gemini-cli", "vscode"]);

it.each(["gsv", "openclaw"])("[BX-14] a search of %s ends in a root with 60,000 folders", (id) => {
  const dialect = dialectNamed(id);
  if (dialect.homes === undefined) throw new Error(`${id} has no homes.`);
  mkdirSync(folder.path, { recursive: true });
  const tree = new FileTree<CachedFile>(Date.now);
  tree.list = (place) => {
    const depth = relative(folder.path, place).split("/").filter(Boolean).length;
    const names = NAMES.slice(0, [60, 1000][depth] ?? 0);
    return names.map((name) => ({ name, kind: "folder" as const }));
  };
  const { problems } = scanRoots(
    [{ source: "project", path: folder.path, mayLinkOut: true, linkTargets: [] }],
    {
      dialect,
      homes: dialect.homes,
      tree,
      facts: {},
      locate: (path) => path,
      onFolder: () => {},
    },
  );
  expect(problems.map(({ code }) => code)).toEqual(["roots/too-many-folders"]);
});

/** A repository whose folders of skills and commands are links to more folders than an agent searches. */
let repository = "";

beforeAll(() => {
  repository = realpathSync(mkdtempSync(join(tmpdir(), "skillwright-endless-")));
  const wide = join(repository, "wide");
  for (let outer = 0; outer < 11; outer += 1)
    for (let inner = 0; inner < 1000; inner += 1)
      mkdirSync(join(wide, `f${outer}/f${inner}`), { recursive: inner === 0 });
  for (const kind of [".agents", ".claude", ".cursor", ".goose", ".github", ".opencode"])
    for (const name of ["skills", "commands"]) {
      mkdirSync(join(repository, "project", kind), { recursive: true });
      symlinkSync(wide, join(repository, "project", kind, name));
    }
  return () => {
    rmSync(repository, { recursive: true, force: true });
  };
});

it("[BX-14] the search of commands ends behind a link, and says so", () => {
  const { skipped } = findSkills({ path: join(repository, "project/.claude"), shown: "." });
  const reason = `it links to ${join(repository, "wide")}, and the search ended after 10,000 folders behind links`;
  expect(skipped).toContainEqual({ path: "commands", reason, isFailure: true });
});

it.each(agents.filter(({ id }) => !SHALLOW.has(id)))("[BX-14] so does $title", ({ look }) => {
  const ground = { folder: join(repository, "project"), home: repository, environment: {} };
  expect(look(ground).dropped).toEqual([
    expect.objectContaining({ reason: expect.stringContaining("after 10,000 folders") as string }),
  ]);
});
