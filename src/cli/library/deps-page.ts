import { quoteForShell } from "../../library/gate/index.ts";
import type { InstallAction } from "../../library/install/index.ts";
import { oneLine } from "../../platform/index.ts";
import type { Context } from "../context.ts";
import type { Dependencies, PlannedChoice } from "./deps.ts";
import { shortPath } from "./show-path.ts";

export function renderDependencies(dependencies: Dependencies, context: Context): string {
  const { paint } = context;
  const bins = sayBins(dependencies.bins, context);
  const needs = bins.length === 0 ? "names no programs" : `needs ${bins.join(", ")}`;
  return `${[
    `${paint("bold", oneLine(dependencies.name))} (${dependencies.dialect}) ${needs}`,
    ...dependencies.hosts.map(({ id, os, bins: known }) => {
      const said = sayBins(known, context);
      const what = said.length === 0 ? "no program is known" : said.join(", ");
      return `  on ${oneLine(id)}${os === undefined ? "" : ` (${oneLine(os)})`}: ${what}`;
    }),
    ...dependencies.choices.flatMap((choice) => renderChoice(choice, context)),
    ...(dependencies.choices.length === 0 ? ["  It names no installer."] : []),
  ].join("\n")}\n`;
}

function sayBins(bins: Dependencies["bins"], { paint }: Context): readonly string[] {
  return Object.entries(bins).map(([bin, isThere]) =>
    isThere ? `${oneLine(bin)} (installed)` : paint("yellow", `${oneLine(bin)} (not installed)`),
  );
}

function renderChoice(choice: PlannedChoice, context: Context): readonly string[] {
  const { paint } = context;
  const isChosen = choice.state === "chosen" && choice.problems.length === 0;
  const mark = isChosen ? paint("green", "✓") : paint("dim", "–");
  const id = oneLine(choice.option.id);
  return [
    `  ${mark} ${id}: ${sayState(choice)}`,
    ...choice.actions.flatMap((action) => sayAction(action, context)),
    ...choice.problems.flatMap(({ message, hint }) => [
      `      ${paint("red", oneLine(message))}`,
      ...(hint === undefined ? [] : [`      ${oneLine(hint)}`]),
    ]),
  ];
}

function sayState({ option, state, systems, problems }: PlannedChoice): string {
  if (state === "other-system") return `for ${oneLine(systems.join(", "))} only`;
  if (state === "malformed") return "malformed, so the system passes it over";
  if (state === "program-missing")
    return `not chosen, since \`${oneLine(option.kind)}\` is not there`;
  if (state === "not-preferred") return "the system prefers another";
  return problems.length === 0 ? "chosen" : "chosen, and cannot be followed";
}

/** What would be done, so that it can be read and judged before. */
export function sayAction(action: InstallAction, context: Context): readonly string[] {
  const { paint } = context;
  if (action.kind === "run") {
    const variables = Object.entries(action.environment).map(([name, value]) => `${name}=${value}`);
    // Quoted, so that a word with blanks in it does not pass for several.
    const words = [...variables, action.program, ...action.parameters].map(quoteForShell);
    return [`      ${paint("bold", oneLine(words.join(" ")))}`];
  }
  const digest = action.sha256 === undefined ? "without a digest to check" : "checked by SHA-256";
  const what = action.archive === undefined ? "keep" : `unpack (${action.archive})`;
  return [
    `      ${paint("bold", oneLine(`download ${action.url}`))}, ${digest}`,
    `      ${what} in ${oneLine(shortPath(action.target, context))}`,
  ];
}
