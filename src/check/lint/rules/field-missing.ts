import { formatPath, type Document, splitChunks } from "../../../skill/index.ts";
import type { FileRule } from "../rule.ts";
import { violationRule } from "../violation-rule.ts";

import { findMisspellings } from "../vocabulary.ts";

export const fieldMissing: FileRule = violationRule("field-missing", {
  title: "Required fields are there.",
  isSaid: ({ path }, { document, reading }) => {
    // Where nothing could be read, every field is missing for one and the same reason.
    const isUnread = document.problems.some((problem) => problem.severity === "error");
    if (Object.keys(document.frontmatter).length === 0 && (isUnread || reading.refusals.length > 0))
      return true;
    if (isUnread && unreadKeys(document).includes(String(path[0]))) return true;
    return findMisspellings(reading).some(
      (found) => formatPath([...found.path.slice(0, -1), found.right]) === formatPath(path),
    );
  },
});

/** Keys at the top that stand in the file with YAML that nobody can read: they are broken, not absent. */
function unreadKeys({ text, fence, frontmatter, problems }: Document): readonly string[] {
  if (fence === undefined || !problems.some(({ kind }) => kind === "invalid-yaml")) return [];
  return splitChunks(text.slice(fence.inner.start, fence.inner.end))
    .map(({ key }) => key)
    .filter((key) => !Object.hasOwn(frontmatter, key));
}
