import type { NodeForm } from "../form.ts";

export const conditionForm: NodeForm = {
  title: "Condition",
  icon: "route",
  about: "Goes on at “yes” where the expression holds, else at “no”.",
  summary: "expression",
  fields: [
    {
      key: "expression",
      label: "Expression",
      kind: "code",
      preset: "true",
      help: `Such as {{check.output}} === "yes" && !({{input}} contains "draft").`,
    },
  ],
};
