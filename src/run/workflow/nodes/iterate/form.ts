import { type NodeForm, TEMPLATE_HELP } from "../form.ts";

export const iterateForm: NodeForm = {
  title: "For each",
  icon: "list",
  about: "Runs a workflow for each item of a list.",
  output: "The list of the outputs, in the order of the items.",
  notes: [
    "Each item is a run of its own, with the item as its input and `{{run.index}}` as its number, so that after a restart no item that is done runs again.",
  ],
  summary: "list",
  fields: [
    {
      key: "list",
      label: "List",
      kind: "text",
      names: "template",
      preset: "{{input}}",
      help: `A template that names a list, a list as JSON, or lines of text. ${TEMPLATE_HELP}`,
    },
    {
      key: "workflow",
      label: "Workflow",
      kind: "options",
      options: "workflows",
      required: "workflow",
      help: "By its id or its name.",
    },
    {
      key: "maxItems",
      label: "Items at most",
      kind: "number",
      preset: 100,
      range: { min: 1, max: 1000, step: 1 },
      help: "A longer list fails the node.",
    },
    {
      key: "concurrency",
      label: "At one time",
      kind: "number",
      preset: 4,
      range: { min: 1, max: 8, step: 1 },
    },
    {
      key: "skipFailures",
      label: "Pass over items that fail",
      kind: "check",
      help: "Their output is null.",
    },
  ],
};
