/** The explanation of a skill as people read it: a line for every step, and what to do at the end. */
import type { Remedy, Step } from "../../library/gate/index.ts";
import { oneLine, quoteForShell } from "../../skill/index.ts";
import { formatConfirmed } from "./confirmed.ts";
import type { FileExplanation, ListPlace, SystemExplanation } from "./explanation.ts";
import { renderProblem } from "./render-problem.ts";
import type { SkillExplanations } from "./explain-skill.ts";
import type { ServedFile } from "../context.ts";
import type { Screen, TextView } from "../text.ts";

const WIDTH = 12;

type Mark = "passed" | "failed" | "aside";

interface ShownSystem extends SystemExplanation {
  readonly isSupposed: boolean;
}

export const explanationText: TextView<SkillExplanations> = {
  render: ({ name, systems, served = [], isSupposed = false }, screen) =>
    [
      ...served.map(renderServed),
      ...systems.map((explanation) => renderSystem(name, { ...explanation, isSupposed }, screen)),
    ].join("\n"),
  notes: (output, screen) => (output.systems.length > 0 ? "" : renderUnknown(output, screen)),
};

function renderServed({ path, isServed, isListed, reasons, mends }: ServedFile): string {
  const state = isListed ? "served" : isServed ? "served, and not listed" : "not served";
  const lines = [`${oneLine(path)}: ${state}`, ...reasons.map(({ say }) => say), ...mends];
  return `${lines.map((line, index) => (index === 0 ? line : `  ${oneLine(line)}`)).join("\n")}\n`;
}

function renderUnknown(output: SkillExplanations, screen: Screen): string {
  const { name, problems = [] } = output;
  const lines = [
    `${screen.style("red", "error")}: ${oneLine(formatUnknown(output))}`,
    `  ${screen.style("dim", oneLine(formatNext(output)))}`,
    // What is wrong around the skills may be the reason.
    ...new Set(
      problems
        .flatMap((problem) => renderProblem(problem, screen))
        .map((line) => line.replace(/^ {2}/u, "")),
    ),
  ];
  return name === "" ? "" : `${lines.join("\n")}\n`;
}

function formatUnknown({ name, isOutside }: SkillExplanations): string {
  return isOutside === true
    ? `No agent on this machine looks in the folder of \`${name}\`.`
    : `No agent on this machine has a skill \`${name}\`.`;
}

function formatNext({ name, owner, nearest, isOutside }: SkillExplanations): string {
  if (isOutside === true)
    return `Check it as if it were installed: \`skillwright explain ${quoteForShell(name)} --as claude\`.`;
  if (owner !== undefined)
    return `The agent \`${owner}\` has it; add \`--agent ${quoteForShell(owner)}\`.`;
  return nearest === undefined
    ? "`skillwright doctor` shows where skills are looked for, and which are found."
    : `Did you mean \`${nearest}\`?`;
}

function renderSystem(name: string, explanation: ShownSystem, screen: Screen): string {
  const { style } = screen;
  const lines = [
    `${style("bold", oneLine(name))} in ${explanation.title}: ${verdict(explanation, screen)}`,
  ];
  if (explanation.evidence !== undefined)
    lines.push(`  ${screen.shortenPaths(explanation.evidence)}`);
  if (explanation.agent === explanation.dialect || explanation.confirmedBy !== null)
    lines.push(`  ${formatConfirmed(explanation)}`);
  if (explanation.isRefused === true) lines.push("  The steps below leave these settings out.");
  if (explanation.note !== undefined) lines.push(`  ${explanation.note}`);
  for (const file of explanation.files) {
    lines.push("", ...renderFile(file, explanation, screen));
    // Whoever calls it by what stands in the file may not know that the system does not.
    const isKnown = file.name === undefined || file.path.includes(name) || file.name === name;
    if (!isKnown) lines.push(`    The system calls it \`${oneLine(file.name ?? "")}\`.`);
  }
  if (explanation.problems.length > 0) lines.push("");
  for (const problem of explanation.problems) lines.push(...renderProblem(problem, screen));
  return `${lines.join("\n")}\n`;
}

function verdict(explanation: SystemExplanation, { style }: Screen): string {
  const { isLoaded, isListed, isRefused, note } = explanation;
  if (isRefused === true) return style("red", "not loaded, since the settings are refused");
  if (!isLoaded) return style("red", "not loaded");
  if (note !== undefined) return style("green", "loaded");
  return isListed
    ? style("green", "loaded, and visible to the model")
    : style("yellow", "loaded, but not visible to the model");
}

