/** What was made of skills is kept for the next start, and counts only for files that are the very same. */
import { rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import {
  catalogDocument,
  createSkillServer,
  type SkillServer,
  type SkillStore,
} from "../../src/serve/mcp/index.ts";
import { skill, useFolder, writeTree } from "../support/skill-folders.ts";

const folder = useFolder();

/** A store in memory, as the program has one among its caches. */
function openStore(): SkillStore & { readonly texts: Map<string, string> } {
  const texts = new Map<string, string>();
  return {
    texts,
    load: (settings) => {
      const text = texts.get(settings);
      return text === undefined ? undefined : new TextEncoder().encode(text);
    },
    save: (settings, text) => void texts.set(settings, text),
  };
}

async function open(skillStore: SkillStore): Promise<SkillServer> {
  const server = await createSkillServer({
    paths: [folder.path],
    version: "0.0.0",
    watches: false,
    whenBroken: "skip",
    skillStore,
    // What changed just now may change again unseen, and is not kept.
    clock: { now: () => Date.now() + 10_000, after: () => () => {} },
    verdictOf: () => ({ decision: "allow", reason: "" }),
  });
  onTestFinished(() => server.close());
  return server;
}

function said(server: SkillServer): unknown {
  return { ...catalogDocument(server.catalog()), version: 0, text: server.instructions() };
}

const TREE = {
  "one/SKILL.md": skill("one", "Sorts letters, “neatly”."),
  "one/references/dates.md": "# Dates\n",
  "vendor/one/SKILL.md": skill("one", "Shares a name."),
  "needs/SKILL.md":
    '---\nname: needs\ndescription: Needs.\nmetadata: {"openclaw":{"requires":{"bins":["no-such-program"]}}}\n---\nText\n',
  "hidden/SKILL.md":
    "---\nname: hidden\ndescription: Hides.\ndisable-model-invocation: true\n---\nText\n",
};

it("[BX-06] says the same after a start that reads no file", async () => {
  writeTree(folder.path, TREE);
  const store = openStore();
  const first = said(await open(store));
  const [[settings = "", text = ""] = []] = store.texts;
  const [folders = "", ...skills] = text.split("\n");
  expect(skills).toHaveLength(4);
  expect(folders).toContain(join(folder.path, "one/references"));
  // What is kept is taken over: a word of it that no file has is said.
  store.texts.set(settings, text.replaceAll("Shares a name.", "Was kept."));
  expect(JSON.stringify(said(await open(store)))).toContain("Was kept.");
  store.texts.set(settings, text);
  expect(said(await open(store))).toEqual(first);
});

it("[BX-06] sees what came into folders since the last start, and what went", async () => {
  writeTree(folder.path, TREE);
  const store = openStore();
  await open(store);
  writeTree(folder.path, {
    "one/references/more.md": "# More\n",
    "one/inner/SKILL.md": skill("inner"),
    "new/SKILL.md": skill("new"),
  });
  rmSync(join(folder.path, "vendor"), { recursive: true });
  const { skills } = (await open(store)).catalog();
  expect(skills.map(({ path }) => path)).toEqual(["hidden", "inner", "new", "one"]);
  expect([...(skills.at(-1)?.files.keys() ?? [])]).toContain("references/more.md");
});

it("[BX-06] reads a file again that is another than the one that was kept", async () => {
  writeTree(folder.path, TREE);
  const store = openStore();
  await open(store);
  writeFileSync(join(folder.path, "one/SKILL.md"), skill("one", "Was changed."));
  // The time of the change tells, whatever the file says of its own age.
  utimesSync(join(folder.path, "one/SKILL.md"), 1, 1);
  const after = JSON.stringify(said(await open(store)));
  expect(after).toContain("Was changed.");
  expect(after).not.toContain("neatly");
  expect(after).toContain("Shares a name.");
});

it("[BX-06] writes verdicts down when skills are scanned first and at the end, and not with every edit", async () => {
  writeTree(folder.path, { "one/SKILL.md": skill("one") });
  const saved: number[] = [];
  const server = await createSkillServer({
    paths: [folder.path],
    version: "0.0.0",
    watches: false,
    verdictStore: { load: () => new Map(), save: (verdicts) => void saved.push(verdicts.size) },
  });
  for (const word of ["two", "three", "four"]) {
    writeTree(folder.path, { "one/SKILL.md": skill("one", `Does ${word}.`) });
    await server.refresh([join(folder.path, "one/SKILL.md")]);
    expect(server.catalog().skills[0]?.description).toBe(`Does ${word}.`);
  }
  expect(saved).toEqual([1]);
  await server.close();
  expect(saved).toEqual([1, 4]);
});
