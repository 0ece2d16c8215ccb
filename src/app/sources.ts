/** Skills that an operation is given: with their text, or by paths that the caller's computer has. */
import type { Context, FailedSource, SkillFiles, SkillSource } from "./context.ts";
import { fail } from "./errors.ts";
import type { InlineSkill, SkillRef } from "./fields.ts";

export function forEachSkill<Result>(
  { files }: Context,
  refs: readonly SkillRef[],
  work: (source: SkillSource) => Result,
  onFailure: (failed: FailedSource) => Result,
): SkillFiles<Result> {
  const inline = refs.filter((ref) => typeof ref !== "string");
  const paths = refs.filter((ref) => typeof ref === "string");
  const results = inline.map((skill) => work(toSource(skill, files)));
  if (files === undefined) {
    const [path] = paths;
    if (path !== undefined) throw fail("app/inline-only", { ref: path });
    return { results, skipped: [] };
  }
  if (inline.length > 0 && paths.length === 0) return { results, skipped: [] };
  const found = files.forEachSkill(paths, work, onFailure);
  return { results: [...results, ...found.results], skipped: found.skipped };
}

export function readSkillSource({ files }: Context, ref: SkillRef): SkillSource {
  if (typeof ref !== "string") return toSource(ref, files);
  if (files === undefined) throw fail("app/inline-only", { ref });
  return files.readSkill(ref);
}

export function toSource(
  { path, text, bytes, files: beside }: InlineSkill,
  files: Context["files"],
): SkillSource {
  const directory = path.split("/").at(-2);
  return {
    path: path === "" ? "SKILL.md" : path,
    content: bytes ?? text,
    ...(directory === undefined || directory === "" ? {} : { directory }),
    ...(beside === undefined ? {} : { hasFile: createExists(beside) }),
    ...files?.placeOf(path),
  };
}

function createExists(files: NonNullable<InlineSkill["files"]>): (path: string) => boolean {
  const known = new Set(files.map((file) => (typeof file === "string" ? file : file.path)));
  return (path) => known.has(path);
}
