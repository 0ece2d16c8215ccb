import { joinPath } from "../../platform/index.ts";
import type { Candidate } from "./load.ts";

/** Where a skill lies, which need not be how its system names the place; undefined where nobody knows. */
export function fileOf({ root, folder }: Candidate): string | undefined {
  return root === undefined || folder === undefined
    ? undefined
    : joinPath(root, folder, "SKILL.md");
}
