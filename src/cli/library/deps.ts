/** What a skill needs to be installed, and by which of its installers. */
import { type Considered, quoteForShell } from "../../library/gate/index.ts";
import {
  type Choice,
  type InstallAction,
  type InstallGround,
  judgeInstallers,
  planInstall,
} from "../../library/install/index.ts";
import { sessionCodes } from "../../library/session/index.ts";
import {
  failure,
  fileExists,
  joinPath,
  lastPart,
  listFolder,
  parentOf,
} from "../../platform/index.ts";
import { isAdministrator, type Machine } from "../../platform/machine/index.ts";
import { type Diagnostic, type Json, nearestWord, type SkillError } from "../../skill/index.ts";
import type { Context } from "../context.ts";
import { findHome } from "../../platform/process/index.ts";
import { usualPlaces } from "../../app/library/settings.ts";
import type { System } from "../../app/library/systems.ts";

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
}

interface HostBins {
  readonly id: string;
  readonly os?: string;
  readonly bins: { readonly [name: string]: boolean };
}

/** The file that counts for a name, or any that goes by it. */
export function findSkill(name: string, { library }: System): Considered | undefined {
  const all = library.snapshot().considered();
  const goesBy = ({ name: own, candidate }: Considered): boolean =>
    [own, candidate.reading.directory, candidate.path].includes(name);
  return all.find((item) => item.loaded !== undefined && goesBy(item));
}

export function namesIn({ library }: System): readonly string[] {
  return library
    .snapshot()
    .considered()
    .flatMap((item) => item.name ?? []);
}

export function dependenciesOf(name: string, system: System, context: Context): Dependencies {
  const { dialect, library } = system;
  const found = findSkill(name, system);
  if (found?.loaded === undefined) throw unknownSkill(name, namesIn(system));
  const { requirements } = found.loaded.skill;
  // The model keeps installers as they stand in the file.
  const install = (requirements.install ?? []) as readonly Json[];
  const ground = groundOf(found, system, context);
  const wanted = [...(requirements.bins ?? []), ...(requirements.anyBins ?? [])];
  const choices = judgeInstallers(dialect, {
    install,
    bins: MANAGERS.filter((manager) => ground.find(manager) !== undefined),
    platform: ground.platform,
    config: library.config.facts,
  });
  return {
    name: found.loaded.name,
    dialect: dialect.id,
    file: found.candidate.path,
    bins: Object.fromEntries(wanted.map((bin) => [bin, ground.find(bin) !== undefined])),
    hosts: hostBins(wanted, system),
    choices: choices.map((choice) => {
      if (choice.state !== "chosen") return { ...choice, actions: [], problems: [] };
      const { value = [], diagnostics } = planInstall(choice.option, ground);
      return { ...choice, actions: value, problems: diagnostics };
    }),
  };
}

function hostBins(wanted: readonly string[], { library }: System): readonly HostBins[] {
  const hosts = library.circumstances.inventory?.hosts() ?? [];
  return hosts.map(({ id, os, bins }) => ({
    id,
    ...(os === undefined ? {} : { os }),
    bins: Object.fromEntries(
      wanted.filter((bin) => Object.hasOwn(bins, bin)).map((bin) => [bin, bins[bin] === true]),
    ),
  }));
}

const MANAGERS: readonly string[] = ["brew", "uv", "go", "npm", "pnpm", "yarn", "bun"];

function groundOf(found: Considered, system: System, context: Context): InstallGround {
  const { dialect, library } = system;
  const { machine } = library.circumstances;
  const home = findHome(context.environment);
  const state =
    dialect.homes === undefined
      ? undefined
      : usualPlaces(dialect.homes, context).folders.get("state");
  return {
    platform: machine.platform,
    find: (program) => findInstaller(program, machine, context),
    home,
    isAdministrator: isAdministrator(),
    toolsFolder: joinPath(state ?? dataFolder(context), "tools"),
    skillKey: found.loaded?.configKeys[0] ?? found.loaded?.name ?? found.candidate.path,
    nodeManager: library.config.install.nodeManager,
    ...(dialect.homes?.install === undefined ? {} : { rules: dialect.homes.install }),
  };
}

function dataFolder(context: Context): string {
  const shared = context.environment["XDG_DATA_HOME"];
  const base =
    shared !== undefined && shared.startsWith("/")
      ? shared
      : joinPath(findHome(context.environment), ".local/share");
  return joinPath(base, "skillwright");
}

/** By the user's own PATH: a file of the working directory could name a folder that brings a program of its own. */
function findInstaller(name: string, machine: Machine, context: Context): string | undefined {
  return findProgram(name, { ...machine, environment: () => context.environment });
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
export function targetOf(action: InstallAction): string | undefined {
  return action.kind === "download" ? action.target : action.folder;
}

/** Folders in which programs of these names lie after the actions. */
export function foldersWith(
  names: readonly string[],
  actions: readonly InstallAction[],
): readonly string[] {
  const files = names.flatMap((name) => [name, `${name}.exe`, `${name}.cmd`]);
  const folders = actions.flatMap((action): readonly string[] => {
    const target = targetOf(action);
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
export function unknownSkill(name: string, names: Iterable<string>): SkillError {
  const near = nearestWord(name, names);
  return failure(sessionCodes.unknownSkill, `No readable skill \`${name}\`.`, {
    hint:
      near === undefined
        ? `Find out why with \`skillwright explain ${quoteForShell(name)}\`.`
        : `Did you mean \`${near}\`?`,
  });
}
