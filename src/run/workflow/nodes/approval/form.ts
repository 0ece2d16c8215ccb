import { type NodeForm, TEMPLATE_HELP } from "../form.ts";
import { MOST_WAIT_SECONDS } from "../wait/form.ts";

export const approvalForm: NodeForm = {
  title: "Approval",
  icon: "check",
  about: "Asks a person, and goes on where the answer leads.",
  output:
    "The input of the node. After a refusal `{{node.error}}` is the comment of the one who refused.",
  branches: [
    { id: "approved", label: "approved" },
    { id: "refused", label: "refused" },
  ],
  notes: [
    "Whoever started the run, the owner of the workflow and administrators may answer: on the page of the workflow, by `skillwright workflow approve` and `refuse`, or with a token that has the scope `workflows:approve`; `workflows:run` is not enough. Without an answer in time it counts as refused.",
  ],
  summary: "message",
  fields: [
    {
      key: "message",
      label: "Question",
      kind: "area",
      names: "template",
      preset: "May the run go on?",
      help: TEMPLATE_HELP,
    },
    {
      key: "expireSeconds",
      label: "Seconds to answer",
      kind: "number",
      preset: 604_800,
      range: { min: 1, max: MOST_WAIT_SECONDS, step: 1 },
    },
  ],
};
