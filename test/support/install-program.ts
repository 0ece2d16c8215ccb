/**
 * node test/support/install-program.ts FOLDER OLD NEW [CHANGES]
 *
 * Installs the skills of one folder over those of another. With a number it kills itself after so many changes of
 * files; without one it dies in the same way, but within itself, after each number of them, and looks at what is left.
 */
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { commit, type FolderChange, type Placement } from "../../src/registry/install/commit.ts";
import { checkLock, toLockEntry, openLock } from "../../src/registry/lock/index.ts";
import { openFolder } from "../../src/registry/sources/folder/index.ts";
import { makeFilesDie } from "./dying-files.ts";
import { stateOf } from "./shared-skills.ts";

const [folder = "", old = "", next = "", at] = process.argv.slice(2);
const trust = new Map();
const sets = [await readSet(old), await readSet(next)] as const;
const files = await makeFilesDie();

async function readSet(source: string): Promise<FolderChange & { readonly shown: string }> {
  const storedSkills = openFolder(source);
  const names = (await storedSkills.names()) ?? [];
  const skills = await Promise.all(names.map((name) => storedSkills.fetch(name, "")));
  const placements: Placement[] = [];
  for (const skill of skills) {
    const entry = await toLockEntry(skill, { trust, now: 0 });
    placements.push({ skill, entry, pristine: skill.files, over: "anything" });
  }
  return {
    placements,
    now: 0,
    shown: JSON.stringify(stateOf(source)),
  };
}

/** Skills that only the other set has go in the same step. */
function changeTo(which: 0 | 1): FolderChange {
  const names = new Set(sets[which].placements.map(({ skill }) => skill.name));
  const others = sets[1 - which]?.placements.map(({ skill }) => skill.name) ?? [];
  return { ...sets[which], removals: others.filter((name) => !names.has(name)) };
}

async function startOver(): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await commit(folder, { ...sets[0], removals: [] });
}

/** What is left, once the next one has settled it: `old`, `new`, or what is wrong with it. */
async function judge(): Promise<string> {
  const lock = await openLock(folder);
  const which = sets.findIndex(({ shown }) => shown === JSON.stringify(stateOf(folder)));
  const drifts = await checkLock(folder, lock, trust);
  // A lock of a process that is gone keeps nobody out, made ready or only half.
  const left = readdirSync(join(folder, ".skillwright")).filter(
    (name) => !/^(?:origins|pristine|\.?skill-lock\.lock(?:\.[0-9a-f]+\.tmp)?)$/u.test(name),
  );
  const strange = readdirSync(folder).filter((name) => name.endsWith(".tmp"));
  if (which === -1 || drifts.length > 0 || left.length > 0 || strange.length > 0)
    return JSON.stringify({ which, drifts, left, strange, state: stateOf(folder) });
  return which === 0 ? "old" : "new";
}

if (at === undefined) {
  const found: string[] = [];
  for (let allowed = 0; ; allowed++) {
    await startOver();
    files.revive();
    files.dieAfter(allowed);
    await commit(folder, changeTo(1)).catch(() => {});
    const { hasDied } = files.revive();
    // A process that is gone holds no lock; this one is still there.
    rmSync(join(folder, ".skillwright/skill-lock.lock"), { force: true });
    found.push(await judge());
    if (!hasDied) break;
  }
  process.stdout.write(JSON.stringify(found));
} else if (at === "judge") process.stdout.write(await judge());
else {
  await startOver();
  files.revive();
  files.dieAfter(Number(at), () => process.kill(process.pid, "SIGKILL"));
  await commit(folder, changeTo(1));
}
