import { appendFileSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../../test/support/program.ts";
import { trusting, writeShared } from "../../../test/support/shared-skills.ts";
import { openManager, recordFolder, verifyInstalled } from "../index.ts";

const NOW = Date.UTC(2026, 0, 2, 3, 4, 5);

async function installed(): Promise<string> {
  const root = temporaryFolder();
  await writeShared(join(root, "source"), { name: "a", files: { "x.txt": "x" } });
  const folder = join(root, "skills");
  await openManager({ folder, trust: trusting, now: () => NOW }).install(join(root, "source"));
  return folder;
}

describe("what a lock vouches for", () => {
  it("[GA-06] is the tier of a trusted signature, also through a link", async () => {
    const folder = await installed();
    expect(await verifyInstalled(join(folder, "a"), trusting)).toBe("community");
    mkdirSync(join(folder, "../client"));
    symlinkSync(join(folder, "a"), join(folder, "../client/a"), "junction");
    expect(await verifyInstalled(join(folder, "../client/a"), trusting)).toBe("community");
  });

  it.each<readonly [string, (folder: string) => void, string]>([
    ["a changed file", (at) => appendFileSync(join(at, "a/x.txt"), "!"), "content"],
    ["another file", (at) => writeFileSync(join(at, "a/y.txt"), ""), "content"],
  ])("[GA-15] is nothing after %s", async (_what, change, kind) => {
    const folder = await installed();
    change(folder);
    await expect(verifyInstalled(join(folder, "a"), trusting)).rejects.toThrow(
      `The installed skill \`a\` does not match \`skill-lock.json\`: ${kind}.`,
    );
  });

  it("[GA-15] is nothing where the key is not trusted any more", async () => {
    const folder = await installed();
    const verifying = verifyInstalled(join(folder, "a"), new Map());
    await expect(verifying).rejects.toThrow(
      "The installed skill `a` does not match `skill-lock.json`: tier",
    );
  });

  it("is nothing for a skill of one's own that has changed, which may still be used", async () => {
    const folder = temporaryFolder();
    await writeShared(folder, { name: "own", isSigned: false });
    await recordFolder(folder, { trust: trusting, now: NOW }, false);
    appendFileSync(join(folder, "own/SKILL.md"), "more\n");
    expect(await verifyInstalled(join(folder, "own"), trusting)).toBe("experimental");
  });

  it("is what the signature is worth where there is no lock", async () => {
    const folder = temporaryFolder();
    await writeShared(folder, { name: "signed" });
    expect(await verifyInstalled(join(folder, "signed"), trusting)).toBe("community");
    expect(await verifyInstalled(join(folder, "signed"), new Map())).toBe("experimental");
    appendFileSync(join(folder, "signed/SKILL.md"), "more\n");
    await expect(verifyInstalled(join(folder, "signed"), trusting)).rejects.toMatchObject({
      diagnostic: { code: "registry/wrong-signature" },
    });
  });

  it("is never more than the lock says, though a key was trusted since", async () => {
    const folder = temporaryFolder();
    await writeShared(folder, { name: "signed" });
    await recordFolder(folder, { trust: new Map(), now: NOW }, false);
    expect(await verifyInstalled(join(folder, "signed"), trusting)).toBe("experimental");
  });
});
