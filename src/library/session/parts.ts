import type { Environment } from "../../platform/index.ts";
import {
  type Clock,
  type Machine,
  systemClock,
  thisMachine,
} from "../../platform/machine/index.ts";
import { homeFolder, workingFolder } from "../../platform/process/index.ts";
import {
  type Dialect,
  type HomeRules,
  suggest,
  type Outcome,
  requireDialect,
  SkillError,
} from "../../skill/index.ts";
import { type LibraryConfig, loadConfig, toLibraryConfig, usableConfig } from "../config/index.ts";
import { gatesOf } from "../gate/index.ts";
import { createLocalHost } from "../hosts/index.ts";
import { rootCodes, rootProblem } from "../roots/diagnostics.ts";
import { clientRoots } from "../roots/index.ts";
import { findSettings, type SettingsPlace, usualPlaces } from "./find-settings.ts";
import { FolderSource } from "./folder-source.ts";
import { createInlineSource } from "./inline-source.ts";
import type { LibraryDeps } from "./library.ts";
import type { LibraryOptions } from "./options.ts";
import type { SnapshotSkill } from "./snapshot.ts";
import type { SkillSource } from "./source.ts";
import { type StartedMachine, startMachine } from "./start.ts";
import { StoreSource } from "./store-source.ts";

const POLL_MS = 2000;
/** The agent that a system has where its settings name none. */
export const FIRST_AGENT = "main";

/** Where a dialect says nothing about folders: only those that the caller names. */
const NO_HOMES: HomeRules = {
  folders: [],
  roots: [],
  search: { depth: 6, findsNested: false, entersHidden: false, refusesHardLinks: false },
  settings: { fields: [], closed: [], isStrict: false },
  environment: { credentials: "declared" },
};

/** Everything that a library is made of, by the options of whoever opens it. */
export function partsOf(options: LibraryOptions): LibraryDeps {
  const { clock = systemClock } = options;
  const given = options.machine ?? thisMachine();
  const dialect = requireDialect(options.dialect);
  const rules = gatesOf(dialect);
  const homes = chooseHomes(dialect, options.client);
  const home = options.home ?? given.environment()["HOME"] ?? homeFolder();
  const folder = options.folder ?? workingFolder();
  const started = startHere(options, homes, { home, folder, machine: given });
  const { machine } = started;
  const config = configOf(options, homes, machine.environment(), { home, folder });
  const agent = options.agent ?? (findFirstAgent(homes, config) || FIRST_AGENT);
  const local = createLocalHost(
    { ignoresBlankEnv: rules.environment !== "present" },
    machine,
    clock,
  );
  return {
    environment: {
      dialect,
      rules,
      config,
      machine,
      local,
      originOf: started.originOf,
      ...(options.hosts === undefined ? {} : { inventory: options.hosts }),
      ...(options.resolveSecret === undefined ? {} : { resolveSecret: options.resolveSecret }),
      ...(options.whyRefused === undefined ? {} : { whyRefused: options.whyRefused }),
    },
    homes,
    makeSource: sourceMaker(options, dialect, homes, {
      home,
      environment: machine.environment(),
      clock,
      agent,
    }),
    clock,
    agent,
    watch: options.looksOnce !== true && (options.watch ?? true),
    pollMs: options.pollMs ?? POLL_MS,
    reservedCommands: options.reservedCommands ?? [],
    ...(options.contextTokens === undefined ? {} : { contextTokens: options.contextTokens }),
    ...(options.maxPromptLength === undefined ? {} : { maxPromptLength: options.maxPromptLength }),
    ...(options.priorities === undefined ? {} : { priorities: options.priorities }),
    locate: homes.shortensHome === true ? (path) => shorten(path, home) : (path) => path,
    variablesOf: (skill) => variablesOf(skill, homes, options),
    onProblem: options.onProblem ?? (() => {}),
  };
}

