import {
  draftSuites,
  findFormat,
  type Neighbour,
  type SuiteFile,
  writeSuite,
} from "../../check/eval/index.ts";
import { readSkill, SkillError } from "../../skill/index.ts";
import type { Context } from "../context.ts";
import type { SkillRef } from "../fields.ts";
import { readSkillSource } from "../sources.ts";

export interface EvalDraft {
  readonly skill: string;
  /** Where the files were written, where they were. */
  readonly folder?: string;
  readonly files: readonly SuiteFile[];
}

export function draftEvals(context: Context, ref: SkillRef): EvalDraft {
  const source = readSkillSource(context, ref);
  const { value, diagnostics } = readSkill(source.content, { path: source.path });
  const name = value?.skill.identity.name ?? source.directory;
  if (value === undefined || name === undefined) throw noName(source.path, diagnostics[0]);
  const { triggers, answers } = draftSuites(name, value, readNeighbours(context, ref));
  const files = [write("trigger-list", triggers), write("agentskills-evals", answers)].flat();
  if (context.files === undefined || typeof ref !== "string") return { skill: name, files };
  const folder = source.path.slice(0, Math.max(0, source.path.lastIndexOf("/")));
  context.files.writeNew(folder === "" ? "." : folder, ".", files);
  return { skill: name, folder: folder === "" ? "." : folder, files };
}

/** The skills in the folders beside that of this one. */
function readNeighbours({ files }: Context, ref: SkillRef): readonly Neighbour[] {
  if (files === undefined || typeof ref !== "string") return [];
  return files.besideSkill(ref).flatMap((text): readonly Neighbour[] => {
    const { value } = readSkill(text);
    const { name } = value?.skill.identity ?? {};
    const { description } = value?.skill.guidance ?? {};
    return name === undefined || description === undefined ? [] : [{ name, description }];
  });
}

function write(format: string, suite: Parameters<typeof writeSuite>[0]): readonly SuiteFile[] {
  const found = findFormat(format);
  if (found === undefined) throw new Error(`There is no format ${format}.`);
  return writeSuite(suite, found).files;
}

function noName(file: string, first: SkillError["diagnostic"] | undefined): SkillError {
  if (first !== undefined) return new SkillError(first, { exit: 1 });
  return new SkillError(
    {
      code: "eval/no-skill",
      severity: "error",
      message: "The skill has no name.",
      hint: "Add `name` to its frontmatter.",
      file,
    },
    { exit: 1 },
  );
}
