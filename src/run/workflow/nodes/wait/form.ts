import type { NodeForm } from "../form.ts";

export const MOST_WAIT_SECONDS = 2_592_000;

export const waitForm: NodeForm = {
  title: "Wait",
  icon: "cog",
  about: "Goes on after a while, or at a moment.",
  output: "The input of the node.",
  notes: [
    "Nothing of the run is in the memory of a server meanwhile, and a restart changes nothing of the moment.",
  ],
  summary: "until",
  fields: [
    {
      key: "seconds",
      label: "Seconds",
      kind: "number",
      preset: 60,
      range: { min: 0, max: MOST_WAIT_SECONDS, step: 1 },
    },
    {
      key: "until",
      label: "Until",
      kind: "text",
      names: "template",
      placeholder: "2027-01-01T09:00:00Z",
      help: "A moment in place of the seconds, as ISO 8601; at most 30 days from now.",
    },
  ],
};
