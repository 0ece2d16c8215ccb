import { spawnSync } from "node:child_process";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../../test/support/program.ts";
import { root } from "../../../test/support/source.ts";
import { removeLeftLocks, withLock } from "./index.ts";

/** Has the lock, or tries to get it, and is killed; true where it had it. */
function killed(file: string, ...more: readonly string[]): boolean {
  const program = join(root, "test/support/lock-program.ts");
  const ran = spawnSync(process.execPath, [program, file, ...more], { encoding: "utf8" });
  expect(ran.signal, ran.stderr).toBe("SIGKILL");
  return ran.stdout === "has it\n";
}

describe("a lock", () => {
  it("of a process that was killed is removed, whoever was killed while he removed it", async () => {
    let [steps, hadIt] = [0, false];
    for (; !hadIt; steps += 1) {
      const folder = temporaryFolder();
      const file = join(folder, "x.lock");
      expect(killed(file)).toBe(true);
      hadIt = killed(file, String(steps));
      expect(await withLock(file, 2000, () => removeLeftLocks(folder).then(() => "mine"))).toBe(
        "mine",
      );
      expect(readdirSync(folder), `after ${steps} steps`).toEqual([]);
    }
    expect(steps).toBeGreaterThan(5);
  });

  it("[BX-14] that came with a copied folder is not waited for to the end", async () => {
    const file = join(temporaryFolder(), "x.lock");
    writeFileSync(file, JSON.stringify({ host: "elsewhere", boot: "", pid: 1, start: "" }));
    // Far longer than the time limit of a test: it ends by the lock alone.
    const held = withLock(file, 600_000, () => Promise.resolve());
    await expect(held).rejects.toMatchObject({ file, owner: { host: "elsewhere" } });
  });
});
