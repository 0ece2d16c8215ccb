import type { TreeContent } from "../../platform/archive/index.ts";
import { fileExists, joinPath } from "../../platform/index.ts";
import { SkillError } from "../../skill/index.ts";
import { readPackage } from "../package/unpack-skill.ts";
import { OWN_FOLDER } from "./folder-lock.ts";

/** One archive for each skill, since no system takes an archive for a skill. */
export function pristinePath(folder: string, name: string): string {
  return joinPath(folder, OWN_FOLDER, "pristine", `${name}.zip`);
}

/**
 * The files of a skill as they were when it was installed; undefined where they were not kept, or were damaged since:
 * a skill that nobody changed needs them for nothing.
 */
export async function readPristine(
  folder: string,
  name: string,
): Promise<readonly TreeContent[] | undefined> {
  const found = await tryRead(pristinePath(folder, name));
  return typeof found === "string" ? undefined : found;
}

/** Why they can be read no longer; undefined where they can, or were not kept. */
export async function damageReason(folder: string, name: string): Promise<string | undefined> {
  const found = await tryRead(pristinePath(folder, name));
  return typeof found === "string" ? found : undefined;
}

async function tryRead(file: string): Promise<readonly TreeContent[] | string | undefined> {
  if (!fileExists(file)) return undefined;
  try {
    return (await readPackage(file)).files;
  } catch (error) {
    if (SkillError.isInstance(error)) return error.message;
    throw error;
  }
}
