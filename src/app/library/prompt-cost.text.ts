import { oneLine, withoutControls } from "../../skill/index.ts";
import type { PromptAnswer, PromptCost, SkillCost } from "./prompt-cost.ts";
import { renderRemedy } from "./explanation.text.ts";
import { clip, count, type Screen, type TextView } from "../text.ts";

const NAME_WIDTH = 40;

export const promptText: TextView<PromptAnswer> = {
  isDocument: true,
  render: (output, screen) => {
    const { prompt } = output;
    // Without the text it is the cost, as the operation answers one or the other.
    if (prompt === undefined) return renderCost(output as PromptCost, screen);
    // Programs get every character as the model does, and no more.
    return screen.isTerminal ? `${withoutControls(prompt.trimEnd())}\n` : prompt;
  },
};

/** One line a skill, then what would bring back those that are not shown as a whole. */
function renderCost(cost: PromptCost, screen: Screen): string {
  const { style } = screen;
  const rows = [
    ...cost.skills.map((skill) => toRow(skill)),
    ["(around the skills)", String(cost.frame.characters), String(cost.frame.tokens), ""],
  ];
  const head = ["skill", "characters", "tokens", ""];
  const widths = head.map((_, column) =>
    Math.max(...[head, ...rows].map((cells) => cells[column]?.length ?? 0)),
  );
  const lines = [
    style("bold", alignRow(head, widths)),
    ...rows.map((row) => alignRow(row, widths)),
  ];
  const lesser = cost.skills.filter(({ state }) => state !== "whole");
  const remedies = new Map(lesser.flatMap(({ remedy }) => (remedy ? [[remedy.say, remedy]] : [])));
  const bringBack = [...remedies.values()].flatMap((remedy) => renderRemedy(remedy, screen));
  return `${[...lines, "", summary(cost), ...bringBack].join("\n")}\n`;
}

function toRow(skill: SkillCost): readonly string[] {
  const name = clip(oneLine(skill.name), NAME_WIDTH);
  if (skill.state === "cut") return [name, "-", "-", `cut: ${oneLine(skill.why ?? "")}`];
  const note =
    skill.state === "whole" ? "" : `shortened: ${skill.shown} of ${skill.of} characters are shown`;
  return [name, String(skill.characters), String(skill.tokens), note];
}

function alignRow(cells: readonly string[], widths: readonly number[]): string {
  return cells
    .map((cell, column) =>
      column === 1 || column === 2
        ? cell.padStart(widths[column] ?? 0)
        : cell.padEnd(widths[column] ?? 0),
    )
    .join("  ")
    .trimEnd();
}

function summary({ skills, characters, maxCharacters, tokens, encoding }: PromptCost): string {
  const amount = (state: SkillCost["state"]): number =>
    skills.filter((skill) => skill.state === state).length;
  const most = maxCharacters === undefined ? "" : ` of at most ${maxCharacters}`;
  const states = `${amount("shortened")} shortened, ${amount("cut")} cut`;
  return `${count(skills.length, "skill")}, ${states}; ${characters}${most} characters, ${tokens} tokens (${encoding})`;
}
