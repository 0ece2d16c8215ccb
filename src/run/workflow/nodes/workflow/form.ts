import { type NodeForm, TEMPLATE_HELP } from "../form.ts";

export const workflowForm: NodeForm = {
  title: "Workflow",
  icon: "route",
  about: "Runs another workflow and gives its output.",
  output: "The output of that run.",
  notes: [
    "It is a run of its own, of a workflow that whoever runs this one may see, and whoever wrote it. A name is that of a workflow of the owner of this one. Runs nest at most five deep, and one run starts at most 2,000 others in all; those that are at work end with it.",
  ],
  summary: "workflow",
  fields: [
    {
      key: "workflow",
      label: "Workflow",
      kind: "options",
      options: "workflows",
      required: "workflow",
      help: "By its id or its name.",
    },
    {
      key: "input",
      label: "Its input",
      kind: "area",
      names: "template",
      help: `The input of the node where this is empty. ${TEMPLATE_HELP}`,
    },
  ],
};
