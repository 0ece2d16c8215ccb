import type { LintInput } from "../../check/index.ts";
import type { SkillSource } from "../context.ts";

/**
 * The folder in which names must differ: the nearest one called `skills`, as systems look for skills below
 * such folders. Elsewhere everything that is linted together is one collection.
 */
export function findRoot(path: string): string {
  const parts = path.split("/");
  const at = parts.slice(0, -2).lastIndexOf("skills");
  return at === -1 ? "" : parts.slice(0, at + 1).join("/");
}

export function toLintInput({ path, directory, content, hasFile }: SkillSource): LintInput {
  return {
    path,
    text: content,
    ...(directory === undefined ? {} : { directory }),
    ...(hasFile === undefined ? {} : { files: { has: hasFile } }),
    root: findRoot(path),
  };
}
