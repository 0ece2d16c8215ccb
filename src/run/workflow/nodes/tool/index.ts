import { z } from "zod";
import { SkillError } from "../../../../skill/index.ts";
import type { NodeContext, NodePorts, NodeRun } from "../../node.ts";
import { NodeError } from "../../node-error.ts";
import { argumentsField, fillArguments } from "../arguments.ts";
import { choice } from "../fields.ts";
import { loadSkill } from "../load-skill.ts";
import { defineNode, type NodeSpec } from "../spec.ts";
import { toolForm } from "./form.ts";

const toolData = z.looseObject({
  skillName: choice,
  tool: choice,
  arguments: argumentsField,
});

export const toolNode: NodeSpec = defineNode({
  type: "tool",
  form: toolForm,
  data: toolData.prefault({}),
  run: callTool,
});

/** Calls a tool of a skill in the sandbox, with what was granted to the skill. */
// oxlint-disable-next-line require-yield -- all nodes are generators of one kind
async function* callTool(
  { skillName, tool, arguments: given }: z.infer<typeof toolData>,
  { variables, signal }: NodeContext,
  ports: NodePorts,
): NodeRun {
  if (skillName === undefined) throw new NodeError("Skill not selected");
  if (tool === undefined) throw new NodeError("Tool not selected");
  const { skill, dialect } = await loadSkill(skillName, ports);
  const input = fillArguments(given, variables);
  try {
    const box = await ports.openTools?.({ skill, dialect, inputs: {}, signal }, signal);
    if (box === undefined) throw new NodeError(`The skill '${skillName}' brings no tools`);
    try {
      const { text: said, isError } = await box.call(tool, input, signal);
      if (isError) throw new NodeError(`Tool '${tool}' failed: ${said}`);
      return { output: said };
    } finally {
      await box.close();
    }
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof NodeError || !SkillError.isInstance(error)) throw error;
    throw new NodeError(error.diagnostic.message, error);
  }
}
