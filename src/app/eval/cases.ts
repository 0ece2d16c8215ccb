import { type Operation, operation } from "../operation.ts";
import { suitesField } from "./suites-field.ts";

export const evalCases: Operation = operation({
  title: "List evaluation cases",
  details:
    "Finds the evaluation files of skills in every known format, shows each case with what it expects, and says what is " +
    "wrong with the files, with the line. Exits with 1 when there are errors.",
  examples: ["skillwright eval cases skills", "skillwright eval cases evals/evals.json --json"],
  input: {
    ...suitesField,
    from: {
      kind: "text",
      placeholder: "ID",
      doc: "Format to read the files as; `eval formats` lists them. Default: detected.",
    },
  },
  output: async () => (await import("./shapes.ts")).caseListShape,
  effects: "reads",
  needs: [],
  expose: { http: "POST /evals/cases", mcp: "list_eval_cases" },
  run: async (context, { suites, from }) => {
    const { listCases } = await import("./case-list.ts");
    return listCases(context, suites, from);
  },
  exitCode: ({ errors }) => (errors > 0 ? 1 : 0),
  text: async () => (await import("./case-list.text.ts")).caseListText,
});
