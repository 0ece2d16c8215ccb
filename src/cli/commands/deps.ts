import { quoteForShell } from "../../library/gate/index.ts";
import { installCodes, installProblem, perform } from "../../library/install/index.ts";
import { sessionCodes } from "../../library/session/index.ts";
import { failure, oneLine } from "../../platform/index.ts";
import { askForYes, canAsk } from "../../platform/process/index.ts";
import { type Diagnostic, SkillError } from "../../skill/index.ts";
import { type Context, FINDINGS, FINE } from "../context.ts";
import {
  dependenciesOf,
  type Dependencies,
  findProgram,
  findSkill,
  foldersWith,
  namesIn,
  type PlannedChoice,
  targetOf,
  unknownSkill,
} from "../library/deps.ts";
import { renderDependencies, sayAction } from "../library/deps-page.ts";
import { shortPath } from "../library/show-path.ts";
import { systemProblems } from "../../app/library/system-problems.ts";
import { toComputer, toSelection, warnOf } from "../library/select.ts";
import { oneSystem, type System } from "../../app/library/systems.ts";
import { renderFailure } from "../render.ts";

/** Shows what a skill needs to be installed; `deps install NAME` does it. */
export async function run(context: Context): Promise<number> {
  try {
    return await answer(context);
  } catch (error) {
    const isUnknown =
      SkillError.isInstance(error) && error.diagnostic.code === sessionCodes.unknownSkill;
    if (!isUnknown) throw error;
    return refuse(error.diagnostic, context);
  }
}

async function answer(context: Context): Promise<number> {
  const [first = "", second, third] = context.arguments;
  const odd = first === "install" ? third : second;
  if (odd !== undefined)
    throw failure(
      "cli/usage",
      `\`deps\` takes one skill name or \`install NAME\`, not \`${odd}\`.`,
    );
  const name = second ?? first;
  const isInstall = second !== undefined && !context.options.flag("dry-run");
  const known = new Set<string>();
  const isMeant = (system: System): boolean => {
    for (const other of namesIn(system)) known.add(other);
    return findSkill(name, system) !== undefined;
  };
  const system = await oneSystem(toSelection(context), toComputer(context), isMeant, () =>
    unknownSkill(name, known),
  );
  try {
    warnOf(systemProblems(system), context);
    const dependencies = dependenciesOf(name, system, context);
    if (isInstall) return await install(dependencies, system, context);
    if (context.options.flag("json"))
      context.out(`${JSON.stringify(dependencies, undefined, 2)}\n`);
    else context.out(renderDependencies(dependencies, context));
    return FINE;
  } finally {
    await system.library.close();
  }
}

const TIMEOUT_S = 300;
const MOST_TIMEOUT_S = 900;

async function install(
  dependencies: Dependencies,
  system: System,
  context: Context,
): Promise<number> {
  for (const option of ["host", "gateway"])
    if (context.options.texts(option).length > 0)
      throw failure(
        "cli/usage",
        `\`--${option}\` cannot be used with \`install\`, which installs on this machine.`,
      );
  const choice = chooseOne(dependencies, context);
  if ("code" in choice) return refuse(choice, context);
  const steps = choice.actions.flatMap((action) => sayAction(action, context));
  context.err(
    `${[`To install what \`${oneLine(dependencies.name)}\` needs:`, ...steps].join("\n")}\n`,
  );
  const refusal = await confirm(context);
  if (refusal !== undefined) return refuse(refusal, context);
  const seconds = context.options.number("timeout") ?? TIMEOUT_S;
  try {
    for (const action of choice.actions)
      await perform(action, {
        environment: context.environment,
        timeoutMs: Math.min(MOST_TIMEOUT_S, Math.max(1, seconds)) * 1000,
        onOutput: context.err,
      });
  } catch (error) {
    if (!SkillError.isInstance(error)) throw error;
    return refuse(error.diagnostic, context);
  }
  context.out(after(dependencies, choice, system, context));
  return FINE;
}

function chooseOne({ choices, name }: Dependencies, context: Context): PlannedChoice | Diagnostic {
  const id = context.options.text("id");
  const offered = choices.filter(({ state }) => state === "chosen");
  const [choice] = id === undefined ? offered : offered.filter(({ option }) => option.id === id);
  const ids = offered.map(({ option }) => option.id);
  if (choice === undefined)
    return installProblem(
      installCodes.nothing,
      id === undefined
        ? `\`${name}\` names no installer for this operating system.`
        : `No installer \`${id}\`; available: ${ids.length === 0 ? "none" : ids.join(", ")}.`,
      { hint: `\`skillwright deps ${quoteForShell(name)}\` shows what it names.` },
    );
  return choice.problems[0] ?? choice;
}

/** Undefined where somebody said yes; a program cannot say it by accident. */
async function confirm(context: Context): Promise<Diagnostic | undefined> {
  if (context.options.flag("yes")) return undefined;
  if (canAsk() && (await askForYes("Do it?"))) return undefined;
  const message = "Installing needs your confirmation.";
  const hint = "Add `--yes` to install without a question. Nothing was installed.";
  return installProblem(installCodes.notConfirmed, message, { hint });
}

function refuse(diagnostic: Diagnostic, context: Context): number {
  context.err(renderFailure(diagnostic, context.paintError));
  return FINDINGS;
}

/** Whether the programs are found now; what was installed may lie outside of the PATH. */
function after(
  { bins }: Dependencies,
  { actions }: PlannedChoice,
  { library }: System,
  context: Context,
): string {
  const { machine } = library.circumstances;
  const names = Object.keys(bins);
  const lacking = names.filter((bin) => findProgram(bin, machine) === undefined);
  const show = (folders: readonly string[]): string =>
    folders.map((folder) => oneLine(shortPath(folder, context))).join(", ");
  const folders = foldersWith(lacking.length === 0 ? names : lacking, actions);
  const where = folders.length === 0 ? "" : ` It lies in ${show(folders)}.`;
  if (lacking.length === 0) return `Installed.${where}\n`;
  const targets = actions.flatMap((action) => targetOf(action) ?? []);
  const elsewhere =
    targets.length === 0
      ? ""
      : ` It is not in ${show(targets)} either, where the installer puts what it brings.`;
  const hint = folders.length === 0 ? elsewhere : `${where} Add that folder to the \`PATH\`.`;
  return `Installed, but not found on the \`PATH\`: ${oneLine(lacking.join(", "))}.${hint}\n`;
}
