import { requireDialect, oneLine } from "../../skill/index.ts";
import {
  count,
  describeSkipped,
  joinInPieces,
  NO_SKILL,
  type Screen,
  styleSeverity,
  type TextView,
} from "../text.ts";
import type { ValidatedSkill, Validation } from "./validation.ts";

export const validationText: TextView<Validation> = {
  render: ({ dialect, valid, invalid, skills }, screen) => {
    const summary = `${valid} valid, ${invalid} invalid as ${requireDialect(dialect).title} (${dialect})`;
    return [
      ...skills.map((skill) => describe(skill, screen)),
      screen.style("bold", summary),
      "",
    ].join("\n");
  },
  notes: ({ skipped, skills }) => describeSkipped(skipped) + (skills.length === 0 ? NO_SKILL : ""),
  // A line for each skill: thousands of them are read by people too.
  json: function* ({ dialect, valid, invalid, skipped, skills }) {
    const head = `{"dialect":${JSON.stringify(dialect)},"valid":${valid},"invalid":${invalid}`;
    yield `${head},"skipped":${JSON.stringify(skipped)},"skills":[\n`;
    yield* joinInPieces(serializeSkills(skills), ",\n");
    yield "\n]}\n";
  },
};

function* serializeSkills(skills: Validation["skills"]): Generator<string, void> {
  for (const skill of skills) yield JSON.stringify(skill);
}

function describe({ valid, problems, path }: ValidatedSkill, screen: Screen): string {
  const word = valid ? screen.style("green", "valid") : screen.style("red", "invalid");
  const lines = problems.map(
    ({ field, severity, message }) =>
      `  ${styleSeverity(screen, severity)} ${screen.style("bold", field)}: ${oneLine(message)}`,
  );
  const noted = problems.length > 0 ? `, ${count(problems.length, "problem")}` : "";
  return [`${word} ${oneLine(path)}${noted}`, ...lines].join("\n");
}
