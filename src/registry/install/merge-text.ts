/** Which side counts where both changed the same. */
export type Preference = "local" | "new";

export interface JoinedText {
  readonly text: string;
  /** Both sides stand in the text, between marks. */
  readonly hasConflict: boolean;
}

/** The same text three times: as it was, as it is here, and as it is in the new version. */
export interface ThreeTexts {
  readonly base: string;
  readonly local: string;
  readonly next: string;
}

/** Joins what both sides changed, line by line. */
export async function joinLines(
  { base, local, next }: ThreeTexts,
  preference: Preference | undefined,
): Promise<JoinedText> {
  const { diff3Merge } = await import("node-diff3");
  const regions = diff3Merge(linesOf(local), linesOf(base), linesOf(next), {
    excludeFalseConflicts: true,
  });
  let hasConflict = false;
  const parts = regions.flatMap(({ ok, conflict }) => {
    if (ok !== undefined) return ok;
    if (conflict === undefined) return [];
    if (preference !== undefined) return preference === "local" ? conflict.a : conflict.b;
    hasConflict = true;
    return [
      "<<<<<<< here\n",
      ...ended(conflict.a),
      "=======\n",
      ...ended(conflict.b),
      ">>>>>>> new version\n",
    ];
  });
  return { text: parts.join(""), hasConflict };
}

/** Lines with their ends, so that a change of a line end is a change. */
function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** A mark needs a line of its own, also after a last line without an end. */
function ended(lines: readonly string[]): readonly string[] {
  return lines.map((line) => (line.endsWith("\n") ? line : `${line}\n`));
}
