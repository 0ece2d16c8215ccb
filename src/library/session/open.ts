import type { Environment } from "../../platform/index.ts";
import {
  type Clock,
  type Machine,
  systemClock,
  thisMachine,
} from "../../platform/machine/index.ts";
import { homeFolder, workingFolder } from "../../platform/process/index.ts";
import type { WatchFunction } from "../../platform/tree/index.ts";
import {
  type Diagnostic,
  type Dialect,
  dialects,
  findDialect,
  type HomeRules,
  nearestWord,
  profiles,
  SkillError,
} from "../../skill/index.ts";
import { type LibraryConfig, toLibraryConfig } from "../config/index.ts";
import { createLocalHost, type HostInventory } from "../hosts/index.ts";
import { clientRoots, type RootInput } from "../roots/index.ts";
import { rootCodes, rootProblem } from "../roots/diagnostics.ts";
import type { Store } from "../store/store.ts";
import { sessionCodes, sessionProblem } from "./diagnostics.ts";
import type { EnvironmentOptions } from "./environment.ts";
import { FolderSource } from "./folder-source.ts";
import { Library, type LibraryParts } from "./library.ts";
import type { SnapshotSkill } from "./snapshot.ts";
import type { SkillSource } from "./source.ts";
import { StoreSource } from "./store-source.ts";

export interface LibraryOptions {
  /** The system whose rules hold, by the id of its dialect. */
  readonly dialect: string;
  /** Folders of skills, highest precedence first; where absent, those of the system. */
  readonly roots?: readonly RootInput[];
  /** The folders of another client, by its name in `clientRoots`. */
  readonly client?: string;
  /** A store in place of folders. */
  readonly store?: Store;
  readonly config?: LibraryConfig;
  /** Connected hosts; where absent, this machine is the only one. */
  readonly hosts?: HostInventory;
  readonly agent?: string;
  /** Folders of the system by name, such as `workspace`, where they are not at their usual place. */
  readonly folders?: { readonly [name: string]: string };
  readonly home?: string;
  /** The folder from which relative paths count. */
  readonly folder?: string;
  /** Variables and programs of this machine. */
  readonly machine?: Machine;
  readonly clock?: Clock;
  /** False: changes are looked for when a session begins, and at no other time. */
  readonly watch?: boolean;
  /** How often changes are looked for where they cannot be heard of. */
  readonly pollMs?: number;
  /** Commands that skills must not take the place of. */
  readonly reservedCommands?: readonly string[];
  /** Size of the model's context, of which the list of skills takes a share. */
  readonly contextTokens?: number;
  /** Characters that the list of skills may have, in place of what the settings say. */
  readonly maxPromptLength?: number;
  readonly sessionId?: string;
  readonly resolveSecret?: EnvironmentOptions["resolveSecret"];
  readonly onProblem?: (problem: Diagnostic) => void;
  /** How a folder is watched, for tests. */
  readonly watchFunction?: WatchFunction;
}

const POLL_MS = 2000;
const FIRST_AGENT = "main";

/** Where a dialect says nothing about folders: only those that the caller names. */
const NO_HOMES: HomeRules = {
  folders: [],
  roots: [],
  search: { depth: 6, findsNested: false, entersHidden: false, refusesHardLinks: false },
  settings: { fields: [], closed: [], isStrict: false },
  environment: { credentials: "declared" },
};

/** Opens the skills of a system: reads them, gates them, and keeps them up to date until it is closed. */
export async function openLibrary(options: LibraryOptions): Promise<Library> {
  const library = new Library(partsOf(options));
  await library.start();
  return library;
}

