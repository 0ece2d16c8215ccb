import type { InstallAction } from "../../library/install/index.ts";
import { oneLine, quoteForShell } from "../../skill/model/index.ts";
import type { Screen, TextView } from "../text.ts";
import type { Dependencies, InstallResult, PlannedChoice } from "./dependencies.ts";

export const dependenciesText: TextView<Dependencies> = {
  render: (dependencies, screen) =>
    dependencies.installed === undefined
      ? renderDependencies(dependencies, screen)
      : renderInstalled(dependencies.installed, screen),
};

function renderDependencies(dependencies: Dependencies, screen: Screen): string {
  const { style } = screen;
  const bins = formatBins(dependencies.bins, screen);
  const needs = bins.length === 0 ? "needs no programs" : `needs ${bins.join(", ")}`;
  return `${[
    `${style("bold", oneLine(dependencies.name))} (${dependencies.dialect}) ${needs}`,
    ...dependencies.hosts.map(({ id, os, bins: known }) => {
      const said = formatBins(known, screen);
      const what = said.length === 0 ? "no program is known" : said.join(", ");
      return `  on ${oneLine(id)}${os === undefined ? "" : ` (${oneLine(os)})`}: ${what}`;
    }),
    ...dependencies.choices.flatMap((choice) => renderChoice(choice, screen)),
    ...(dependencies.choices.length === 0 ? ["  It declares no installer."] : []),
  ].join("\n")}\n`;
}

function formatBins(bins: Dependencies["bins"], { style }: Screen): readonly string[] {
  return Object.entries(bins).map(([bin, isThere]) =>
    isThere ? `${oneLine(bin)} (installed)` : style("yellow", `${oneLine(bin)} (not installed)`),
  );
}

function renderChoice(choice: PlannedChoice, screen: Screen): readonly string[] {
  const { style } = screen;
  const isChosen = choice.state === "chosen" && choice.problems.length === 0;
  const mark = isChosen ? style("green", "✓") : style("dim", "–");
  const id = oneLine(choice.option.id);
  return [
    `  ${mark} ${id}: ${formatState(choice)}`,
    ...choice.actions.flatMap((action) => renderAction(action, screen)),
    ...choice.problems.flatMap(({ message, hint }) => [
      `      ${style("red", oneLine(message))}`,
      ...(hint === undefined ? [] : [`      ${oneLine(hint)}`]),
    ]),
  ];
}

function formatState({ option, state, systems, problems }: PlannedChoice): string {
  if (state === "other-system") return `for ${oneLine(systems.join(", "))} only`;
  if (state === "malformed") return "malformed, so the system passes it over";
  if (state === "program-missing")
    return `not chosen, since \`${oneLine(option.kind)}\` is not there`;
  if (state === "not-preferred") return "the system prefers another";
  return problems.length === 0 ? "chosen" : "chosen, and cannot be followed";
}

/** What would be done, so that it can be read and judged before. */
export function renderAction(action: InstallAction, screen: Screen): readonly string[] {
  const { style } = screen;
  if (action.kind === "run") {
    const variables = Object.entries(action.environment).map(([name, value]) => `${name}=${value}`);
    // Quoted, so that a word with blanks in it does not pass for several.
    const words = [...variables, action.program, ...action.parameters].map(quoteForShell);
    return [`      ${style("bold", oneLine(words.join(" ")))}`];
  }
  const digest = action.sha256 === undefined ? "without a digest to check" : "checked by SHA-256";
  const what = action.archive === undefined ? "keep" : `unpack (${action.archive})`;
  return [
    `      ${style("bold", oneLine(`download ${action.url}`))}, ${digest}`,
    `      ${what} in ${oneLine(screen.displayPath(action.target))}`,
  ];
}

/** Whether the programs are found now; what was installed may lie outside of the PATH. */
function renderInstalled({ missing, folders, targets }: InstallResult, screen: Screen): string {
  const show = (paths: readonly string[]): string =>
    paths.map((path) => oneLine(screen.displayPath(path))).join(", ");
  const where = folders.length === 0 ? "" : ` It lies in ${show(folders)}.`;
  if (missing.length === 0) return `Installed.${where}\n`;
  const elsewhere =
    targets.length === 0
      ? ""
      : ` It is not in ${show(targets)} either, where the installer puts what it brings.`;
  const hint = folders.length === 0 ? elsewhere : `${where} Add that folder to the \`PATH\`.`;
  return `Installed, but not found on the \`PATH\`: ${oneLine(missing.join(", "))}.${hint}\n`;
}
