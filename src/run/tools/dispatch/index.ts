import type { CommandCall } from "../../../library/session/index.ts";
import type { CallOptions, ToolResult } from "../call/index.ts";
import type { LoadedSkill, ToolRegistry } from "../load/index.ts";

/** A command that goes to a tool, past the model. */
export type ToolCommand = Extract<CommandCall, { readonly kind: "tool" }>;

/**
 * Hands a slash command to its tool. The tool of the command's own skill goes before those of others; the
 * arguments are what the user typed, as they are.
 */
export async function dispatchCommand(
  { tool: name, parameters }: ToolCommand,
  skills: readonly LoadedSkill[],
  registry: ToolRegistry,
  options: CallOptions = {},
): Promise<ToolResult> {
  const own = registry.get(`${parameters.skillName}/${name}`);
  const tool = own ?? registry.find(name);
  const skill = skills.find((item) => item.name === tool.skill);
  if (skill === undefined) throw new Error(`The skill \`${tool.skill}\` is not loaded.`);
  return await skill.call(tool.qualifiedName, { ...parameters }, options);
}
