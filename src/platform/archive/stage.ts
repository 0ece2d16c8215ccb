import { randomBytes } from "node:crypto";
import { chmodSync } from "node:fs";
import { mkdir, readdir, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { errorCode } from "../failure.ts";
import { readText } from "../files.ts";
import { isGone, parseOwner, readOwner } from "../folder/owner.ts";
import { isInside } from "../paths.ts";

const NAME = /^\.stage-[0-9a-f]{16}$/;
/** Says whose it is, so that one left over by a process that died can be told from one in use. */
const OWNER = ".owner";
/** One without an owner was left within the moment between its making and the writing of the name. */
const NAMELESS_MS = 60_000;

/** A new folder in which things are prepared, so that they are never seen half done. */
export interface Stage {
  readonly folder: string;
  readonly path: (name: string) => string;
  /** Moves what lies in a folder of the stage to its place, over what is there under the same names. */
  readonly moveInto: (from: string, target: string) => Promise<readonly string[]>;
  readonly remove: () => Promise<void>;
}

/** Lies inside of the root, so that things can be moved and not copied; `target` must lie in it too. */
export async function createStage(root: string): Promise<Stage> {
  await mkdir(root, { recursive: true });
  const folder = join(root, `.stage-${randomBytes(8).toString("hex")}`);
  await mkdir(folder, { mode: 0o700 });
  await writeFile(join(folder, OWNER), JSON.stringify(readOwner()));
  return {
    folder,
    path: (name) => join(folder, name),
    moveInto: (from, target) => moveInto(from, target, root),
    // A file that was being opened when its work failed may still appear.
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 20 }),
  };
}

/** Removes what processes that died have left in a folder. */
export async function removeLeftStages(root: string): Promise<void> {
  const names = await readdir(root).catch((error: unknown) => {
    if (errorCode(error) === "ENOENT") return [];
    throw error;
  });
  for (const name of names)
    if (NAME.test(name) && (await isStale(join(root, name))))
      await rm(join(root, name), { recursive: true, force: true });
}

async function isStale(stage: string): Promise<boolean> {
  try {
    const owner = parseOwner(readText(join(stage, OWNER)));
    if (owner !== undefined) return isGone(owner, readOwner());
  } catch (error) {
    if (errorCode(error) !== "ENOENT") throw error;
  }
  const status = await stat(stage).catch(() => undefined);
  return status !== undefined && Date.now() - status.mtimeMs > NAMELESS_MS;
}

async function moveInto(from: string, target: string, root: string): Promise<readonly string[]> {
  await mkdir(target, { recursive: true });
  // A link on the way could lead out of the root, whatever the path says.
  if (!isInside(await realpath(target), await realpath(root)))
    throw new Error(`${target} lies outside of ${root}`);
  const names = await readdir(from);
  for (const name of names) {
    await rm(join(target, name), { recursive: true, force: true });
    await rename(join(from, name), join(target, name));
  }
  return names.map((name) => join(target, name));
}

/** Gives a file the rights of a program, or those of a plain file. */
export function setExecutable(path: string, isExecutable: boolean): void {
  chmodSync(path, isExecutable ? 0o755 : 0o644);
}
