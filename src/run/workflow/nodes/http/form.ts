import { type NodeForm, TEMPLATE_HELP } from "../form.ts";

export const httpForm: NodeForm = {
  title: "Request",
  icon: "globe",
  about: "Sends an HTTP request; the operator of the server has to allow it.",
  output: "The text of the answer, or what stands at `responsePath`.",
  notes: [
    "It is off unless the operator sets `httpNodes`, and reaches the open network alone; see [requests](workflows.md#requests).",
  ],
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
      names: "template",
      required: "address",
      placeholder: "https://api.example.com/items?q={{input}}",
      help: TEMPLATE_HELP,
    },
    { key: "headers", label: "Headers", kind: "pairs", names: "template" },
    { key: "body", label: "Body", kind: "code", names: "template" },
    {
      key: "responsePath",
      label: "Part of the answer",
      kind: "text",
      placeholder: "items.0.name",
      help: "A path with dots into an answer of JSON; all of it where this is empty.",
    },
    {
      key: "failOnStatus",
      label: "A status from 400 on is a failure",
      kind: "check",
      preset: true,
      help: "Otherwise any status is an answer; conditions read it as {{node.status_code}}.",
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
