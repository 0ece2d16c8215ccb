import { type Operation, operation } from "../operation.ts";

const LOCAL = "It reports on the folders and settings of the computer on which it runs.";

export const overview: Operation = operation({
  title: "Show the skills of this machine",
  details:
    "Shows for every agent on this machine how many skills it has, which do not load, which are risky, and what to do " +
    "next. `skillwright` alone in a terminal shows the same.",
  examples: ["skillwright overview", "skillwright overview --json"],
  input: {
    scan: {
      kind: "number",
      only: "local",
      doc: "Maximum skills to scan for risks, the first of each agent first. Default: 100.",
    },
  },
  effects: "reads",
  needs: ["systems"],
  expose: { not: { http: LOCAL, mcp: LOCAL, browser: LOCAL } },
  run: async ({ systems }, { scan = 100 }) => {
    const { summarize } = await import("./summary.ts");
    return await summarize(systems, scan);
  },
  text: async () => (await import("./summary.text.ts")).summaryText,
});
