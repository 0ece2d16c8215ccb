/** One file of a skill as it is packed, signed and recorded. */
export interface SkillFile {
  /** Below the folder of the skill, with `/` between the parts. */
  readonly path: string;
  readonly bytes: Uint8Array;
  /** Whether its owner may run it. */
  readonly isExecutable?: boolean;
}

/**
 * By code points, as Python sorts text and as UTF-8 sorts bytes; the order of JavaScript differs beyond U+FFFF.
 */
export function comparePaths(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

export function inPathOrder<T extends { readonly path: string }>(
  files: readonly T[],
): readonly T[] {
  return files.toSorted((a, b) => comparePaths(a.path, b.path));
}
