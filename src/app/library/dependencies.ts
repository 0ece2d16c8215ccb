/** What a skill needs to be installed, and by which of its installers. */
import type { Evaluation } from "../../library/gate/index.ts";
import {
  type Choice,
  type InstallAction,
  type InstallContext,
  judgeInstallers,
  planInstall,
} from "../../library/install/index.ts";
import { sessionCodes } from "../../library/session/index.ts";
import { fileExists, joinPath, lastPart, listFolder, parentOf } from "../../platform/index.ts";
import { isAdministrator, type Machine } from "../../platform/machine/index.ts";
import { findHome } from "../../platform/process/index.ts";
import {
  type Diagnostic,
  type Json,
  didYouMean,
  quoteForShell,
  SkillError,
} from "../../skill/index.ts";
import type { Context, Systems } from "../context.ts";
import type { Computer, SystemSelection } from "./selection.ts";
import { usualPlaces } from "./settings.ts";
import { systemProblems } from "./system-problems.ts";
import type { System } from "./systems.ts";

export interface PlannedChoice extends Choice {
  /** Of one that is chosen. */
  readonly actions: readonly InstallAction[];
  readonly problems: readonly Diagnostic[];
}

export interface Dependencies {
  readonly name: string;
  readonly dialect: string;
  readonly file: string;
  /** Programs that it asks for, and whether each is there. */
  readonly bins: { readonly [name: string]: boolean };
  /** The same for the connected hosts; what is not known of one is left out. */
  readonly hosts: readonly HostBins[];
  readonly choices: readonly PlannedChoice[];
  /** What became of it, where it was installed. */
  readonly installed?: InstallResult;
}

export interface InstallResult {
  /** Programs that are still not found on the `PATH`. */
  readonly missing: readonly string[];
  /** Folders in which the programs lie now. */
  readonly folders: readonly string[];
  /** Folders in which the installer puts what it brings. */
  readonly targets: readonly string[];
}

interface HostBins {
  readonly id: string;
  readonly os?: string;
  readonly bins: { readonly [name: string]: boolean };
}

/** Hands over what a skill needs in the one system that has it, while that is open. */
export async function withDependencies<Result>(
  { systems, warn }: Context & { readonly systems: Systems },
  name: string,
  selection: SystemSelection,
  work: (dependencies: Dependencies, system: System) => Result | Promise<Result>,
): Promise<Result> {
  const known = new Set<string>();
  const isMeant = (system: System): boolean => {
    for (const other of namesIn(system)) known.add(other);
    return findSkill(name, system) !== undefined;
  };
  return await systems.one(
    selection,
    async (system) => {
      const found = findDependencies(name, system, systems.computer);
      systemProblems(system).forEach(warn);
      return await work(found, system);
    },
    { isMeant, sayNone: () => unknownSkill(name, known) },
  );
}

/** The file that counts for a name, or any that goes by it. */
function findSkill(name: string, { library }: System): Evaluation | undefined {
  const all = library.snapshot().evaluations();
  const goesBy = ({ name: own, candidate }: Evaluation): boolean =>
    [own, candidate.reading.directory, candidate.path].includes(name);
  return all.find((item) => item.loaded !== undefined && goesBy(item));
}

function namesIn({ library }: System): readonly string[] {
  return library
    .snapshot()
    .evaluations()
    .flatMap((item) => item.name ?? []);
}

function findDependencies(
  name: string,
  system: System,
  computer: Computer | undefined,
): Dependencies {
  const { dialect, library } = system;
  const found = findSkill(name, system);
  if (found?.loaded === undefined) throw unknownSkill(name, namesIn(system));
  const { requirements } = found.loaded.skill;
  // The model keeps installers as they stand in the file.
  const install = (requirements.install ?? []) as readonly Json[];
  const { machine } = library.environment;
  const find = createFinder(machine, computer);
  const wanted = [...(requirements.bins ?? []), ...(requirements.anyBins ?? [])];
  const choices = judgeInstallers(dialect, {
    install,
    bins: MANAGERS.filter((manager) => find(manager) !== undefined),
    platform: machine.platform,
    config: library.config.facts,
  });
  return {
    name: found.loaded.name,
    dialect: dialect.id,
    file: found.candidate.path,
    bins: Object.fromEntries(wanted.map((bin) => [bin, find(bin) !== undefined])),
    hosts: hostBins(wanted, system),
    choices: choices.map((choice) => {
      // Where things are put is told to those who have folders here.
      if (choice.state !== "chosen" || computer === undefined)
        return { ...choice, actions: [], problems: [] };
      const ground = createInstallContext(found, system, computer);
      const { value = [], diagnostics } = planInstall(choice.option, ground);
      return { ...choice, actions: value, problems: diagnostics };
    }),
  };
}

