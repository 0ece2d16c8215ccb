import { type NodeForm, TEMPLATE_HELP } from "../form.ts";

export const httpForm: NodeForm = {
  title: "Request",
  icon: "globe",
  about: "Sends an HTTP request; the operator of the server has to allow it.",
  summary: "url",
  fields: [
    {
      key: "method",
      label: "Method",
      kind: "options",
      options: ["GET", "POST", "PUT", "DELETE"],
      preset: "GET",
    },
    {
      key: "url",
      label: "Address",
      kind: "text",
      placeholder: "https://api.example.com/items?q={{input}}",
      help: TEMPLATE_HELP,
    },
    { key: "headers", label: "Headers", kind: "pairs" },
    { key: "body", label: "Body", kind: "code" },
    {
      key: "responsePath",
      label: "Part of the answer",
      kind: "text",
      placeholder: "items.0.name",
      help: "A path with dots into an answer of JSON; all of it where this is empty.",
    },
    {
      key: "timeoutSeconds",
      label: "Seconds at most",
      kind: "number",
      preset: 10,
      range: { min: 1, max: 30, step: 1 },
    },
  ],
};
