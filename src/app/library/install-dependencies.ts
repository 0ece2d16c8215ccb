/** Installing what a skill needs, on this computer. */
import { installCodes, installProblem, perform } from "../../library/install/index.ts";
import { quoteForShell, SkillError } from "../../skill/index.ts";
import { oneLine } from "../../skill/model/index.ts";
import type { Person } from "../context.ts";
import {
  type Dependencies,
  findProgram,
  foldersWith,
  type InstallResult,
  type PlannedChoice,
  findTarget,
} from "./dependencies.ts";
import { renderAction } from "./dependencies.text.ts";
import type { Computer } from "./selection.ts";
import type { System } from "./systems.ts";

export interface InstallOptions {
  /** Which of the installers that the system offers. */
  readonly id?: string;
  /** For each step. */
  readonly timeout?: number;
  /** Nobody is asked. */
  readonly yes: boolean;
}

const TIMEOUT_S = 300;
const MOST_TIMEOUT_S = 900;

export async function installDependencies(
  dependencies: Dependencies,
  { library }: System,
  { id, timeout = TIMEOUT_S, yes }: InstallOptions,
  { environment }: Computer,
  person: Person | undefined,
): Promise<InstallResult> {
  const { actions } = chooseOne(dependencies, id);
  if (person !== undefined) {
    const steps = actions.flatMap((action) => renderAction(action, person.screen));
    const head = `To install what \`${oneLine(dependencies.name)}\` needs:`;
    person.show(`${[head, ...steps].join("\n")}\n`);
  }
  // A program cannot say yes by accident.
  if (!yes && (await person?.confirm("Do it?")) !== true)
    throw refusal(
      installCodes.notConfirmed,
      "Installing needs your confirmation.",
      "Add `--yes` to install without a question. Nothing was installed.",
    );
  try {
    for (const action of actions)
      await perform(action, {
        environment,
        timeoutMs: Math.min(MOST_TIMEOUT_S, Math.max(1, timeout)) * 1000,
        onOutput: person?.show ?? (() => {}),
      });
  } catch (error) {
    throw SkillError.isInstance(error) ? new SkillError(error.diagnostic, { exit: 1 }) : error;
  }
  const { machine } = library.environment;
  const names = Object.keys(dependencies.bins);
  const missing = names.filter((bin) => findProgram(bin, machine) === undefined);
  return {
    missing,
    folders: foldersWith(missing.length === 0 ? names : missing, actions),
    targets: actions.flatMap((action) => findTarget(action) ?? []),
  };
}

function chooseOne({ choices, name }: Dependencies, id: string | undefined): PlannedChoice {
  const offered = choices.filter(({ state }) => state === "chosen");
  const [choice] = id === undefined ? offered : offered.filter(({ option }) => option.id === id);
  if (choice === undefined) {
    const ids = offered.map(({ option }) => option.id);
    throw refusal(
      installCodes.nothing,
      id === undefined
        ? `\`${name}\` declares no installer for this operating system.`
        : `No installer \`${id}\`; available: ${ids.length === 0 ? "none" : ids.join(", ")}.`,
      `\`skillwright deps ${quoteForShell(name)}\` shows what it names.`,
    );
  }
  const [problem] = choice.problems;
  if (problem !== undefined) throw new SkillError(problem, { exit: 1 });
  return choice;
}

function refusal(
  code: Parameters<typeof installProblem>[0],
  message: string,
  hint: string,
): SkillError {
  return new SkillError(installProblem(code, message, { hint }), { exit: 1 });
}
