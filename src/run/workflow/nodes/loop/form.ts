import type { NodeForm } from "../form.ts";

export const loopForm: NodeForm = {
  title: "Loop",
  icon: "cog",
  about: "Runs a workflow again and again, with its last output as the next input.",
  output: "The output of the last round.",
  notes: [
    "In the condition `{{round.output}}` is the output of the last round, and `{{round.number}}` its number, from 1.",
  ],
  ownNames: ["round.output", "round.number"],
  summary: "until",
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
      key: "until",
      label: "Until",
      kind: "code",
      names: "condition",
      preset: "false",
      help: `Such as {{round.output}} contains "done".`,
    },
    {
      key: "maxRounds",
      label: "Rounds at most",
      kind: "number",
      preset: 10,
      range: { min: 1, max: 100, step: 1 },
      help: "After these it goes on with the last output.",
    },
  ],
};
