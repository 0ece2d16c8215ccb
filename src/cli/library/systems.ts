import { HostInventory } from "../../library/hosts/index.ts";
import { type Library, type LibraryOptions, openLibrary } from "../../library/session/index.ts";
import { failure, kindOf, resolvePath } from "../../platform/index.ts";
import { lockGuard, settleFolders } from "../../registry/lock/index.ts";
import { type Diagnostic, type Dialect, dialects, SkillError } from "../../skill/index.ts";
import type { Context } from "../context.ts";
import { dialectOption } from "../dialect-option.ts";
import { type GivenHosts, readHosts } from "./hosts.ts";
import { noFolders } from "./ruleless.ts";
import { findSettings, type FoundSettings, homeOf } from "./settings.ts";

/** A system with the skills that it has for an agent, by the options of a command. */
export interface System {
  readonly dialect: Dialect;
  readonly library: Library;
  readonly settings: FoundSettings;
  readonly hosts: GivenHosts;
  readonly limits: GivenLimits;
  /** The agent of the option. */
  readonly askedAgent?: string;
}

/** Limits of the list for the model that the options set. */
export interface GivenLimits {
  readonly maxPromptLength?: number;
  readonly contextTokens?: number;
  readonly priorities?: readonly string[];
}

export interface OpenOptions {
  /** Folders of skills in place of the system's; where absent, those of `--root`. */
  readonly roots?: readonly string[];
}

/**
 * The system of `--as`, or every one that says which skills an agent gets. Clients that share folders follow the
 * specification that they share.
 */
export function askedDialects(context: Context): readonly Dialect[] {
  const asked = dialectOption(context, "as");
  if (asked !== undefined) return [asked];
  const isClient = context.options.text("client") !== undefined;
  return dialects.filter(({ gating, isOpenSpecification }) =>
    isClient ? isOpenSpecification === true : gating !== undefined,
  );
}

/** Opens a system as the options say; whoever opens it closes it. */
export async function openSystem(
  dialect: Dialect,
  context: Context,
  { roots = context.options.texts("root") }: OpenOptions = {},
): Promise<System> {
  if (dialect.homes === undefined && roots.length === 0) throw noFolders(dialect);
  for (const root of roots) requireFolder(root, context);
  context.beginSweep();
  const settings = findSettings(dialect, context);
  const gateway = context.options.text("gateway");
  const given = readHosts(context.options.texts("host"), context.environment, dialect);
  const hosts = gateway === undefined ? given : { inventory: new HostInventory(), ...given };
  const agent = context.options.text("agent");
  const client = context.options.text("client");
  const limits = givenLimits(context);
  const library = await openSettled({
    dialect: dialect.id,
    folder: context.folder,
    home: homeOf(context),
    machine: hosts.machine,
    looksOnce: true,
    whyRefused: lockGuard(),
    ...(roots.length === 0 ? {} : { roots }),
    // They were looked for already, also where none are used.
    ...(settings.config === undefined ? { settings: {} } : { config: settings.config }),
    ...(hosts.inventory === undefined ? {} : { hosts: hosts.inventory }),
    ...(agent === undefined ? {} : { agent }),
    ...(client === undefined ? {} : { client }),
    ...limits,
  });
  const asked = agent === undefined ? {} : { askedAgent: agent };
  const system: System = { dialect, library, settings, hosts, limits, ...asked };
  return gateway === undefined ? system : withGateway(gateway, system, context);
}

/** Reads folders anew in which a process that died had left something half changed. */
export async function openSettled(options: LibraryOptions): Promise<Library> {
  const library = await openLibrary(options);
  if (!(await settleFolders(library.roots().map(({ path }) => path)))) return library;
  await library.close();
  return await openLibrary(options);
}

/** Folders of the system may be missing, but whoever names one means one that is there. */
function requireFolder(root: string, { folder }: Context): void {
  if (kindOf(resolvePath(folder, root)) !== "missing") return;
  throw failure("cli/no-such-path", `Unexpected path \`${root}\`, expected a folder of skills.`, {
    hint: "It does not exist. Paths count from the working directory.",
  });
}

async function withGateway(address: string, system: System, context: Context): Promise<System> {
  try {
    // Loaded on demand: few ask for other machines, and what asks them is slow to load.
    const { takeHostsFrom } = await import("./gateway.ts");
    await takeHostsFrom(address, system.library, context);
    return system;
  } catch (error) {
    await system.library.close();
    throw error;
  }
}

function givenLimits({ options }: Context): GivenLimits {
  const maxPromptLength = options.number("budget");
  const contextTokens = options.number("context");
  const priorities = options
    .texts("priority")
    .flatMap((names) => names.split(","))
    .map((name) => name.trim())
    .filter((name) => name !== "");
  return {
    ...(maxPromptLength === undefined ? {} : { maxPromptLength }),
    ...(contextTokens === undefined ? {} : { contextTokens }),
    ...(priorities.length === 0 ? {} : { priorities }),
  };
}

/** Systems of the options, each handed over once and closed after it. */
export async function eachSystem<Result>(
  context: Context,
  work: (system: System) => Result | undefined,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (const dialect of askedDialects(context)) {
    const system = await openSystem(dialect, context);
    try {
      if (context.options.text("as") !== undefined) refuseSettings(system);
      const result = work(system);
      if (result !== undefined) results.push(result);
    } finally {
      await system.library.close();
    }
  }
  return results;
}

/** Settings that a system refuses leave it without skills, so nothing can be said of them. */
export function refuseSettings(system: System): void {
  const error = refusedSettings(system);
  if (error !== undefined) throw new SkillError(error);
}

/** Why the system refuses its settings, if it does. */
export function refusedSettings({ settings }: System): Diagnostic | undefined {
  if (settings.config !== undefined) return undefined;
  return settings.diagnostics.find(({ severity }) => severity === "error");
}

/** The one system that is meant: that of `--as`, or the only one in which something is found. */
export async function oneSystem(
  context: Context,
  isMeant: (system: System) => boolean = hasSkills,
  sayNone: () => SkillError = noSkills,
): Promise<System> {
  const isAsked = context.options.text("as") !== undefined;
  const found: System[] = [];
  for (const dialect of askedDialects(context)) {
    const system = await openSystem(dialect, context);
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

function hasSkills({ library }: System): boolean {
  return library.snapshot().considered().length > 0;
}

function noSkills(): SkillError {
  return failure("cli/usage", "Unexpected lack of skills, expected a system that has some here.", {
    hint: "Name a system with `--as`, or a folder of skills with `--root`; `skillwright doctor` shows the usual ones.",
  });
}

function undecided(found: readonly System[]): SkillError {
  const ids = found.map(({ dialect }) => dialect.id);
  return failure(
    "cli/usage",
    `Unexpected choice between ${ids.join(", ")}, expected \`--as\` with one of them.`,
    { hint: `For example \`--as ${ids[0] ?? ""}\`.` },
  );
}