function hostBins(wanted: readonly string[], { library }: System): readonly HostBins[] {
  const hosts = library.environment.inventory?.hosts() ?? [];
  return hosts.map(({ id, os, bins }) => ({
    id,
    ...(os === undefined ? {} : { os }),
    bins: Object.fromEntries(
      wanted.filter((bin) => Object.hasOwn(bins, bin)).map((bin) => [bin, bins[bin] === true]),
    ),
  }));
}

const MANAGERS: readonly string[] = ["brew", "uv", "go", "npm", "pnpm", "yarn", "bun"];

function createInstallContext(
  found: Evaluation,
  system: System,
  computer: Computer,
): InstallContext {
  const { dialect, library } = system;
  const { machine } = library.environment;
  const home = findHome(computer.environment);
  const state =
    dialect.homes === undefined
      ? undefined
      : usualPlaces(dialect.homes, computer).folders.get("state");
  return {
    platform: machine.platform,
    find: createFinder(machine, computer),
    home,
    isAdministrator: isAdministrator(),
    toolsFolder: joinPath(state ?? dataFolder(computer), "tools"),
    skillKey: found.loaded?.configKeys[0] ?? found.loaded?.name ?? found.candidate.path,
    nodeManager: library.config.install.nodeManager,
    ...(dialect.homes?.install === undefined ? {} : { rules: dialect.homes.install }),
  };
}

function dataFolder({ environment }: Computer): string {
  const shared = environment["XDG_DATA_HOME"];
  const base =
    shared !== undefined && shared.startsWith("/")
      ? shared
      : joinPath(findHome(environment), ".local/share");
  return joinPath(base, "skillwright");
}

/** By the user's own PATH: a file of the working directory could name a folder that brings a program of its own. */
function createFinder(machine: Machine, computer: Computer | undefined): InstallContext["find"] {
  const own =
    computer === undefined ? machine : { ...machine, environment: () => computer.environment };
  return (program) => findProgram(program, own);
}

/** Where a program lies on the PATH of a machine. */
export function findProgram(name: string, machine: Machine): string | undefined {
  const isWindows = machine.platform === "win32";
  const folders = (machine.environment()["PATH"] ?? "").split(isWindows ? ";" : ":");
  const endings = isWindows ? ["", ".exe", ".cmd", ".bat"] : [""];
  if (!/^[A-Za-z0-9._+-]+$/.test(name)) return undefined;
  return folders
    .filter((folder) => folder !== "")
    .flatMap((folder) => endings.map((ending) => joinPath(folder, name + ending)))
    .find(machine.isProgram);
}

/** Where an action puts what it brings, as far as that is known. */
export function findTarget(action: InstallAction): string | undefined {
  return action.kind === "download" ? action.target : action.folder;
}

/** Folders in which programs of these names lie after the actions. */
export function foldersWith(
  names: readonly string[],
  actions: readonly InstallAction[],
): readonly string[] {
  const files = names.flatMap((name) => [name, `${name}.exe`, `${name}.cmd`]);
  const folders = actions.flatMap((action): readonly string[] => {
    const target = findTarget(action);
    if (target === undefined || !fileExists(target)) return [];
    // An archive may have them at any depth; other folders are the user's own, and may be large.
    if (action.kind === "download")
      return listFolder(target)
        .filter(({ path }) => files.includes(lastPart(path)))
        .map(({ path }) => parentOf(joinPath(target, path)));
    return files.some((file) => fileExists(joinPath(target, file))) ? [target] : [];
  });
  return [...new Set(folders)];
}

/** No file of that name can be read; `names` are those that can. */
function unknownSkill(name: string, names: Iterable<string>): SkillError {
  return new SkillError(
    {
      code: sessionCodes.unknownSkill,
      severity: "error",
      message: `No readable skill \`${name}\`.`,
      hint:
        didYouMean(name, names) ??
        `Find out why with \`skillwright explain ${quoteForShell(name)}\`.`,
    },
    { exit: 1, status: 404 },
  );
}