/** What the system adds to its environment counts only on the machine on which it would start. */
function startHere(
  options: LibraryOptions,
  homes: HomeRules,
  {
    home,
    folder,
    machine,
  }: { readonly home: string; readonly folder: string; readonly machine: Machine },
): StartedMachine {
  const isHere = options.startsHere ?? options.machine === undefined;
  if (!isHere) return { machine, originOf: () => undefined };
  const places = usualPlaces(homes, { home, folder, environment: machine.environment() });
  return startMachine(machine, homes, { home, folder, places });
}

/**
 * The agent whose folders have no id in their name: the only one that there is, or the one that every system has. Among
 * several of a roster there is none, and each has folders of its own.
 */
function findFirstAgent(homes: HomeRules, { agents }: LibraryConfig): string {
  const [only, ...more] = homes.hasRoster === true ? agents.keys() : [];
  if (more.length > 0) return "";
  return only ?? FIRST_AGENT;
}

function chooseHomes(dialect: Dialect, client: string | undefined): HomeRules {
  const homes = dialect.homes ?? NO_HOMES;
  if (client === undefined) return homes;
  const known = Object.hasOwn(clientRoots, client) ? clientRoots[client] : undefined;
  if (known !== undefined) return { ...homes, roots: known.roots };
  const names = Object.keys(clientRoots);
  // `gemini` is short for `gemini-cli`.
  const nearest = suggest(client, names) ?? names.find((name) => name.startsWith(client));
  throw new SkillError(
    rootProblem(
      rootCodes.unknownClient,
      `The skill folders of the client \`${client}\` are not known.`,
      {
        hint:
          nearest === undefined
            ? `Known clients are ${names.map((name) => `\`${name}\``).join(", ")}.`
            : `Did you mean \`${nearest}\`?`,
      },
    ),
  );
}

function configOf(
  options: LibraryOptions,
  homes: HomeRules,
  environment: Environment,
  place: Omit<SettingsPlace, "environment">,
): LibraryConfig {
  const { config, settings, settingsFile, store, skills, onProblem } = options;
  if (config !== undefined) return config;
  const given = settingsFile === undefined ? settings : undefined;
  // Whoever keeps skills in a store, or gives them or settings, does not mean what lies on this machine.
  const isElsewhere = store !== undefined || skills !== undefined;
  const found =
    settingsFile === undefined && settings === undefined && !isElsewhere
      ? findSettings(homes, { ...place, environment })
      : undefined;
  const outcome: Outcome<LibraryConfig> =
    found?.file !== undefined
      ? {
          diagnostics: found.diagnostics,
          ...(found.config === undefined ? {} : { value: found.config }),
        }
      : settingsFile === undefined
        ? toLibraryConfig(given ?? {}, homes.settings, environment)
        : loadConfig(settingsFile, homes.settings, environment);
  const usable = usableConfig(outcome);
  for (const problem of outcome.diagnostics) onProblem?.(problem);
  return usable;
}

interface AgentContext {
  readonly home: string;
  readonly environment: Environment;
  readonly clock: Clock;
  readonly agent: string;
}

function sourceMaker(
  options: LibraryOptions,
  dialect: Dialect,
  homes: HomeRules,
  { home, environment, clock, agent }: AgentContext,
): (config: LibraryConfig) => SkillSource {
  const { store, roots, folders, watchFunction, skills } = options;
  if (skills !== undefined) {
    const source = createInlineSource(skills, dialect);
    return () => source;
  }
  if (store !== undefined) {
    // Whoever looks once asks for one agent; a bucket may have thousands of them.
    const source = new StoreSource(
      store,
      dialect,
      homes,
      options.looksOnce === true ? agent : undefined,
    );
    return () => source;
  }
  return (config) =>
    new FolderSource({
      dialect,
      homes,
      config,
      now: clock.now,
      readsHeads: options.looksOnce === true,
      ...(options.onProgress === undefined ? {} : { onProgress: options.onProgress }),
      places: {
        home,
        environment,
        folder: options.folder ?? workingFolder(),
        firstAgent: findFirstAgent(homes, config),
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
