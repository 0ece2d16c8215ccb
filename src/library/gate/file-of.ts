import type { Candidate } from "./load.ts";
import { withoutEnd } from "../../skill/model/index.ts";

/** Where a skill lies, which need not be how its system names the place; undefined where nobody knows. */
export function fileOf({ root, folder }: Candidate): string | undefined {
  if (root === undefined || folder === undefined) return undefined;
  // Pages use this room too, so the paths of Node are not at hand.
  const parts = [
    root.charAt(0) + withoutEnd(root.slice(1), "\\/"),
    folder === "." ? "" : folder,
    "SKILL.md",
  ];
  return parts.filter((part) => part !== "").join("/");
}
