import type { PublishedManifest } from "../../registry/contract/index.ts";
import { readSkill } from "../../skill/index.ts";

export interface ManifestInput {
  /** Where it stands, for what depends on its folder. */
  readonly path: string;
  readonly bytes: Uint8Array;
}

export type ReadManifest = (input: ManifestInput) => PublishedManifest | undefined;

/** Undefined for a file that cannot be read as a skill. */
export const readManifest: ReadManifest = ({ path, bytes }) => {
  const { value } = readSkill(bytes, { path });
  if (value === undefined) return undefined;
  const { skill, dialect, document } = value;
  const { start, end } = document.fence?.inner ?? { start: 0, end: 0 };
  return {
    skill,
    dialect: dialect.id,
    values: countValues(document.frontmatter),
    length: end - start,
    defects: document.problems.length,
  };
};

/** Values in lists and objects of any depth, without recursion: how deep it goes is for a stranger to say. */
function countValues(root: unknown): number {
  const open: unknown[] = [root];
  let count = 0;
  while (open.length > 0) {
    const value = open.pop();
    count += 1;
    if (typeof value === "object" && value !== null)
      for (const inner of Object.values(value)) open.push(inner);
  }
  return count;
}
