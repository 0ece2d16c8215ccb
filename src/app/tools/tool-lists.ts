/** What is known of the tools of skills without running them. */
import { unifiedDiff } from "../../check/report/index.ts";
import {
  describeTools,
  type NamedTool,
  type RegisteredTool,
  type SkillTools,
  syncDeclarations,
  ToolRegistry,
} from "../../run/tools/index.ts";
import { type Diagnostic, withoutCause } from "../../skill/model/index.ts";
import type { Context } from "../context.ts";
import type { SkillRef } from "../fields.ts";
import { isLoadable, readTools, withTools } from "./read-tools.ts";

interface ToolListInput {
  readonly skills: readonly SkillRef[];
  readonly root: readonly string[];
}

export interface ListedTool extends RegisteredTool, Pick<NamedTool, "shortName" | "collidesWith"> {
  /** Nothing keeps its skill from being loaded. */
  readonly isLoadable: boolean;
}

export interface ToolList {
  readonly tools: readonly ListedTool[];
}

export async function listTools(context: Context, given: ToolListInput): Promise<ToolList> {
  const skills = withTools((await readTools(context, given)).skills);
  const registry = new ToolRegistry();
  for (const skill of skills) registry.add(describeTools(skill));
  const loadable = new Set(skills.filter(isLoadable).map(({ name }) => name));
  return {
    tools: registry.list().map(({ shortName, tool, collidesWith }) => ({
      shortName,
      ...tool,
      collidesWith,
      isLoadable: loadable.has(tool.skill),
    })),
  };
}

export interface CheckedTools {
  readonly skill: string;
  readonly file: string;
  /** The file with the code. */
  readonly module: string | null;
  readonly tools: readonly string[];
  readonly isLoadable: boolean;
  readonly diagnostics: readonly Omit<Diagnostic, "cause">[];
}

export interface ToolCheck {
  readonly skills: readonly CheckedTools[];
}

export async function checkTools(context: Context, given: ToolListInput): Promise<ToolCheck> {
  const skills = withTools((await readTools(context, given)).skills);
  return {
    skills: skills.map((skill) => ({
      skill: skill.name,
      file: skill.shown,
      module: skill.module?.shown ?? null,
      tools: listToolNames(skill),
      isLoadable: isLoadable(skill),
      diagnostics: skill.diagnostics.map(withoutCause),
    })),
  };
}

function listToolNames({ module }: SkillTools): readonly string[] {
  return (module?.tools ?? []).map(({ name }) => name);
}

interface SyncedTools {
  readonly skill: string;
  readonly file: string;
  readonly tools: readonly string[];
  /** The change, where there is one. */
  readonly diff?: string;
}

export interface ToolSync {
  readonly skills: readonly SyncedTools[];
  readonly isDryRun: boolean;
}

export async function syncTools(
  context: Context,
  { dryRun, ...given }: ToolListInput & { readonly dryRun: boolean },
): Promise<ToolSync> {
  const { skills } = await readTools(context, given);
  const synced = skills.map((skill): SyncedTools => {
    const { name, shown, file, document } = skill;
    const after = syncDeclarations(skill);
    const row = { skill: name, file: shown, tools: listToolNames(skill) };
    if (after === document.text) return row;
    if (!dryRun) context.files?.writeText(file, after);
    return { ...row, diff: unifiedDiff(shown, document.text, after) };
  });
  return { skills: synced, isDryRun: dryRun };
}
