import type { NodeForm } from "../form.ts";

export const startForm: NodeForm = {
  title: "Start",
  icon: "play",
  about: "Gives the input of the run to what follows.",
  output: "The input of the run.",
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
  ],
};
