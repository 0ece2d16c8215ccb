import type { NodeForm } from "../form.ts";

export const endForm: NodeForm = {
  title: "End",
  icon: "check",
  about: "What arrives here is the output of the run.",
  output: "The input of the node.",
  isLast: true,
  fields: [],
};
