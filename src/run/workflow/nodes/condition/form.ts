import type { NodeForm } from "../form.ts";

export const conditionForm: NodeForm = {
  title: "Condition",
  icon: "route",
  about: "Goes on at “yes” where the expression holds, else at “no”.",
  output: "The input of the node.",
  branches: [
    { id: "true", label: "yes" },
    { id: "false", label: "no" },
  ],
  summary: "expression",
  fields: [
    {
      key: "expression",
      label: "Expression",
      kind: "code",
      names: "condition",
      preset: "true",
      help: `Such as {{check.output}} === "yes" && !({{input}} contains "draft").`,
    },
  ],
};
