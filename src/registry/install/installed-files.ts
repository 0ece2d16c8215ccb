import { SkillError } from "../../skill/index.ts";
import { treeIntegrity } from "../package/digests.ts";
import { readInstalled } from "../package/read-files.ts";

/** The digest of everything that lies in the folder of a skill; undefined where it cannot be read whole. */
export function integrityAt(path: string): string | undefined {
  try {
    return treeIntegrity(readInstalled(path).files);
  } catch (error) {
    if (SkillError.isInstance(error)) return undefined;
    throw error;
  }
}
