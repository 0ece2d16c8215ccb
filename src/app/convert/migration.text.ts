import { renderDiagnostic } from "../diagnostic.text.ts";
import { count, renderFailure, type TextView } from "../text.ts";
import type { MigrationAnswer } from "./migration.ts";

export const migrationText: TextView<MigrationAnswer, { readonly dryRun: boolean }> = {
  render: ({ skills }, { style }, { dryRun: isDryRun }) => {
    const rows = skills.map(({ source, folder, review = [] }) => {
      if (folder === undefined) return `${style("red", "✗")} ${source}\n`;
      const verb = isDryRun ? "would write" : "wrote";
      const line = `${style("green", "✓")} ${source}: ${verb} ${folder}, ${count(review.length, "point")} to review\n`;
      return [line, ...review.map((point) => `    ${point}\n`)].join("");
    });
    const done = skills.filter(({ ok }) => ok).length;
    const sum = `${count(done, "skill")} migrated, ${skills.length - done} not\n`;
    return [...rows, ...(skills.length > 1 ? [sum] : [])].join("");
  },
  notes: ({ skills }, screen) =>
    skills
      .flatMap(({ problems }) => problems)
      .map((problem) =>
        problem.severity === "error"
          ? renderFailure(problem, screen.style)
          : renderDiagnostic(problem, screen),
      )
      .join(""),
};
