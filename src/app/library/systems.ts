import { HostInventory } from "../../library/hosts/index.ts";
import { type Library, type LibraryOptions, openLibrary } from "../../library/session/index.ts";
import { failure, kindOf, resolvePath } from "../../platform/index.ts";
import { findHome } from "../../platform/process/index.ts";
import { lockGuard, recoverFolders } from "../../registry/lock/index.ts";
import {
  type Diagnostic,
  type Dialect,
  dialects,
  chooseDialect,
  SkillError,
} from "../../skill/index.ts";
import { editionHere, evidenceFor, findPackageFolders } from "./edition.ts";
import { type HostOptions, readHosts } from "./hosts.ts";
import { noFolders } from "./ruleless.ts";
import type { Computer, PromptLimits, SystemSelection } from "./selection.ts";
import type { Store } from "../../library/store/index.ts";
import { findAgentSettings, type FoundSettings } from "./settings.ts";

/** A system with the skills that it has for an agent. */
export interface System {
  readonly dialect: Dialect;
  readonly library: Library;
  readonly settings: FoundSettings;
  readonly hosts: HostOptions;
  readonly limits: PromptLimitOptions;
  /** The agent of the selection. */
  readonly askedAgent?: string;
  /** Why this edition of the system is the one that counts here, as a sentence. */
  readonly evidence?: string;
  /** The store that has its skills, in place of folders. */
  readonly store?: Store;
}

/** Limits of the list for the model that the selection sets. */
export interface PromptLimitOptions {
  readonly maxPromptLength?: number;
  readonly contextTokens?: number;
  readonly priorities?: readonly string[];
}

/**
 * The system of `as`, or every one that says which skills an agent gets, each as people run it today. Clients that share folders follow the
 * specification that they share.
 */
export function selectDialects(
  { as, client }: Pick<SystemSelection, "as" | "client">,
  here?: Pick<Computer, "environment" | "folder">,
): readonly Dialect[] {
  const choose = (name: string): Dialect => {
    const chosen = chooseDialect(name);
    // Whoever names an edition means it.
    return here === undefined || name.includes("@") ? chosen : editionHere(chosen, here).dialect;
  };
  if (as !== undefined) return [choose(as)];
  return dialects
    .filter(({ gating, isOpenSpecification }) =>
      client === undefined ? gating !== undefined : isOpenSpecification === true,
    )
    .map(({ id }) => choose(id));
}

/** Opens a system; whoever opens it closes it. */
async function openSystem(
  dialect: Dialect,
  selection: SystemSelection,
  computer: Computer,
): Promise<System> {
  const { root: roots, gateway, agent, client } = selection;
  if (dialect.homes === undefined && roots.length === 0) throw noFolders(dialect);
  for (const root of roots) requireFolder(root, computer);
  const store = await openStore(selection, computer);
  computer.tuneGc();
  const settings = findSettingsFor(dialect, selection, computer);
  const given = readHosts(selection.host, computer, dialect);
  const hosts = gateway === undefined ? given : { inventory: new HostInventory(), ...given };
  const limits = toLimits(selection);
  const meter = computer.startMeter?.();
  const library = await openRecovered({
    dialect: dialect.id,
    folder: computer.folder,
    home: findHome(computer.environment),
    machine: hosts.machine,
    startsHere: hosts.describedAs === undefined,
    folders: findPackageFolders(dialect, computer),
    looksOnce: true,
    ...(store === undefined ? {} : { store }),
    ...(roots.length === 0 ? {} : { roots }),
    // They were looked for already, also where none are used.
    ...(settings.config === undefined ? { settings: {} } : { config: settings.config }),
    ...(hosts.inventory === undefined ? {} : { hosts: hosts.inventory }),
    ...(agent === undefined ? {} : { agent }),
    ...(client === undefined ? {} : { client }),
    ...(meter === undefined ? {} : { onProgress: meter.step }),
    ...limits,
  });
  // It looks when it is asked, and what is asked of it is said only after its end.
  if (meter !== undefined) library.onClose(meter.end);
  const isNamed = selection.as?.includes("@") === true;
  const evidence = isNamed ? undefined : evidenceFor(dialect, computer);
  const system: System = {
    dialect,
    library,
    settings,
    hosts,
    limits,
    ...(agent === undefined ? {} : { askedAgent: agent }),
    ...(evidence === undefined ? {} : { evidence }),
    ...(store === undefined ? {} : { store }),
  };
  return gateway === undefined ? system : withGateway(gateway, system, selection, computer);
}

/** The bucket of the selection; whoever opens a library with it closes both by closing the library. */
export async function openStore(
  { store, root, client }: Pick<SystemSelection, "store" | "root" | "client">,
  { environment }: Pick<Computer, "environment">,
): Promise<Store | undefined> {
  if (store === undefined) return undefined;
  if (root.length > 0 || client !== undefined)
    throw failure("cli/usage", "`--store` takes the place of folders.", {
      hint: "Leave out `--root` and `--client`.",
    });
  // Loaded on demand: few keep their skills in a bucket.
  const { openBucket } = await import("./bucket.ts");
  return await openBucket(store, environment);
}

