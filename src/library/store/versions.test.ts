import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createVersions, sha256 } from "./versions.ts";

let folder = "";

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "skillwright-versions-"));
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe("createVersions", () => {
  it.each([
    ["once, when it had settled before", 10_000, 1],
    ["every time, when it may still change within a tick", 0, 3],
  ])("reads an unchanged file %s", async (_, ahead, reads) => {
    const file = join(folder, `a-${ahead}`);
    writeFileSync(file, "one");
    let count = 0;
    const versions = createVersions(
      async () => {
        count += 1;
        return { bytes: readFileSync(file), modified: statSync(file).mtime };
      },
      () => Date.now() + ahead,
    );
    const list = () => versions.entryOf({ key: "a", status: statSync(file, { bigint: true }) });
    const expected = { key: "a", version: sha256("one"), size: 3, modified: statSync(file).mtime };
    const read = { ...expected, bytes: new TextEncoder().encode("one") };
    const again = reads === 1 ? expected : read;
    expect([await list(), await list(), await list()]).toEqual([read, again, again]);
    expect(count).toBe(reads);
    writeFileSync(file, "two");
    expect((await list())?.version).toBe(sha256("two"));
  });
});
