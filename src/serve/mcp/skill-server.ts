import type { McpServerFactory } from "@modelcontextprotocol/server";
import type { Clock, Machine } from "../../platform/machine/index.ts";
import { type Diagnostic, type JsonObject, SkillError } from "../../skill/model/index.ts";
import type { Dialect } from "../../skill/index.ts";
import {
  type Catalog,
  checkPaths,
  type SkillLimits,
  type SkillStore,
  LiveCatalog,
  type LiveOptions,
  openScanner,
  type Verdict,
  type VerdictStore,
  type ClientFacts,
  mcpCodes,
} from "../../app/catalog/index.ts";
import { Subscribers, type Notifier } from "./server/subscribers.ts";
import { instructionsFor } from "./server/instructions.ts";
import type { BaseFolder } from "../../app/catalog/index.ts";
import { type ConnectionOptions, type McpServerOptions, serverFactory } from "./server/server.ts";
import { Tasks } from "./server/tasks.ts";
import type { ToolProvider } from "./tools/provider.ts";
import type { Jobs } from "../../hub/jobs/index.ts";

import type { OperationToolOptions } from "./tools/operation-tools.ts";
import type { FindSkills } from "./tools/search.ts";
import { skillTools } from "./tools/skill-tools.ts";
import { Uses } from "./uses.ts";

/** Which skills to serve, with which limits and tools. */
export interface SkillServerOptions {
  /** Folders of skills of any dialect, or skill files; the first has precedence. */
  readonly paths: readonly string[];
  /** Told to clients. */
  readonly version: string;
  /** The system whose rules decide which skills are offered; where absent, those of each skill's own. */
  readonly as?: Dialect;
  /** Settings of that system; a function is asked again while the server runs. */
  readonly settings?: JsonObject | (() => JsonObject | undefined);
  /** `stop`: fails on a skill that breaks its contract; `skip`: goes on without it. */
  readonly whenBroken?: "stop" | "skip";
  /** Warnings of contracts and of dependencies count as broken too. */
  readonly isStrict?: boolean;
  /** Where `{baseDir}` leads; the folder on this machine suits clients that share it. */
  readonly base?: BaseFolder;
  /** Answers `search_skills` in place of a look at the words of each skill. */
  readonly find?: FindSkills;
  /** More tools than those that look at skills. */
  readonly providers?: readonly ToolProvider[];
  /** How long clients may keep answers, in milliseconds. */
  readonly ttlMs?: number;
  readonly limits?: SkillLimits;
  /** Bytes of files that are kept ready at most. */
  readonly cacheBytes?: number;
  readonly watches?: boolean;
  /** Answers clients before the folders are read; lists grow then, and `opened` says when all is there. */
  readonly opensLater?: boolean;
  /** Folders that are searched below a path at most. */
  readonly mostFolders?: number;
  readonly machine?: Machine;
  /** Runs scans of skills apart from the server. Default: in this process. */
  readonly jobs?: Jobs;
  readonly clock?: Clock;
  /** Skills to serve although the scan blocks them: by address, or by file as it is shown. */
  readonly allowBlocked?: readonly string[];
  /** Keeps verdicts of scans, so that a later start need not scan again. Default: none. */
  readonly verdictStore?: VerdictStore;
  /** Keeps what was made of skills, so that a later start reads only what has changed. Default: none. */
  readonly skillStore?: SkillStore;
  /** A verdict that is known already, by the folder of the skill. */
  readonly verdictOf?: (folder: string) => Verdict | undefined;
  /** The skills, in place of a search below the paths, each with whom it is for: callers say who they are by `user`. */
  readonly list?: LiveOptions["list"];
  /** Hears how many skills were found, before they are read. */
  readonly onFound?: (count: number) => void;
  /** Hears when they are read. */
  readonly onRead?: () => void;
  /** Hears of what goes wrong while the server runs. */
  readonly onError?: (error: unknown) => void;
  /** Hears of every new catalog. */
  readonly onChange?: (catalog: Catalog) => void;
}

/** Skills behind MCP, before any transport. */
export interface SkillServer {
  /** As clients are told it. */
  readonly version: string;
  /** Makes the server of one connection; hand it to `serveStdio` or `createMcpHandler`. */
  readonly factory: McpServerFactory;
  /** The same for whoever learns more of a connection than its requests say, and passes it on. */
  readonly factoryWith: (connection: ConnectionOptions) => McpServerFactory;
  /** Until connections that asked for them later have all tools. */
  readonly toolsReady: () => Promise<void>;
  /** When the folders are read; fails where a skill breaks a contract that guards the start. */
  readonly started: Promise<void>;
  /** When everything is scanned as well. */
  readonly opened: Promise<void>;
  /** What is served now. */
  readonly catalog: () => Catalog;
  /** What clients are told of the skills at the start. */
  readonly instructions: () => string;
  /** Looks for changes at once; with files, only at the skills that they belong to. */
  readonly refresh: (files?: readonly string[]) => Promise<void>;
  /** Tells the notifier of changes until the answer is called. */
  readonly notify: (notifier: Notifier) => () => void;
  /** Tells it of what changes for clients that say this of themselves. */
  readonly notifyFor: (client: ClientFacts, notifier: Notifier) => () => void;
  readonly close: () => Promise<void>;
}

const TTL_MS = 1000;
/** How long a call waits for skills whose tool it may mean. */
const TOOLS_WAIT_MS = 5000;

