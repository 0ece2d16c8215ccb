import type { NodeForm } from "../form.ts";

export const codeForm: NodeForm = {
  title: "Code",
  icon: "code",
  about: "Runs Python in the sandbox; the operator of the server has to allow it.",
  output: "What the code prints.",
  notes: [
    "It is off unless the operator sets `codeNodes`, and runs in the sandbox; see [code](workflows.md#code).",
  ],
  summary: "code",
  fields: [
    {
      key: "code",
      label: "Python",
      kind: "code",
      help: "WORKFLOW_INPUT is the input of the node; what is printed is the output.",
      placeholder: "print(WORKFLOW_INPUT.upper())",
    },
    { key: "env", label: "Variables", kind: "pairs" },
    {
      key: "timeoutSeconds",
      label: "Seconds at most",
      kind: "number",
      preset: 30,
      range: { min: 1, max: 30, step: 1 },
    },
    {
      key: "memoryLimitMb",
      label: "Megabytes at most",
      kind: "number",
      preset: 256,
      range: { min: 64, max: 512, step: 1 },
    },
  ],
};
