import { type TreeContent } from "../../platform/archive/index.ts";
import { fileExists, joinPath } from "../../platform/index.ts";
import { OWN_FOLDER } from "../lock/index.ts";
import { readPackage } from "../package/unpack-skill.ts";

/** One archive for each skill, since no system takes an archive for a skill. */
export function pristinePath(folder: string, name: string): string {
  return joinPath(folder, OWN_FOLDER, "pristine", `${name}.zip`);
}

/** The files of a skill as they were when it was installed; undefined where they were not kept. */
export async function readPristine(
  folder: string,
  name: string,
): Promise<readonly TreeContent[] | undefined> {
  const file = pristinePath(folder, name);
  if (!fileExists(file)) return undefined;
  const { files } = await readPackage(file);
  return files;
}
