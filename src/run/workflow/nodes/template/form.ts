import { type NodeForm, TEMPLATE_HELP } from "../form.ts";

export const templateForm: NodeForm = {
  title: "Template",
  icon: "text",
  about: "Puts values into a text.",
  output: "The text with its templates filled in, or the data that it is the JSON of.",
  summary: "template",
  fields: [
    {
      key: "template",
      label: "Text",
      kind: "area",
      names: "template",
      preset: "{{input}}",
      help: TEMPLATE_HELP,
    },
    {
      key: "format",
      label: "Gives",
      kind: "options",
      options: ["text", "json"],
      preset: "text",
      help: "json: the text is read as JSON, so that other nodes can go into it.",
    },
  ],
};
