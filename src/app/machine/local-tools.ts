/** The skills with tools of this machine, and the person who is asked what they may do. */
import { cacheFolder, canAsk, joinPath, oneLine } from "../../platform/index.ts";
import { promptForYes, findHome } from "../../platform/process/index.ts";
import { createBubblewrapRunner, findOnPath } from "../../platform/sandbox/index.ts";
import { listQuestions, type SandboxPolicy } from "../../run/authority/index.ts";
import { type RunCommand, sandboxCommands } from "../../run/eval/index.ts";
import { createRunner, listOwnPlaces, type Runner } from "../../run/sandbox/index.ts";
import {
  type LoadOptions,
  policyFor,
  requireWhole,
  type SkillPlaces,
  type SkillTools,
} from "../../run/tools/index.ts";
import type { Agreement, LocalTools } from "../tools/local-tools.ts";
import { grantedByUser } from "../tools/permission-list.ts";
import { changeLines } from "../tools/permission-list.text.ts";
import { policyLines, questionAfter } from "../tools/question.ts";
import type { LocalComputer } from "./local-computer.ts";
import { consentBy, forgetConsent, storeConsent } from "./skill-consent.ts";
import { readNamed, recoverPlaces, skillFiles } from "./tools.ts";

export async function openLocalTools(
  computer: LocalComputer,
  words: readonly string[],
  roots: readonly string[],
): Promise<LocalTools> {
  const places = toPlaces(computer, roots);
  await recoverPlaces(places, words);
  return {
    read: async () => await readNamed(places, words),
    skillFiles: () => skillFiles(places),
    loadOptions: (agreement, mayInstall) => toLoadOptions(computer, places, agreement, mayInstall),
    consent: async (skill, agreement) => await consentBy(skill, agreement, computer),
    keep: (skill, agreed) => storeConsent(skill, agreed, computer),
    revoke: (skill) => forgetConsent(skill, computer),
  };
}

/** Where skills are looked for. */
export function toPlaces(
  { folder, environment }: LocalComputer,
  roots: readonly string[],
): SkillPlaces {
  return { folder, home: findHome(environment), environment, roots };
}

function openRunner({ environment, folder, now }: LocalComputer, home: string): Runner {
  return createRunner(
    createBubblewrapRunner({ path: environment["PATH"] ?? "", now, random: Math.random }),
    listOwnPlaces(home, folder, environment),
  );
}

/** What holds programs back on this computer. */
export function openSandbox(computer: LocalComputer): Runner {
  return openRunner(computer, findHome(computer.environment));
}

/** Commands of models, on the files that they are given alone. */
export function openCommands(computer: LocalComputer): RunCommand {
  const { environment } = computer;
  const bash = findOnPath("bash", environment["PATH"] ?? "") ?? "/bin/bash";
  return sandboxCommands(openSandbox(computer), bash);
}

/** All that loading needs, with a person to ask where there is one. */
export function toLoadOptions(
  computer: LocalComputer,
  places: SkillPlaces,
  agreement: Agreement,
  mayInstall: boolean,
): LoadOptions {
  return {
    ...places,
    runner: openRunner(computer, places.home),
    authorize: (skill) => authorizeBy(skill, agreement, computer),
    mayInstall: async ({ packages }, command) => {
      if (mayInstall) return true;
      if (!canAsk()) return false;
      computer.err(`Packages to install: ${oneLine(packages.join(", "))}.\n`);
      return await promptForYes(`Run \`${command}\`, with scripts off?`);
    },
    packagesRoot: joinPath(cacheFolder(computer.environment), "tools"),
    onOutput: computer.err,
    now: () => performance.now(),
  };
}

/** Shows what a skill would do, and asks for a yes; `keep` says whether it holds for later runs. */
export type AskForConsent = (
  lines: readonly string[],
  question: string,
  whole: SandboxPolicy,
) => Promise<{ readonly isGranted: boolean; readonly keep: boolean }>;

/** Undefined if there is no person to ask. */
function terminalAsk({ err }: LocalComputer): AskForConsent | undefined {
  if (!canAsk()) return undefined;
  return async (lines, question) => {
    for (const line of lines) err(`${line}\n`);
    return { isGranted: await promptForYes(question), keep: true };
  };
}

/**
 * What a skill may touch by what the user said before and by the options of a command; asks for the rest where there
 * is somebody to ask, and keeps the answer.
 */
export async function authorizeBy(
  skill: SkillTools,
  agreement: Agreement,
  computer: LocalComputer,
  ask: AskForConsent | undefined = terminalAsk(computer),
): Promise<SandboxPolicy> {
  const consent = await consentBy(skill, agreement, computer);
  const { grants, allowsExperimental } = consent;
  const found = policyFor(skill, consent);
  const asked = listQuestions(found);
  for (const line of changeLines(consent)) computer.err(`${line}\n`);
  const isOpen = asked.length > 0 || (found.isExperimental && !allowsExperimental);
  if (!isOpen || ask === undefined) {
    requireWhole(skill, found, consent);
    return found;
  }
  const whole = policyFor(skill, {
    ...consent,
    grants: [...grants, ...asked.map(({ permission }) => permission)],
    allowsExperimental: true,
  });
  requireWhole(skill, whole, { allowsExperimental: true });
  const lines = policyLines(whole, () => "-");
  const { isGranted, keep } = await ask(
    [`\`${oneLine(skill.name)}\` is ${found.tier}. It would, and only in the sandbox:`, ...lines],
    questionAfter(lines, whole, "Load it?"),
    whole,
  );
  if (!isGranted) {
    requireWhole(skill, found, consent);
    return found;
  }
  const { signer } = consent;
  if (keep)
    storeConsent(
      skill,
      { permissions: grantedByUser(whole), allowsExperimental: true, signer },
      computer,
    );
  return whole;
}
