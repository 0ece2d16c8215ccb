/** The files of strangers that a registry serves: workers read them, never the server. */
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { openDatabase } from "../../src/hub/data/index.ts";
import { openMirror } from "../../src/serve/registry/mirror.ts";
import { createRegistry, skillFiles } from "../support/market.ts";

it("[BX-14] a skill with a huge frontmatter is not served over MCP, and others are", async () => {
  const database = await openDatabase({ address: ":memory:" });
  onTestFinished(() => database.close());
  const { ports, publish, ada, ask } = await createRegistry({ database });
  const tags = Array.from({ length: 3000 }, (_, index) => `t${index}`);
  for (const files of [
    skillFiles({ tier: "experimental" }),
    skillFiles({ name: "heavy", tier: "experimental", tags }),
  ])
    expect((await publish(ada, files)).status).toBe(201);
  const listed = (await ask("GET", "/skills", ada)).text;
  expect(listed).toContain("heavy");
  const mirror = openMirror(ports.market);
  onTestFinished(mirror.close);
  expect(await mirror.sync()).toBe(true);
  expect(readdirSync(mirror.folder)).toEqual(["web-search"]);
  expect(await mirror.sync()).toBe(false);
});

/** What parses a skill. */
const READERS = /\b(?:readSkill|readSkillTools|readDocument|readAs|lint|scanSkill)\(/u;

/** Where it may stand: in the workers, and where the skills are the operator's own or were read by a worker before. */
const ALLOWED = [
  /^src\/hub\/jobs\//u,
  /^src\/hub\/skills\/reading\//u,
  /^src\/serve\/mcp\/catalog\/(?:prepare|portable|judge)\.ts$/u,
];

it("[BX-14] no file of the server reads a skill by itself", () => {
  const root = join(import.meta.dirname, "../..");
  const files = ["src/hub", "src/serve", "src/registry/protocols"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /(?<!\.test)\.ts$/u.test(entry.name))
      .map((entry) => relative(root, join(entry.parentPath, entry.name))),
  );
  const found = files
    .filter((file) => !ALLOWED.some((pattern) => pattern.test(file)))
    .filter((file) => READERS.test(readFileSync(join(root, file), "utf8")));
  expect(found).toEqual([]);
});
