/** What is installed in a folder, and what became of it. */
import { failure, joinPath, kindOf, resolvePath } from "../../platform/index.ts";
import { type InstalledSkill, registryCodes, type RemovedSkill } from "../../registry/index.ts";
import {
  checkLock,
  type Drift,
  openLock,
  type Recorded,
  recordFolder,
} from "../../registry/lock/index.ts";
import { readStates } from "../../registry/states/index.ts";
import { type Diagnostic, quoteForShell } from "../../skill/index.ts";
import type { Context } from "../context.ts";
import type { LocalComputer } from "../machine/local-computer.ts";
import { forgetAgreements } from "./consent.ts";
import { openFolder, type SourceInput, targetFolder, type TargetInput } from "./sources.ts";
import { fetchStates } from "./states.ts";
import { trustedKeys } from "./trusted-keys.ts";

type Input = SourceInput & TargetInput;

export interface InstalledAnswer {
  readonly folder: string;
  readonly skills: readonly InstalledSkill[];
}

export async function listInstalled(
  computer: LocalComputer,
  input: Input,
): Promise<InstalledAnswer> {
  const folder = targetFolder(computer, input);
  await fetchStates(computer, folder, input);
  return { folder, skills: await openFolder(computer, folder, input).listInstalled() };
}

export interface RemoveAnswer {
  readonly folder: string;
  readonly removed: readonly RemovedSkill[];
  readonly isDryRun: boolean;
}

/** Removes installed skills, and what only they needed. */
export async function removeInstalled(
  computer: LocalComputer,
  input: Input & {
    readonly names: readonly string[];
    readonly force: boolean;
    readonly dryRun: boolean;
  },
): Promise<RemoveAnswer> {
  const { names, force: isForced, dryRun: isDryRun } = input;
  const folder = targetFolder(computer, input);
  const removed = await openFolder(computer, folder).remove(names, { isForced, isDryRun });
  const gone = removed.filter(({ staysIn }) => staysIn === undefined);
  if (!isDryRun)
    forgetAgreements(
      gone.map(({ name }) => ({ name, path: joinPath(folder, name) })),
      computer,
    );
  return { folder, removed, isDryRun };
}

export interface PinAnswer {
  readonly name: string;
  readonly version: string;
  readonly pin: string | null;
}

/** Pins an installed skill, or lets it go where no reason is given. */
export async function pinInstalled(
  computer: LocalComputer,
  input: TargetInput & { readonly name: string },
  reason: string | undefined,
): Promise<PinAnswer> {
  const { name } = input;
  const manager = openFolder(computer, targetFolder(computer, input));
  const { version, pin } = await manager.pin(name, reason);
  return { name, version, pin: pin ?? null };
}

/** An installed skill with what speaks against it. */
interface Audited {
  readonly name: string;
  readonly version: string;
  readonly path: string;
  readonly diagnostics: readonly Diagnostic[];
}

export interface AuditAnswer {
  readonly skills: readonly Audited[];
}

/** What registries took down or advise against, and what was changed. */
export async function auditInstalled(
  { computer, person }: Context & { readonly computer: LocalComputer },
  input: Input,
): Promise<AuditAnswer> {
  const { folder, skills } = await listInstalled(computer, input);
  const states = readStates(folder).skills;
  return {
    skills: skills.map((skill): Audited => {
      const { name, version, linkedFrom = folder } = skill;
      const known = states.get(name);
      const said = known?.version === version ? known : undefined;
      const full = joinPath(linkedFrom, name);
      const path = person?.screen.displayPath(full) ?? full;
      const diagnostics = [...driftProblems(skill, path), ...statedProblems(skill, said, path)];
      return { name, version, path, diagnostics };
    }),
  };
}

function driftProblems(
  { name, version, drifts }: InstalledSkill,
  file: string,
): readonly Diagnostic[] {
  return drifts.map(({ kind, actual, isGrave }) =>
    kind === "taken-down"
      ? {
          code: registryCodes.takenDown,
          severity: "error",
          message: `\`${name}\` ${version} was taken down by the registry: ${actual.replace(/\.$/u, "")}.`,
          hint: `Remove it with \`skillwright remove ${quoteForShell(name)}\`, or update it.`,
          file,
        }
      : {
          code: registryCodes.lockDrift,
          severity: isGrave ? "error" : "warning",
          message: `\`${name}\` ${version} is not as recorded: ${kind}.`,
          hint: "`skillwright lock --check` says more.",
          file,
        },
  );
}

function statedProblems(
  { name, version }: InstalledSkill,
  said: { readonly state: string; readonly reason: string } | undefined,
  file: string,
): readonly Diagnostic[] {
  if (said === undefined || !["yanked", "deprecated", "in-review"].includes(said.state)) return [];
  const why = said.reason === "" ? "" : `: ${said.reason.replace(/\.$/u, "")}`;
  return [
    {
      code: registryCodes.advisedAgainst,
      severity: "warning",
      message: `\`${name}\` ${version} is ${said.state}${why}.`,
      hint: `\`skillwright update ${quoteForShell(name)}\` takes another version, if there is one.`,
      file,
    },
  ];
}

export type LockAnswer =
  | ({ readonly folder: string } & Recorded)
  | {
      readonly folder: string;
      readonly skills: number;
      readonly drifts: readonly (Drift & { readonly code: string })[];
    };

/** Records the skills of a folder, or compares them with what was recorded. */
export async function lockFolder(
  computer: LocalComputer,
  input: {
    readonly folder?: string;
    readonly check: boolean;
    readonly force: boolean;
    readonly trust?: string;
  },
): Promise<LockAnswer> {
  const folder = resolvePath(computer.folder, input.folder ?? "skills");
  if (kindOf(folder) !== "folder")
    throw failure("cli/unreadable", "The folder of skills does not exist.", { file: folder });
  const trust = trustedKeys(computer, input.trust);
  if (!input.check)
    return {
      folder,
      ...(await recordFolder(folder, { trust, now: computer.now() }, input.force)),
    };
  const { trust: file } = input;
  await fetchStates(computer, folder, file === undefined ? {} : { trust: file });
  const lock = await openLock(folder);
  const drifts = await checkLock(folder, lock, trust);
  return {
    folder,
    skills: lock.size,
    drifts: drifts.map((drift) => ({ code: registryCodes.lockDrift, ...drift })),
  };
}
