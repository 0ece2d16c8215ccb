import { type NodeForm, TEMPLATE_HELP } from "../form.ts";

export const toolForm: NodeForm = {
  title: "Tool",
  icon: "cog",
  about: "Calls a tool that a skill brings.",
  output: "What the tool answers, as text.",
  notes: [
    "The tool runs in the sandbox, with the permissions that the operator has agreed to for its skill; the setting `tools` allows tools at all.",
  ],
  summary: "tool",
  fields: [
    { key: "skillName", label: "Skill", kind: "options", options: "skills", required: "skill" },
    { key: "tool", label: "Tool", kind: "text", required: "tool", placeholder: "search" },
    {
      key: "arguments",
      label: "Arguments",
      kind: "pairs",
      names: "template",
      help: `A template alone keeps what it names as it is, such as a list. ${TEMPLATE_HELP}`,
    },
  ],
};
