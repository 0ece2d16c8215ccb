/** The account of a skill as people read it: a line for every step, and what to do at the end. */
import type { Remedy, Step } from "../../library/gate/index.ts";
import { oneLine } from "../../platform/index.ts";
import type { Context } from "../context.ts";
import type { FileAccount, ListPlace, SystemAccount } from "./account.ts";
import { renderProblem } from "./render-problem.ts";
import { shortenPaths, shortPath } from "./show-path.ts";

const WIDTH = 12;

type Mark = "passed" | "failed" | "aside";

export function renderStory(name: string, account: SystemAccount, context: Context): string {
  const { paint } = context;
  const lines = [
    `${paint("bold", oneLine(name))} in ${account.title}: ${verdict(account, context)}`,
  ];
  if (account.isRefused === true)
    lines.push("  What follows is what would be without the settings.");
  if (account.note !== undefined) lines.push(`  ${account.note}`);
  for (const file of account.files) {
    lines.push("", ...renderFile(file, account, context));
    // Whoever calls it by what stands in the file may not know that the system does not.
    const isKnown = file.name === undefined || file.path.includes(name) || file.name === name;
    if (!isKnown) lines.push(`    The system calls it \`${oneLine(file.name ?? "")}\`.`);
  }
  if (account.problems.length > 0) lines.push("");
  for (const problem of account.problems) lines.push(...renderProblem(problem, context));
  return `${lines.join("\n")}\n`;
}

function verdict(account: SystemAccount, { paint }: Context): string {
  const { isLoaded, isListed, isRefused, note } = account;
  if (isRefused === true) return paint("red", "not loaded, since the settings are refused");
  if (!isLoaded) return paint("red", "not loaded");
  if (note !== undefined) return paint("green", "loaded");
  return isListed
    ? paint("green", "loaded, and the model is told of it")
    : paint("yellow", "loaded, but the model is not told of it");
}

function renderFile(
  file: FileAccount,
  account: SystemAccount,
  context: Context,
): readonly string[] {
  const line = (mark: Mark, label: string, text: string): string =>
    `    ${paintMark(mark, context)} ${label.padEnd(WIDTH)} ${oneLine(text)}`;
  const root = file.root === undefined ? "" : ` (${shortPath(file.root, context)})`;
  const lines = [
    `  ${context.paint("cyan", oneLine(shortPath(file.file, context)))}`,
    line("passed", "found", `among the ${file.source} skills${root}`),
  ];
  for (const step of file.steps) {
    if (isSaidByList(step, file, account)) continue;
    const mark = step.isPassed ? "passed" : isMadeUpFor(step, file) ? "aside" : "failed";
    const text = sayStep(step) + sayPlace(file, step);
    lines.push(line(mark, labelOf(step), shortenPaths(text, context)));
    if (step.stage === "read" && file.hides.length > 0) {
      const hidden = file.hides.map((path) => shortPath(path, context)).join(", ");
      lines.push(line("passed", "name", `takes the place of ${hidden}`));
    }
  }
  if (file.isOfferedToModel && account.list !== undefined)
    lines.push(line("passed", "prompt", sayList(account.list)));
  for (const remedy of remediesOf(file)) lines.push(...renderRemedy(remedy, context));
  return lines;
}

/** What one machine lacks does not matter where the skill is loaded, or another machine has it. */
function isMadeUpFor(
  { stage, check, wanted }: Step,
  { isEligible, steps, reasons }: FileAccount,
): boolean {
  if (isEligible) return true;
  const isMet = steps.some(
    (other) => other.isPassed && other.stage === stage && other.check === check,
  );
  return isMet && !reasons.some(({ names }) => wanted.some((name) => names.includes(name)));
}

function sayList({ place, of, length, maxLength }: ListPlace): string {
  const most = maxLength === undefined ? "" : ` of at most ${maxLength}`;
  return `number ${place} of ${of} in a list of ${length}${most} characters`;
}

/** That a skill is shown in full goes without saying where its place in the list is told. */
function isSaidByList(step: Step, file: FileAccount, { list }: SystemAccount): boolean {
  if (step.stage !== "prompt" || list === undefined || !file.isOfferedToModel) return false;
  return !file.reasons.some(({ code }) => code === "shortened-by-budget");
}

function paintMark(mark: Mark, { paint }: Context): string {
  if (mark === "passed") return paint("green", "✓");
  return mark === "failed" ? paint("red", "✗") : paint("dim", "–");
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

function labelOf({ stage, check }: Step): string {
  if (stage === "switches" && check !== "enabled") return check;
  return LABELS[stage] === "" ? check : LABELS[stage];
}

/** Lists whose words already name what was looked for. */
const NAMED: ReadonlySet<string> = new Set(["bins", "anyBins", "capabilities", "anyCapabilities"]);

function sayStep({ stage, check, host, wanted, found }: Step): string {
  const where = host === undefined || host === "local" ? "" : `${host}: `;
  if (stage === "requirements" && (check === "os" || check === "hostRoles"))
    return `${where}wanted ${wanted.join(" or ")}, found ${found}`;
  const isOfHost = host !== undefined;
  if (stage === "requirements" && wanted.length > 0 && !NAMED.has(check) && !isOfHost)
    return `${wanted.join(", ")}: ${found}`;
  if (stage === "switches" || stage === "agent") return `${wanted.join(", ")}: ${found}`;
  return where + found;
}

/** The line and column at which a file cannot be read. */
function sayPlace({ problem }: FileAccount, step: Step): string {
  const start = step.stage === "read" && !step.isPassed ? problem?.range?.start : undefined;
  return start === undefined ? "" : ` (line ${start.line}, column ${start.column})`;
}

function remediesOf({ reasons }: FileAccount): readonly Remedy[] {
  const seen = new Set<string>();
  return reasons
    .flatMap(({ remedies }) => remedies)
    .filter((remedy) => {
      const key = JSON.stringify(remedy);
      return !seen.has(key) && seen.add(key);
    });
}

export function renderRemedy(remedy: Remedy, context: Context): readonly string[] {
  const { paint } = context;
  const { say, command, config } = remedy;
  const file = config?.file;
  const place = file?.startsWith("~") === true ? file : file && shortPath(file, context);
  const what = place === undefined ? say : `${say.replace(/\.$/, "")}, in ${place}:`;
  const clean = (words: string): string => oneLine(shortenPaths(words, context));
  // Settings are read from another folder, so that paths in them stay whole.
  const text = command === undefined ? config && oneLine(config.text) : clean(command);
  return [
    `    ${paint("yellow", "→")} ${clean(what)}`,
    ...(text === undefined ? [] : [`        ${paint("bold", text)}`]),
  ];
}
