import { type Operation, operation } from "../operation.ts";
import { priorityField, systemFields } from "./selection.ts";

const LOCAL = "It reports on the folders and settings of the computer on which it runs.";

export const doctor: Operation = operation({
  title: "Check the whole set-up",
  details:
    "Shows folders, settings, machines, counts with their reasons, the cost of the prompt, and the three most useful " +
    "next steps. Exits with 1 when something is broken; a skill that waits for a program is not.",
  examples: ["skillwright doctor", "skillwright doctor --as openclaw --json"],
  input: { ...systemFields, ...priorityField },
  effects: "reads",
  needs: ["systems"],
  expose: { not: { http: LOCAL, mcp: LOCAL, browser: LOCAL } },
  run: async ({ systems }, selection) => {
    const { checkUp, isInUse } = await import("./checkup.ts");
    const { loadTokenCounter } = await import("../../run/tokens/index.ts");
    const countTokens = await loadTokenCounter();
    const { checkUpAgent, isCovered } = await import("./agents.ts");
    const isAsked = selection.as !== undefined;
    const seen = (await systems.agents?.(selection)) ?? [];
    const byAgents = seen.map((one) => checkUpAgent(one, countTokens));
    if (isAsked && byAgents.length > 0) return { systems: byAgents };
    const found = await systems.each(selection, (system) =>
      isAsked || (isInUse(system) && !isCovered(system, seen))
        ? checkUp(system, countTokens)
        : undefined,
    );
    return { systems: [...found, ...byAgents.filter(({ counts }) => counts.found > 0)] };
  },
  exitCode: ({ systems }) => (systems.every(({ isSound }) => isSound) ? 0 : 1),
  text: async () => (await import("./checkup.text.ts")).checkupText,
});
