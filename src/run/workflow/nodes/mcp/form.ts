import { type NodeForm, TEMPLATE_HELP } from "../form.ts";

export const mcpForm: NodeForm = {
  title: "MCP",
  icon: "cog",
  about: "Calls a tool of an MCP server that the operator has configured.",
  output: "The data that the tool answers with, or else its text.",
  notes: [
    "The operator lists servers, and the tools of each that may be called, in the setting `mcpServers`; what holds for [requests](workflows.md#requests) holds for them. An answer may have 1 MiB.",
  ],
  summary: "tool",
  fields: [
    { key: "server", label: "Server", kind: "text", required: "server", placeholder: "tickets" },
    { key: "tool", label: "Tool", kind: "text", required: "tool", placeholder: "search" },
    {
      key: "arguments",
      label: "Arguments",
      kind: "pairs",
      names: "template",
      help: `A template alone keeps what it names as it is, such as a list. ${TEMPLATE_HELP}`,
    },
    {
      key: "timeoutSeconds",
      label: "Seconds at most",
      kind: "number",
      preset: 30,
      range: { min: 1, max: 300, step: 1 },
    },
  ],
};
