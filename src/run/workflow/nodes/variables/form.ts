import { type NodeForm, TEMPLATE_HELP } from "../form.ts";

export const variablesForm: NodeForm = {
  title: "Variables",
  icon: "list",
  about: "Gives names to values, for the nodes that follow.",
  output: "A map of the names and their values: `{{node.output.name}}` is one of them.",
  fields: [
    {
      key: "values",
      label: "Values",
      kind: "pairs",
      names: "template",
      help: `A template alone keeps what it names as it is, such as a list. ${TEMPLATE_HELP}`,
    },
  ],
};
