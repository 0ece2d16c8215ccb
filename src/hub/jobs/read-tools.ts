import { readSkillTools, type SkillTools } from "../../run/tools/index.ts";

/** What loading needs to know of a skill with tools, as data: its system is named by its id. */
export interface ToolReadResult extends Omit<
  SkillTools,
  "dialect" | "document" | "reading" | "reason"
> {
  readonly dialect: string;
  readonly refusals: readonly string[];
}

export type ReadTools = (file: string) => Promise<ToolReadResult>;

/** Reads a staged SKILL.md and the module beside it; nothing of them is run. */
export const readTools: ReadTools = async (file) => {
  const { dialect, document: _text, reading, reason: _why, ...rest } = await readSkillTools(file);
  return {
    ...rest,
    dialect: dialect.id,
    refusals: reading.refusals.map(({ message }) => message),
  };
};
