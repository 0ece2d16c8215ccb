/** A process that installs ends at any moment: what is left is the old state or the new one. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { checkLock, openLock, openManager } from "../src/registry/index.ts";
import { compiledOnce } from "./support/compiled.ts";
import { temporaryFolder } from "./support/program.ts";
import { stateOf, writeShared } from "./support/shared-skills.ts";
import { root } from "./support/source.ts";
import { runToEnd } from "./support/spawner.ts";

/** Two sets of skills: some change, one goes and one comes. */
const SETS = [
  { version: "1.0.0", names: ["alpha", "beta", "gone"] },
  { version: "2.0.0", names: ["alpha", "beta", "new"] },
] as const;

async function writeSets(): Promise<readonly string[]> {
  const base = temporaryFolder();
  for (const { version, names } of SETS)
    for (const name of names)
      await writeShared(join(base, version), {
        name,
        version,
        isSigned: false,
        files: { [`data/${version}.txt`]: `${version}\n`, "run.sh": "#!/bin/sh\necho hi\n" },
      });
  return [join(temporaryFolder(), "skills"), ...SETS.map(({ version }) => join(base, version))];
}

function run(words: readonly string[]): {
  readonly signal: string | null;
  readonly output: string;
} {
  const program = join(root, "test/support/install-program.ts");
  const { signal, stdout } = runToEnd(process.execPath, [program, ...words], {
    env: { ...process.env, ...compiledOnce() },
  });
  return { signal, output: stdout };
}

const COUNT = 200;

describe("an installation that ends before its end", () => {
  let words: readonly string[];
  let steps: readonly string[];
  // Once for both tests: it installs anew for each of its steps.
  beforeAll(async () => {
    words = await writeSets();
    steps = JSON.parse(run(words).output) as readonly string[];
  });

  it("[GA-12] [GA-15] leaves the old skills or the new ones after each of its steps", () => {
    const turn = steps.indexOf("new");
    expect(steps.length).toBeGreaterThan(40);
    expect(turn).toBeGreaterThan(10);
    // Old up to the journal, new from there on.
    expect(steps).toEqual(steps.map((_, index) => (index < turn ? "old" : "new")));
  });

  it("[GA-12] [GA-15] is settled by the next process after a kill", () => {
    const states = new Set<string>();
    const turn = steps.indexOf("new");
    // The last step is the one after which nothing died any more.
    const last = steps.length - 2;
    for (const changes of [1, turn - 1, turn, turn + 2, (turn + last) >> 1, last]) {
      expect(run([...words, String(changes)]).signal).toBe("SIGKILL");
      const { output } = run([...words, "judge"]);
      expect(["old", "new"], `after ${changes} changes`).toContain(output);
      states.add(output);
    }
    expect([...states].toSorted()).toEqual(["new", "old"]);
  }, 240_000);
});

/** Bytes of every kind by a number: none, all of them, text with both line ends, a larger piece. */
function bytesOf(at: number): string {
  const all = String.fromCodePoint(...Array.from({ length: 256 }, (_, byte) => (byte + at) % 256));
  return ["", all, `Body ${at}\r\nwith \u00fc and \u{1f419}.\n`, all.repeat(8)][at % 4] ?? "";
}

describe("several hundred skills", () => {
  it("[BX-06] keep every byte and every right to be run", async () => {
    const base = temporaryFolder();
    const source = join(base, "source");
    for (let at = 0; at < COUNT; at++)
      await writeShared(source, {
        name: `skill-${at}`,
        isSigned: false,
        body: `Body ${at}\r\nwith \u00fc and \u{1f419}.`,
        files: {
          [`scripts/run-${at}.sh`]: "#!/bin/sh\necho hi\n",
          "scripts/plain.sh": "echo hi\n",
          [`data/${at}/b\u00e4r ${at}/\u6f22\u5b57/\u{1f389}.bin`]: bytesOf(at),
          "a/b/c/d/e/deep": bytesOf(at + 1),
          ...(at % 3 === 0 ? { "empty.txt": "", "empty/none": "" } : {}),
        },
      });
    const folder = join(base, "skills");
    const manager = openManager({ folder, trust: new Map(), environment: {} });
    const options = { allowsExperimental: true, takesAll: true };
    const done = await manager.install(source, options);
    expect(done.length).toBe(COUNT);
    expect(stateOf(folder)).toEqual(stateOf(source));
    expect(await checkLock(folder, await openLock(folder), new Map())).toEqual([]);
    for (const name of ["skill-7", "skill-150"]) rmSync(join(folder, name), { recursive: true });
    expect((await manager.installFrozen({ allowsExperimental: true })).restored.length).toBe(2);
    expect(stateOf(folder)).toEqual(stateOf(source));
  }, 240_000);
});
