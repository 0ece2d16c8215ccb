import { renderDiagnostic } from "../diagnostic.text.ts";
import { count, type TextView } from "../text.ts";
import type { AgentAnswer } from "./agent-plan.ts";

export const agentText: TextView<AgentAnswer> = {
  render: ({ set, skills, problems, tools }, screen) => {
    const { style } = screen;
    return [
      ...(set === undefined ? [] : [`Set ${style("bold", set)}\n`]),
      ...skills.map(({ name, version, required, after, tools: own }, index) => {
        const notes = [version ?? "no version", ...(required ? [] : ["optional"])];
        const needs = after.length === 0 ? "" : style("dim", ` after ${after.join(", ")}`);
        const line = `${index + 1}. ${style("bold", name)} (${notes.join(", ")})${needs}\n`;
        return [line, ...own.map((tool) => `     ${tool}\n`)].join("");
      }),
      ...problems.map((problem) => renderDiagnostic(problem, screen)),
      ...(tools === undefined
        ? []
        : [`Loaded ${count(skills.length, "skill")} with ${count(tools.length, "tool")}.\n`]),
    ].join("");
  },
};
