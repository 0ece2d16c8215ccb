import { kindOf, urlToPath, preferLittleMemory, reasonOf } from "../../../platform/index.ts";
import { listenForStop } from "../../../platform/machine/index.ts";
import type { Dialect } from "../../../skill/index.ts";
import type { Catalog, SkillLimits, SkillStore, VerdictStore } from "../../../app/catalog/index.ts";
import type { ListenMcpOptions } from "../http.ts";
import type { Answered, InstructionMemory } from "../early/index.ts";
import { listDetails, reportCatalog } from "./report.ts";
import { createSkillServer, type SkillServer, type SkillServerOptions } from "../skill-server.ts";
import { serveOverStdio } from "../stdio.ts";
import type { ToolProvider } from "../tools/provider.ts";

/** `mcp --http` listens on this port unless told otherwise. */
export const DEFAULT_MCP_PORT = 4818;
/** This machine alone. */
export const DEFAULT_MCP_HOST = "127.0.0.1";

/** Of so many skills what is made while they are read would stay in memory. */
const MANY_SKILLS = 1000;
/** A client that waited for the skills asks for all of them at once; memory is given back when it has them. */
const IDLE_MS = 2000;

export interface McpCommandOptions {
  readonly paths: readonly string[];
  readonly version: string;
  readonly as?: Dialect;
  readonly settings?: NonNullable<SkillServerOptions["settings"]>;
  readonly whenBroken?: "stop" | "skip";
  readonly isStrict?: boolean;
  readonly limits?: SkillLimits;
  /** Folders that are searched below a path at most. */
  readonly mostFolders?: number;
  /** Skills to serve although the scan blocks them. */
  readonly allowBlocked?: readonly string[];
  /** Where verdicts of scans are kept for the next start. */
  readonly verdictStore?: VerdictStore;
  /** Where what was made of skills is kept for the next start. */
  readonly skillStore?: SkillStore;
  /** More tools than those that look at skills. */
  readonly providers?: readonly ToolProvider[];
  /** Set: over HTTP; absent: over standard input and output. */
  readonly http?: Partial<Omit<ListenMcpOptions, "server">>;
  /** The folders that the client names are served in place of `paths`, which nobody has named. */
  readonly followsRoots?: boolean;
  /** Where the instructions are kept for the next start. */
  readonly memory?: InstructionMemory;
  /** Hears already when the process is asked to end. */
  readonly stop?: ReturnType<typeof listenForStop>;
  /** Ends the answering of first messages, and says which was answered. */
  readonly handOver?: () => Answered;
  /** Writes to standard error; standard output belongs to the protocol. */
  readonly err: (text: string) => void;
}

/** Serves skills until the process is asked to end, or whoever started it closes its input. */
export async function mcpCommand(options: McpCommandOptions): Promise<void> {
  const { err, http } = options;
  const say = (line: string): void => err(`skillwright: ${line}\n`);
  let told: ReadonlySet<string> = new Set();
  let isOpen = false;
  // Read at every look, so that others can take their place.
  const paths = [...options.paths];
  const { optimise, giveBack } = preferLittleMemory();
  let hasMany = false;
  const server = await createSkillServer({
    ...options,
    paths,
    onFound: (count) => {
      hasMany ||= count >= MANY_SKILLS;
    },
    onRead: () => {
      if (hasMany) giveBack();
    },
    opensLater: true,
    base: http === undefined ? "disk" : "address",
    onError: (error) => say(error instanceof Error ? error.message : String(error)),
    onChange: (catalog) => {
      if (!isOpen) return;
      say(countOf(catalog));
      const lines = listDetails(catalog);
      for (const line of lines) if (!told.has(line)) say(line);
      told = new Set(lines);
    },
  });
  const stop = options.stop ?? listenForStop();
  const ended = new AbortController();
  const signal = AbortSignal.any([stop.signal, ended.signal]);
  // A skill that breaks the contract ends a server that has begun to answer.
  const failed = server.started.then(optimise, (error: unknown) => {
    ended.abort();
    return { error };
  });
  const report = (): void => {
    isOpen = true;
    for (const line of reportCatalog(server.catalog())) say(line);
    told = new Set(listDetails(server.catalog()));
    cacheInstructions(server, options.memory);
    if (hasMany) setTimeout(giveBack, IDLE_MS).unref();
  };
  // What fails is in `failed`.
  server.opened.then(report).catch(() => {});
  try {
    if (http === undefined) {
      const { handOver } = options;
      const onRoots = (addresses: readonly string[]): void => {
        const folders = foldersOf(addresses);
        if (folders.length === 0 || folders.join("\n") === paths.join("\n")) return;
        say(`Serving the skills below ${folders.join(", ")}, as the client says.`);
        paths.splice(0, paths.length, ...folders);
        server.refresh().catch((error: unknown) => say(reasonOf(error)));
      };
      await serveOverStdio(server, {
        signal,
        ...(handOver === undefined ? {} : { handOver }),
        ...(options.followsRoots === true ? { onRoots } : {}),
      });
      if (isOpen) cacheInstructions(server, options.memory);
    } else await overHttp(server, http, signal, say);
    // Also where the client left before the folders were read: the exit code is that of the skills.
    const why = await Promise.race([failed, aborted(stop.signal)]);
    if (why !== undefined) throw why.error;
  } finally {
    stop.release();
    await server.close();
  }
}

/** The folders of this machine among addresses. */
function foldersOf(addresses: readonly string[]): readonly string[] {
  return addresses.flatMap((address) => {
    const path = address.startsWith("file:") ? urlToPath(address) : undefined;
    return path !== undefined && kindOf(path) === "folder" ? [path] : [];
  });
}

/** With the files of the skills that they list, to know whether they still hold. */
function cacheInstructions(server: SkillServer, memory: InstructionMemory | undefined): void {
  if (memory === undefined) return;
  const { listed } = server.catalog();
  const text = server.instructions();
  const named = new Set(
    [...text.matchAll(/^- ([^:\r\n\u2028\u2029]+):/gmu)].map((match) => match[1]),
  );
  memory.keep(
    text,
    listed.flatMap(({ path, authored: { disk } }) =>
      named.has(path) && disk !== undefined ? [disk] : [],
    ),
  );
}

async function overHttp(
  server: SkillServer,
  http: Partial<Omit<ListenMcpOptions, "server">>,
  signal: AbortSignal,
  say: (line: string) => void,
): Promise<void> {
  // Most servers are started over standard input and output, and need none of HTTP.
  const { listenMcp } = await import("../http.ts");
  const running = await listenMcp({
    ...http,
    server,
    host: http.host ?? DEFAULT_MCP_HOST,
    port: http.port ?? DEFAULT_MCP_PORT,
  });
  say(`Listening on ${running.url}.`);
  await aborted(signal);
  say("Closing.");
  await running.close();
}

function countOf({ skills, leftOut }: Catalog): string {
  return `Now ${skills.length} skills are served and ${leftOut.length} are not.`;
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((settle) => {
    if (signal.aborted) settle();
    signal.addEventListener("abort", () => settle());
  });
}
