import { type Operation, operation } from "../operation.ts";

export const rules: Operation = operation({
  title: "List diagnostic codes",
  details: "The page of a code explains what is wrong, why it matters and how to fix it.",
  examples: ["skillwright rules", "skillwright rules lint/name-directory"],
  input: {
    code: {
      kind: "code",
      positional: true,
      doc: "Code to explain, such as lint/name-directory.",
    },
  },
  output: async () => (await import("../shapes.ts")).ruleListShape,
  effects: "reads",
  needs: [],
  expose: {
    http: "GET /rules",
    mcp: "list_rules",
    not: { browser: "The pages of the codes are files of the program." },
  },
  run: async (_context, { code }) => {
    const { listRules } = await import("./rule-list.ts");
    return await listRules(code);
  },
  text: async () => (await import("./rule-list.ts")).ruleListText,
});