/** Whoever keeps skills in a store does not mean the settings that lie on this machine. */
function findSettingsFor(
  dialect: Dialect,
  { store, config, agent }: SystemSelection,
  computer: Computer,
): FoundSettings {
  return store !== undefined && config === undefined
    ? { diagnostics: [] }
    : findAgentSettings(dialect, config, computer, agent);
}

/**
 * Reads folders anew in which a process that died had left something half changed, and uses no file that is not as it
 * was installed.
 */
export async function openRecovered(given: LibraryOptions): Promise<Library> {
  const { store } = given;
  const options = store === undefined ? { ...given, whyRefused: lockGuard() } : given;
  if (store !== undefined) {
    try {
      const opened = await openLibrary(options);
      opened.onClose(() => void store.close());
      return opened;
    } catch (error) {
      await store.close();
      throw error;
    }
  }
  const library = await openLibrary(options);
  if (!(await recoverFolders(library.roots().map(({ path }) => path)))) return library;
  await library.close();
  return await openLibrary(options);
}

/** Folders of the system may be missing, but whoever names one means one that is there. */
function requireFolder(root: string, { folder }: Computer): void {
  if (kindOf(resolvePath(folder, root)) !== "missing") return;
  throw failure("cli/no-such-path", `No such folder of skills: \`${root}\`.`, {
    hint: "Relative paths start at the working directory.",
  });
}

async function withGateway(
  address: string,
  system: System,
  selection: SystemSelection,
  computer: Computer,
): Promise<System> {
  try {
    // Loaded on demand: few ask for other machines, and what asks them is slow to load.
    const { hostsOfGateway } = await import("./gateway.ts");
    const silent = await hostsOfGateway(address, system.library, selection, computer);
    const { hosts } = system;
    return { ...system, hosts: { ...hosts, problems: [...hosts.problems, ...silent] } };
  } catch (error) {
    await system.library.close();
    throw error;
  }
}

export function toLimits({ budget, context, priority = [] }: PromptLimits): PromptLimitOptions {
  return {
    ...(budget === undefined ? {} : { maxPromptLength: budget }),
    ...(context === undefined ? {} : { contextTokens: context }),
    ...(priority.length === 0 ? {} : { priorities: priority }),
  };
}

/** The systems of a selection, each handed over once and closed after it. */
export async function eachSystem<Result>(
  selection: SystemSelection,
  computer: Computer,
  work: (system: System) => Result | undefined,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (const dialect of selectDialects(selection, computer)) {
    const system = await openSystem(dialect, selection, computer);
    try {
      if (selection.as !== undefined) refuseSettings(system);
      const result = work(system);
      if (result !== undefined) results.push(result);
    } finally {
      await system.library.close();
    }
  }
  return results;
}

/** Settings that a system refuses leave it without skills, so nothing can be said of them. */
function refuseSettings(system: System): void {
  const error = refusedSettings(system);
  if (error !== undefined) throw new SkillError(error);
}

/** Why the system refuses its settings, if it does. */
export function refusedSettings({ settings }: System): Diagnostic | undefined {
  if (settings.config !== undefined) return undefined;
  return settings.diagnostics.find(({ severity }) => severity === "error");
}

/** How the one system is known that is meant, and what is said where none is. */
export interface SystemChoice {
  readonly isMeant: (system: System) => boolean;
  readonly sayNone: () => SkillError;
}

/** The one system that is meant: that of `--as`, or the only one in which something is found. */
export async function oneSystem(
  selection: SystemSelection,
  computer: Computer,
  { isMeant, sayNone }: SystemChoice = { isMeant: hasSkills, sayNone: noSkills },
): Promise<System> {
  const isAsked = selection.as !== undefined;
  const found: System[] = [];
  for (const dialect of selectDialects(selection, computer)) {
    const system = await openSystem(dialect, selection, computer);
    if (isAsked) refuseSettings(system);
    // Called for the system that was asked for as well: who counts names wants to see them all.
    if (isMeant(system) || isAsked) found.push(system);
    else await system.library.close();
  }
  const [only, ...more] = found;
  if (only !== undefined && more.length === 0) return only;
  for (const system of found) await system.library.close();
  throw found.length === 0 ? sayNone() : undecided(found);
}

/** The same among systems that are open. */
export function onlySystem(
  systems: readonly System[],
  { as }: SystemSelection,
  { isMeant, sayNone }: SystemChoice = { isMeant: hasSkills, sayNone: noSkills },
): System {
  const found = as === undefined ? systems.filter(isMeant) : systems;
  const [only, ...more] = found;
  if (only !== undefined && more.length === 0) return only;
  throw found.length === 0 ? sayNone() : undecided(found);
}

function hasSkills({ library }: System): boolean {
  return library.snapshot().evaluations().length > 0;
}

function noSkills(): SkillError {
  return failure("cli/usage", "No skills found here for any system.", {
    hint: "Name a system with `--as`, or a folder of skills with `--root`; `skillwright doctor` shows the usual ones.",
  });
}

function undecided(found: readonly System[]): SkillError {
  const ids = found.map(({ dialect }) => dialect.id);
  return failure("cli/usage", `Several systems have skills here: ${ids.join(", ")}.`, {
    hint: `Choose one, for example \`--as ${ids[0] ?? ""}\`.`,
  });
}