function renderFile(
  file: FileExplanation,
  explanation: ShownSystem,
  screen: Screen,
): readonly string[] {
  const line = (mark: Mark, label: string, text: string): string =>
    `    ${paintMark(mark, screen)} ${label.padEnd(WIDTH)} ${oneLine(text)}`;
  const root = file.root === undefined ? "" : ` (${screen.displayPath(file.root)})`;
  const origin = explanation.isSupposed
    ? "checked as if it were installed"
    : file.source === "elsewhere"
      ? `outside of the folders in which ${explanation.title} looks`
      : `among the ${file.source} skills${root}`;
  const lines = [
    `  ${screen.style("cyan", oneLine(screen.displayPath(file.file)))}`,
    line("passed", "found", origin),
  ];
  for (const step of file.steps) {
    if (isImpliedByList(step, file, explanation)) continue;
    const mark = step.isPassed ? "passed" : isMadeUpFor(step, file) ? "aside" : "failed";
    const text = formatStep(step) + formatPlace(file, step);
    lines.push(line(mark, stepLabel(step), screen.shortenPaths(text)));
    if (step.stage === "read" && file.hides.length > 0) {
      const hidden = file.hides.map((path) => screen.displayPath(path)).join(", ");
      lines.push(line("passed", "name", `takes the place of ${hidden}`));
    }
  }
  if (file.isOfferedToModel && explanation.list !== undefined)
    lines.push(line("passed", "prompt", formatList(explanation.list)));
  for (const remedy of collectRemedies(file)) lines.push(...renderRemedy(remedy, screen));
  return lines;
}

/** What one machine lacks does not matter where the skill is loaded, or another machine has it. */
function isMadeUpFor(
  { stage, check, wanted }: Step,
  { isEligible, steps, reasons }: FileExplanation,
): boolean {
  if (isEligible) return true;
  const isMet = steps.some(
    (other) => other.isPassed && other.stage === stage && other.check === check,
  );
  return isMet && !reasons.some(({ names }) => wanted.some((name) => names.includes(name)));
}

function formatList({ place, of, length, maxLength }: ListPlace): string {
  const most = maxLength === undefined ? "" : ` of at most ${maxLength}`;
  return `number ${place} of ${of} in a list of ${length}${most} characters`;
}

/** That a skill is shown in full goes without saying where its place in the list is told. */
function isImpliedByList(step: Step, file: FileExplanation, { list }: SystemExplanation): boolean {
  if (step.stage !== "prompt" || list === undefined || !file.isOfferedToModel) return false;
  return !file.reasons.some(({ code }) => code === "shortened-by-budget");
}

function paintMark(mark: Mark, { style }: Screen): string {
  if (mark === "passed") return style("green", "✓");
  return mark === "failed" ? style("red", "✗") : style("dim", "–");
}

const LABELS: { readonly [stage in Step["stage"]]: string } = {
  find: "",
  read: "read",
  names: "name",
  switches: "switch",
  requirements: "",
  agent: "agent",
  prompt: "prompt",
};

function stepLabel({ stage, check }: Step): string {
  if (stage === "switches" && check !== "enabled") return check;
  return LABELS[stage] === "" ? check : LABELS[stage];
}

/** Lists whose words already name what was looked for. */
const NAMED: ReadonlySet<string> = new Set(["bins", "anyBins", "capabilities", "anyCapabilities"]);

function formatStep({ stage, check, host, wanted, found }: Step): string {
  const where = host === undefined || host === "local" ? "" : `${host}: `;
  if (stage === "requirements" && (check === "os" || check === "hostRoles"))
    return `${where}wanted ${wanted.join(" or ")}, found ${found}`;
  const isOfHost = host !== undefined;
  if (stage === "requirements" && wanted.length > 0 && !NAMED.has(check) && !isOfHost)
    return `${wanted.join(", ")}: ${found}`;
  const isNamed = stage === "switches" || stage === "agent";
  if (isNamed && wanted.length > 0) return `${wanted.join(", ")}: ${found}`;
  return where + found;
}

/** The line and column at which a file cannot be read. */
function formatPlace({ problem }: FileExplanation, step: Step): string {
  const start = step.stage === "read" && !step.isPassed ? problem?.range?.start : undefined;
  return start === undefined ? "" : ` (line ${start.line}, column ${start.column})`;
}

function collectRemedies({ reasons }: FileExplanation): readonly Remedy[] {
  const seen = new Set<string>();
  return reasons
    .flatMap(({ remedies }) => remedies)
    .filter((remedy) => {
      const key = JSON.stringify(remedy);
      return !seen.has(key) && seen.add(key);
    });
}

export function renderRemedy(remedy: Remedy, screen: Screen): readonly string[] {
  const { style } = screen;
  const { say, command, config } = remedy;
  const file = config?.file;
  const place = file?.startsWith("~") === true ? file : file && screen.displayPath(file);
  const what = place === undefined ? say : `${say.replace(/\.$/, "")}, in ${place}:`;
  const clean = (words: string): string => oneLine(screen.shortenPaths(words));
  // Settings are read from another folder, so that paths in them stay whole.
  const text = command === undefined ? config && oneLine(config.text) : clean(command);
  return [
    `    ${style("yellow", "→")} ${clean(what)}`,
    ...(text === undefined ? [] : [`        ${style("bold", text)}`]),
  ];
}
