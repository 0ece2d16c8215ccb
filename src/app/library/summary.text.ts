import { oneLine, quoteForShell } from "../../skill/index.ts";
import { clip, count, type Screen, type TextView } from "../text.ts";
import { renderRemedy } from "./explanation.text.ts";
import type { AgentSummary, RiskySkill, Summary } from "./summary.ts";

const MOST_LISTED = 5;

export const summaryText: TextView<Summary> = {
  render: (summary, screen) => {
    const { agents } = summary;
    const lines =
      agents.length === 0
        ? ["No agent with skills was found on this machine.", "", ...renderStart()]
        : [
            ...agents.flatMap((agent) => renderAgent(agent, screen)),
            ...renderRisks(summary, screen),
            ...renderNext(summary, screen),
          ];
    return `${[...lines, "", "`skillwright --help` lists all commands."].join("\n")}\n`;
  },
};

function renderStart(): readonly string[] {
  return [
    "Create a skill:      skillwright new my-first-skill",
    "Check a folder:      skillwright lint path/to/skills",
    "Open the workbench:  skillwright serve",
  ];
}

function renderAgent(
  { title, found, loaded, notLoaded }: AgentSummary,
  { style, columns }: Screen,
): readonly string[] {
  const mark = notLoaded.length === 0 ? style("green", "✓") : style("yellow", "!");
  const rest = notLoaded.length === 0 ? "all load" : `${loaded} load, ${notLoaded.length} do not`;
  const shown = notLoaded.slice(0, MOST_LISTED);
  return [
    `${mark} ${style("bold", title)}: ${count(found, "skill")}, ${found === 0 ? "none yet" : rest}`,
    ...shown.map(
      ({ name, reason }) => `    ${clip(`${oneLine(name)}: ${oneLine(reason)}`, columns - 4)}`,
    ),
    ...more(notLoaded.length - shown.length),
  ];
}

function renderRisks(
  { risky, scanned, files }: Summary,
  { style, displayPath }: Screen,
): readonly string[] {
  const rest =
    files > scanned ? ` (${scanned} of ${files} scanned; \`skillwright scan\` takes all)` : "";
  if (risky.length === 0)
    return scanned === 0 ? [] : [`${style("green", "✓")} No risky skills${rest}`];
  const shown = risky.slice(0, MOST_LISTED);
  const line = ({ name, file, verdict, reason }: RiskySkill): string =>
    `    ${oneLine(name)} (${verdict}, ${displayPath(file)}): ${oneLine(reason)}`;
  return [
    `${style("red", "✗")} ${count(risky.length, "risky skill")}${rest}`,
    ...shown.map(line),
    ...more(risky.length - shown.length),
  ];
}

function more(amount: number): readonly string[] {
  return amount > 0 ? [`    and ${amount} more`] : [];
}

function renderNext({ agents, risky, nextSteps }: Summary, screen: Screen): readonly string[] {
  const broken = agents.flatMap(({ notLoaded }) => notLoaded)[0];
  const commands = [
    ...(broken === undefined ? [] : [`skillwright explain ${quoteForShell(broken.name)}`]),
    ...(risky[0] === undefined
      ? []
      : [`skillwright scan ${quoteForShell(screen.displayPath(risky[0].file))}`]),
    "skillwright serve",
  ];
  return [
    "",
    screen.style("bold", "What to do next"),
    ...nextSteps.flatMap((step) => renderRemedy(step, screen)),
    ...commands.map((command) => `    ${screen.style("yellow", "→")} ${oneLine(command)}`),
  ];
}
