import type { NodeForm } from "../form.ts";

export const startForm: NodeForm = {
  title: "Start",
  icon: "play",
  about: "Gives the input of the run to what follows.",
  output: "The input of the run; an object where inputs are declared.",
  notes: [
    "A run of a workflow with declared inputs begins only with values of their types, by whatever way it is started. A text goes to the one input that is required, or the only one, where that is a text.",
  ],
  isFirst: true,
  summary: "inputVariable",
  fields: [
    {
      key: "inputVariable",
      label: "Name of the input",
      kind: "text",
      help: "Another name for {{input}} in templates.",
      placeholder: "input",
    },
    {
      key: "inputs",
      label: "Inputs",
      kind: "pairs",
      help: "Names, each with text, number, boolean, list or object; with ? behind it, it may be absent. Templates read {{inputs.name}}.",
    },
  ],
};
