/** Skills with files of every kind: what each protocol gives is what was published. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { afterAll, beforeAll, expect } from "vitest";
import { type ArchiveKind, unpack } from "../../src/platform/archive/index.ts";
import { runFile } from "../support/clients.ts";
import { needs } from "../support/needs.ts";
import { temporaryFolder } from "../support/program.ts";
import {
  bytesAt,
  openRegistry,
  publishFolder,
  readSkill,
  type RegistryServer,
  type SkillFiles,
  versionedText,
  writeSkill,
} from "../support/registry-server.ts";

let registry: RegistryServer;
let token = "";

beforeAll(async () => {
  registry = await openRegistry();
  token = await registry.join("ann@example.com");
});

afterAll(() => registry.close());

const part = fc
  .array(fc.constantFrom(..."abcxyz0189-_ äß漢🎉é+#'()[]~!$&,;=@%".split(/(?:)/u)), {
    minLength: 1,
    maxLength: 30,
  })
  .map((signs) => `f${signs.join("")}`.trim())
  // A name that ends so is a left-over of an editor, which no package holds.
  .filter((name) => !name.endsWith("~"));

const content: fc.Arbitrary<SkillFiles[string]> = fc.oneof(
  fc.uint8Array({ maxLength: 3000 }),
  fc.string({ maxLength: 200 }).map((text) => Buffer.from(text)),
  fc.constant(["#!/bin/sh\necho sorted\n", true] as const),
  fc.constant(new Uint8Array(70_000).fill(7)),
);

const files = fc.dictionary(
  fc.array(part, { minLength: 1, maxLength: 8 }).map((parts) => parts.join("/")),
  content,
  { maxKeys: 12 },
);

/** On some systems one file hides the other, so that the registry takes none of both. */
function isPortable(tree: SkillFiles): boolean {
  const seen = new Map<string, string>();
  return Object.keys(tree).every((path) =>
    path.split("/").every((_, index, parts) => {
      const start = parts.slice(0, index + 1).join("/");
      const isFile = index === parts.length - 1;
      const kind = `${start}:${isFile ? "file" : "folder"}`;
      const folded = start.normalize("NFC").toLowerCase();
      const before = seen.get(folded);
      seen.set(folded, kind);
      return before === undefined || before === kind;
    }),
  );
}

const modes = { withModes: true };

async function unpacked(address: string, kind: ArchiveKind, inner: string) {
  const work = temporaryFolder();
  writeFileSync(join(work, "archive"), await bytesAt(registry.url + address));
  mkdirSync(join(work, "out"));
  const limits = { maxBytes: 10_000_000, maxEntries: 1000, stripComponents: 0 };
  await unpack(join(work, "archive"), kind, join(work, "out"), limits);
  return readSkill(join(work, "out", inner), modes);
}

needs.command("git").it(
  "[BX-06] every protocol gives every byte and right to run of generated skills",
  async (git) => {
    let count = 0;
    await fc.assert(
      fc.asyncProperty(files.filter(isPortable), async (tree) => {
        count += 1;
        const name = `generated-${count}`;
        const all = { ...tree, "SKILL.md": versionedText(name, "1.0.0") };
        const folder = writeSkill(name, all);
        await publishFolder(registry, token, folder);
        const published = readSkill(folder, modes);
        const archives: readonly (readonly [string, ArchiveKind, string])[] = [
          [`/d/${name}@1.0.0.zip`, "zip", name],
          [`/d/${name}@1.0.0.tgz?layout=flat`, "tar", ""],
          [`/npm/@skills/${name}/-/${name}-1.0.0.tgz`, "tar", `package/skills/${name}`],
          [`/gaia/skills/${name}/1.0.0/${name}-1.0.0.zip`, "zip", name],
          [`/clawhub/api/v1/download?slug=${name}`, "zip", ""],
        ];
        const clone = join(temporaryFolder(), "clone");
        const cloning = runFile(git, ["clone", "-q", `${registry.url}/git/${name}.git`, clone], {
          environment: { GIT_CONFIG_NOSYSTEM: "1", GIT_TERMINAL_PROMPT: "0" },
        });
        const [cloned] = await Promise.all([
          cloning,
          ...archives.map(async ([address, kind, inner]) => {
            expect(await unpacked(address, kind, inner), address).toEqual(published);
          }),
        ]);
        expect(cloned.code, cloned.stderr).toBe(0);
        expect(readSkill(clone, { ...modes, leftOut: [".git/"] })).toEqual(published);
      }),
      { numRuns: 15, seed: 7 },
    );
    expect(count).toBeGreaterThanOrEqual(15);
  },
  180_000,
);