function partsOf(options: LibraryOptions): LibraryParts {
  const { machine = thisMachine(), clock = systemClock, agent = FIRST_AGENT } = options;
  const dialect = chooseDialect(options.dialect);
  const rules = dialect.gating;
  if (rules === undefined) throw noRules(dialect);
  const homes = homesOf(dialect, options.client);
  const config = options.config ?? emptyConfig(homes);
  const home = options.home ?? machine.environment()["HOME"] ?? homeFolder();
  const local = createLocalHost(
    { ignoresBlankEnv: rules.environment !== "present" },
    machine,
    clock,
  );
  return {
    circumstances: {
      dialect,
      rules,
      config,
      machine,
      local,
      ...(options.hosts === undefined ? {} : { inventory: options.hosts }),
      ...(options.resolveSecret === undefined ? {} : { resolveSecret: options.resolveSecret }),
    },
    homes,
    makeSource: sourceMaker(options, dialect, homes, {
      home,
      environment: machine.environment(),
      clock,
    }),
    clock,
    agent,
    watch: options.watch ?? true,
    pollMs: options.pollMs ?? POLL_MS,
    reservedCommands: options.reservedCommands ?? [],
    ...(options.contextTokens === undefined ? {} : { contextTokens: options.contextTokens }),
    ...(options.maxPromptLength === undefined ? {} : { maxPromptLength: options.maxPromptLength }),
    locate: homes.shortensHome === true ? (path) => shorten(path, home) : (path) => path,
    variablesOf: (skill) => variablesOf(skill, homes, options),
    onProblem: options.onProblem ?? (() => {}),
  };
}

function chooseDialect(id: string): Dialect {
  const dialect = findDialect(id);
  if (dialect !== undefined) return dialect;
  const nearest = nearestWord(
    id,
    [...dialects, ...profiles].map((item) => item.id),
  );
  throw new SkillError({
    code: "config/unknown-dialect",
    severity: "error",
    message: `Unexpected dialect \`${id}\`, expected the id of a known one.`,
    ...(nearest === undefined ? {} : { hint: `Did you mean \`${nearest}\`?` }),
  });
}

function noRules(dialect: Dialect): SkillError {
  const message = `Unexpected library of ${dialect.title} skills, expected a system that gates them.`;
  const hint = "Open it under the dialect of the system that runs the agent.";
  return new SkillError(sessionProblem(sessionCodes.noRules, message, { hint }));
}

function homesOf(dialect: Dialect, client: string | undefined): HomeRules {
  const homes = dialect.homes ?? NO_HOMES;
  if (client === undefined) return homes;
  const known = Object.hasOwn(clientRoots, client) ? clientRoots[client] : undefined;
  if (known !== undefined) return { ...homes, roots: known.roots };
  const nearest = nearestWord(client, Object.keys(clientRoots));
  throw new SkillError(
    rootProblem(
      rootCodes.unknownClient,
      `Unexpected client \`${client}\`, expected one whose folders are known.`,
      nearest === undefined ? {} : { hint: `Did you mean \`${nearest}\`?` },
    ),
  );
}

function emptyConfig(homes: HomeRules): LibraryConfig {
  const { value } = toLibraryConfig({}, homes.settings);
  if (value === undefined) throw new Error("Settings that say nothing cannot be wrong.");
  return value;
}

interface Ground {
  readonly home: string;
  readonly environment: Environment;
  readonly clock: Clock;
}

function sourceMaker(
  options: LibraryOptions,
  dialect: Dialect,
  homes: HomeRules,
  { home, environment, clock }: Ground,
): (config: LibraryConfig) => SkillSource {
  const { store, roots, folders, watchFunction } = options;
  if (store !== undefined) {
    const source = new StoreSource(store, dialect, homes);
    return () => source;
  }
  return (config) =>
    new FolderSource({
      dialect,
      homes,
      config,
      now: clock.now,
      places: {
        home,
        environment,
        folder: options.folder ?? workingFolder(),
        firstAgent: FIRST_AGENT,
        ...(folders === undefined ? {} : { given: folders }),
      },
      ...(roots === undefined ? {} : { roots }),
      ...(watchFunction === undefined ? {} : { watch: watchFunction }),
    });
}

function shorten(path: string, home: string): string {
  return path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}

function variablesOf(
  skill: SnapshotSkill,
  homes: HomeRules,
  options: LibraryOptions,
): { readonly [name: string]: string } {
  const values = {
    "skill-folder": skill.baseDir,
    project: options.folders?.["project"] ?? options.folder ?? workingFolder(),
    session: options.sessionId ?? "",
  };
  const names = Object.entries(homes.variables ?? {});
  return Object.fromEntries(names.map(([name, meaning]) => [name, values[meaning]]));
}
