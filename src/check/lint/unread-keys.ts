import { type Document, splitChunks } from "../../skill/index.ts";

/** Keys at the top that stand in the file with YAML that nobody can read: they are broken, not absent. */
export function unreadKeys({ text, fence, frontmatter, problems }: Document): readonly string[] {
  if (fence === undefined || !problems.some(({ kind }) => kind === "invalid-yaml")) return [];
  return splitChunks(text.slice(fence.inner.start, fence.inner.end))
    .map(({ key }) => key)
    .filter((key) => !Object.hasOwn(frontmatter, key));
}
