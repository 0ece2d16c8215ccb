/** A process that updates skills is killed in the middle: whoever only looks at the folder sees the new state. */
import { existsSync, mkdirSync, readdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { readIdentity } from "../../src/platform/archive/transaction.ts";
import { openLibrary } from "../../src/hub/library/public.ts";
import { createSkillServer } from "../../src/serve/mcp/public.ts";
import { openManager } from "../../src/registry/public.ts";
import { goodSkill, playground, type Playground } from "../support/program.ts";

const STAGE = "stage-0123456789abcdef";
const NAMES = ["k1", "k2", "k3"];

/** Three installed skills, as a kill leaves them after the first of three was moved away. */
async function broken(): Promise<Playground> {
  const made = playground();
  for (const name of NAMES) made.write(`shop/${name}/SKILL.md`, goodSkill(name));
  const folder = made.path("skills");
  const manager = openManager({ folder, trust: new Map(), environment: {} });
  for (const name of NAMES)
    await manager.install(made.path("shop", name), { allowsExperimental: true });
  const lock = made.path("skills/skill-lock.json");
  const stage = join(folder, ".skillwright", STAGE);
  for (const place of ["new", "old"]) mkdirSync(join(stage, place), { recursive: true });
  // The same files once more: what is checked here is that they come to their place.
  for (const [at, name] of NAMES.entries()) {
    renameSync(join(folder, name), join(stage, "new", String(at)));
    if (at > 0) made.write(`skills/${name}/SKILL.md`, goodSkill(name));
  }
  expect(existsSync(lock)).toBe(true);
  const steps = NAMES.map((path) => ({ path, kind: "folder" }));
  const journal = { version: 1, stage: STAGE, identity: readIdentity(stage), steps };
  writeFileSync(join(folder, ".skillwright/journal.json"), `${JSON.stringify(journal)}\n`);
  return made;
}

function isSettled({ path }: Playground): boolean {
  const left = readdirSync(path("skills/.skillwright"));
  return left.every((name) => /^(?:origins|pristine|published)$/u.test(name));
}

describe("an update that was killed", () => {
  it("[GA-12] is finished by a server of MCP", async () => {
    const ground = await broken();
    const server = await createSkillServer({
      paths: [ground.path("skills")],
      version: "1",
      watches: false,
    });
    onTestFinished(() => server.close());
    const shown = server.catalog().skills.map((skill) => skill.shown);
    expect(shown).toEqual(NAMES.map((name) => `skills/${name}/SKILL.md`));
    expect(isSettled(ground)).toBe(true);
  });

  it("[GA-12] is finished by a library", async () => {
    const ground = await broken();
    const library = await openLibrary({
      dialect: "claude",
      roots: [ground.path("skills")],
      settings: {},
    });
    onTestFinished(() => library.close());
    expect(library.snapshot().skills.map(({ name }) => name)).toEqual(NAMES);
    expect(isSettled(ground)).toBe(true);
  });

  it.each([
    ["list", ["list", "--json", "--no-cache"], "k1"],
    ["list of one folder", ["list", "skills", "--json"], "k1"],
    ["list of a system", ["list", "skills", "--as", "claude", "--json"], "k1"],
    ["prompt", ["prompt", "--as", "claude", "--root", "skills"], "k1"],
    ["doctor", ["doctor", "--as", "claude", "--root", "skills", "--json"], "3"],
    ["lint", ["lint", "skills", "--json"], "k1"],
    ["run", ["run", "skills/k1", "--dry-run"], "Sort by them"],
    ["tools", ["tools", "list", "skills"], "0 tools"],
  ])("[GA-12] is finished by %s", async (_title, words, shown) => {
    const ground = await broken();
    const ran = ground.run(words);
    expect(ran.stdout, ran.stderr).toContain(shown);
    expect(ran.stdout + ran.stderr).not.toContain(STAGE);
    expect(isSettled(ground)).toBe(true);
  });
});