/** Opens folders of skills; fails where one of them breaks a contract that guards the start. */
export async function createSkillServer(options: SkillServerOptions): Promise<SkillServer> {
  checkPaths(options.paths);
  const { onError = () => {}, onChange } = options;
  const live = new LiveCatalog(liveOptions(options, onError));
  const started = startLive(live, options);
  const opened = started.then(() => live.open());
  if (options.opensLater === true) opened.catch(() => {});
  else await opened;
  const audience = new Subscribers((client, listener) => live.follow(client, listener), onError);
  const { base = "address" } = options;
  const { jobs, version } = options;
  const operations = laterTools({ version, ...(jobs === undefined ? {} : { jobs }) });
  const own = skillTools(options.find);
  const others = options.providers ?? [];
  const providers = [own, operations, ...others];
  const uses = new Uses();
  const tasks = new Tasks();
  const toolTexts = (): string =>
    [own, ...others]
      .flatMap(({ tools }) => tools({ view: live, base, uses }))
      .map(({ name, description }) => `${name} ${description}`)
      .join();
  let tools = toolTexts();
  live.subscribe((catalog, changes) => {
    const before = tools;
    tools = toolTexts();
    audience.tell(changes, tools !== before);
    onChange?.(catalog);
  });
  const serverOptions: McpServerOptions = {
    live,
    version: options.version,
    providers,
    base,
    ttlMs: options.ttlMs ?? TTL_MS,
    audience,
    uses,
    tasks,
    toolsReady: operations.ready,
  };
  return {
    version,
    started,
    opened,
    factory: serverFactory(serverOptions),
    factoryWith: (connection) => serverFactory(serverOptions, connection),
    toolsReady: async () => {
      // Tools of skills are there with the skills.
      if (others.length > 0) await live.isOpenWithin(TOOLS_WAIT_MS);
      await operations.ready();
      audience.syncTools();
    },
    catalog: () => live.current,
    instructions: () => instructionsFor(live.current, uses),
    refresh: (files) => live.refresh(files),
    notify: (notifier) => audience.add(notifier),
    notifyFor: (client, notifier) => audience.addFor(client, notifier),
    close: async () => {
      tasks.close();
      await live.close();
    },
  };
}

async function startLive(live: LiveCatalog, options: SkillServerOptions): Promise<void> {
  await live.look();
  const broken = brokenOnes(live.current, options);
  if (broken.length === 0) return;
  await live.close();
  throw refusedStart(broken);
}

function liveOptions(
  options: SkillServerOptions,
  onProblem: (error: unknown) => void,
): LiveOptions {
  const { paths, as, settings, machine, clock, limits, cacheBytes, watches, jobs } = options;
  const { allowBlocked, verdictStore, skillStore, verdictOf, list, mostFolders, onFound, onRead } =
    options;
  return {
    openScanner: (count) => openScanner(jobs, count),
    ...(mostFolders === undefined ? {} : { mostFolders }),
    ...(allowBlocked === undefined ? {} : { allowBlocked }),
    ...(verdictOf === undefined ? {} : { verdictOf }),
    ...(list === undefined ? {} : { list }),
    ...(verdictStore === undefined ? {} : { verdictStore }),
    ...(skillStore === undefined ? {} : { skillStore }),
    ...(onFound === undefined ? {} : { onFound }),
    ...(onRead === undefined ? {} : { onRead }),
    paths,
    // Clients elsewhere have no business with the folders of this machine.
    rootNames: options.base === "disk" ? "as-given" : "last-part",
    onProblem,
    ...(as === undefined ? {} : { as }),
    ...(settings === undefined
      ? {}
      : { facts: typeof settings === "function" ? settings : () => settings }),
    ...(machine === undefined ? {} : { machine }),
    ...(clock === undefined ? {} : { clock }),
    ...(limits === undefined ? {} : { limits }),
    ...(cacheBytes === undefined ? {} : { cacheBytes }),
    ...(watches === undefined ? {} : { watches }),
  };
}

function brokenOnes(
  { problems }: Catalog,
  { whenBroken = "stop", isStrict = false }: SkillServerOptions,
): readonly Diagnostic[] {
  if (whenBroken === "skip") return [];
  return problems.filter(
    ({ severity }) => severity === "error" || (isStrict && severity === "warning"),
  );
}

/** Names every file and field, so that one look at the log of a build is enough. */
function refusedStart(broken: readonly Diagnostic[]): SkillError {
  const [first] = broken;
  const where = first?.file === undefined ? "" : `${first.file}: `;
  const more = broken.length === 1 ? "" : ` And ${broken.length - 1} more.`;
  return new SkillError({
    code: mcpCodes.refusedStart,
    severity: "error",
    message: `${where}${first?.message ?? ""}${more}`,
    hint: "Fix the skill, or leave such skills out with `--skip-invalid`.",
    related: broken.map(({ message, file }) => ({
      message,
      ...(file === undefined ? {} : { file }),
    })),
  });
}

/** Tools that are there once somebody has asked for them. */
interface LaterTools extends ToolProvider {
  readonly ready: () => Promise<void>;
}

/** The operations are most of this program, and a client that says hello needs none of them. */
function laterTools(options: OperationToolOptions): LaterTools {
  let loaded: ToolProvider | undefined;
  let loading: Promise<void> | undefined;
  return {
    id: "operations",
    tools: (ports) => loaded?.tools(ports) ?? [],
    ready: () => {
      loading ??= (async () => {
        const { loadOperationTools } = await import("./tools/operation-tools.ts");
        loaded = await loadOperationTools(options);
      })();
      return loading;
    },
  };
}
