import type { NodeForm } from "../form.ts";

export const skillForm: NodeForm = {
  title: "Skill",
  icon: "file",
  about: "Runs a skill and gives what it answers.",
  output: "What the skill answers.",
  summary: "skillName",
  fields: [
    { key: "skillName", label: "Skill", kind: "options", options: "skills", required: "skill" },
    {
      key: "inputMappings",
      label: "Inputs of the skill",
      kind: "pairs",
      names: "mapping",
      help: `The id of a node, text, or templates. Without any, the first required input gets the input of the node.`,
    },
  ],
};
