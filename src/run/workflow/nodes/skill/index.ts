import { z } from "zod";
import { execute } from "../../../execute/index.ts";
import type { InputDefinition } from "../../../../skill/index.ts";
import type { NodeContext, NodePorts, NodeRun } from "../../node.ts";
import { NodeError } from "../../node-error.ts";
import { resolveMapping, toText } from "../../template.ts";
import { choice } from "../fields.ts";
import { forward } from "../forward.ts";
import { loadSkill } from "../load-skill.ts";
import { defineNode, type NodeSpec } from "../spec.ts";
import { skillForm } from "./form.ts";

const skillData = z.looseObject({
  skillName: choice,
  inputMappings: z.record(z.string(), z.json()).default({}),
});
type SkillData = z.infer<typeof skillData>;

export const skillNode: NodeSpec = defineNode({
  type: "skill",
  form: skillForm,
  data: skillData.prefault({}),
  usesRunModel: () => true,
  run: runSkill,
});

/** Runs a skill with values from the nodes before it. */
async function* runSkill(data: SkillData, context: NodeContext, ports: NodePorts): NodeRun {
  if (data.skillName === undefined) throw new NodeError("Skill not selected");
  const { skill, dialect } = await loadSkill(data.skillName, ports);
  const inputs = inputsFor(data.inputMappings, skill.template.inputs ?? [], context);
  const model = skill.execution.model ?? context.model;
  return yield* forward(
    (signal) =>
      execute({ skill, dialect, inputs, signal, ...(model === undefined ? {} : { model }) }, ports),
    context,
    ports,
    "Skill execution failed",
  );
}

/** Without mappings the output of the node before goes to the first required input, or else to the first. */
function inputsFor(
  mappings: SkillData["inputMappings"],
  inputs: readonly InputDefinition[],
  { input, outputs, variables }: Pick<NodeContext, "input" | "outputs" | "variables">,
): { readonly [name: string]: string } {
  const mapped = Object.entries(mappings);
  if (mapped.length > 0)
    return Object.fromEntries(
      mapped.map(([name, value]) => [name, resolveMapping(value, outputs, variables)]),
    );
  const target = inputs.find(({ required }) => required === true) ?? inputs[0];
  return target === undefined ? {} : { [target.name]: toText(input) };
}
