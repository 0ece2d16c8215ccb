import { computeSha256 } from "../../platform/index.ts";
import type { SkillFile } from "../package/index.ts";

/**
 * The digest by which ClawHub's program knows the files of a folder: a line for each that it would see, in the
 * order of a reader and not of bytes. Files in hidden folders and of other programs it does not see.
 */
export function computeFingerprint(files: readonly SkillFile[]): string {
  const lines = files
    .filter(({ path }) => path.split("/").every((part) => !isUnseen(part)))
    .toSorted((a, b) => a.path.localeCompare(b.path))
    .map(({ path, bytes }) => `${path}:${computeSha256(bytes)}`);
  return computeSha256(lines.join("\n"));
}

function isUnseen(part: string): boolean {
  return part.startsWith(".") || part === "node_modules";
}
