import { type Operation, operation } from "../operation.ts";
import { agreementFields, installField, rootField, RUNS_HERE } from "./fields.ts";

export const toolsCall: Operation = operation({
  title: "Call a tool of a skill",
  details:
    "Runs one tool in the sandbox with what the skill declares, and prints what it returns. Exits with 1 where it is " +
    "refused or fails.",
  examples: ["skillwright tools call web-search/search_web -a query=x --allow-experimental"],
  input: {
    tool: {
      kind: "text",
      required: true,
      positional: true,
      placeholder: "SKILL/TOOL",
      doc: "The skill, by name or folder, and its tool.",
    },
    arg: {
      kind: "text",
      many: true,
      isVerbatim: true,
      short: "a",
      placeholder: "NAME=VALUE",
      doc: "An argument; anything but text is read as JSON.",
    },
    args: { kind: "text", placeholder: "JSON", doc: "All arguments as a JSON object." },
    timeout: {
      kind: "number",
      placeholder: "SECONDS",
      doc: "Most seconds (default: what the tool declares, or 60).",
    },
    adapter: { kind: "flag", doc: "Run the actions of an older OpenClaw skill." },
    ...agreementFields,
    ...installField,
    ...rootField,
  },
  effects: "writes",
  needs: ["files"],
  expose: { not: { http: RUNS_HERE, mcp: RUNS_HERE, browser: RUNS_HERE } },
  run: async (context, input) => {
    const { callTool } = await import("./tool-calls.ts");
    return await callTool(context, input);
  },
  exitCode: ({ ok }) => (ok ? 0 : 1),
  text: async () => (await import("./tool-calls.text.ts")).toolCallText,
});
