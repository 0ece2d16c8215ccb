/** The files of strangers that a registry serves: workers read them, never the server. */
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { openDatabase } from "../../src/hub/data/index.ts";
import { openMirror } from "../../src/serve/registry/mirror.ts";
import { createRegistry, skillFiles, type SkillText } from "../support/market.ts";
import type { SkillFile } from "../../src/registry/package/index.ts";

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
  expect(await mirror.sync()).toMatchObject({ hasMoved: true });
  const served = mirror.list();
  expect(served.map(({ shown }) => shown)).toEqual(["skills/web-search/SKILL.md"]);
  const around = join(served[0]?.folder ?? "", "../../..");
  expect(readdirSync(around, { recursive: true }).join(" ")).not.toContain("heavy");
  expect(await mirror.sync()).toEqual({ files: [], hasMoved: false });
});

describe("[BX-14] a published skill that takes long to read", () => {
  const broken = Buffer.from(
    `---\nname: inner\ndescription: x\n${"license: a: b\n".repeat(900)}---\nx`,
  );
  const long = `x ${"y".repeat(20_000)}`;
  it.each<readonly [string, SkillText, readonly string[]]>([
    ["with many defects", { tags: [], description: "Defects" }, []],
    ["with a long frontmatter", { description: long }, []],
    [
      "inside of another, which is served,",
      { more: [{ path: "examples/inner/SKILL.md", bytes: broken }] },
      ["SKILL.md", "tools.py"],
    ],
  ])("%s is not read in the server", async (_, given, served) => {
    const database = await openDatabase({ address: ":memory:" });
    onTestFinished(() => database.close());
    const { ports, publish, ada } = await createRegistry({ database });
    const published = skillFiles({ ...given, tier: "experimental" }).map((file) =>
      file.path === "SKILL.md" && given.description === "Defects" ? withDefects(file) : file,
    );
    const { status, text } = await publish(ada, published);
    expect(status, text).toBe(201);
    const mirror = openMirror(ports.market);
    onTestFinished(mirror.close);
    await mirror.sync();
    const files = mirror
      .list()
      .flatMap((skill) => readdirSync(skill.folder, { recursive: true }).map(String));
    expect(files.toSorted()).toEqual(served);
  });
});

/** Each line is read by itself, which costs much more than a text without defects. */
function withDefects(file: SkillFile): SkillFile {
  const text = Buffer.from(file.bytes).toString();
  const lines = Array.from({ length: 200 }, (_, index) => `note${index}: a: b\n`).join("");
  return { ...file, bytes: Buffer.from(text.replace("author: Ada\n", `author: Ada\n${lines}`)) };
}

/** What parses a skill. */
const READERS = /\b(?:readSkill|readSkillTools|readDocument|readAs|lint|scanSkill)\(/u;

/** Where it may stand: in the workers, and where the skills are the operator's own or were read by a worker before. */
const ALLOWED = [
  /^src\/hub\/jobs\//u,
  /^src\/hub\/skills\/reading\//u,
  /^src\/serve\/mcp\/catalog\/(?:later-reading|prepare|portable|judge)\.ts$/u,
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
