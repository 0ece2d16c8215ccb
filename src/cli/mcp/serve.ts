import { failure, reasonOf, resolvePath, cacheFolder, openStore } from "../../platform/index.ts";
import {
  catalogDocument,
  createSkillServer,
  DEFAULT_MCP_HOST,
  DEFAULT_MCP_PORT,
  mcpCodes,
  mcpCommand,
  type McpCommandOptions,
  reportCatalog,
  type SkillStore,
  STDIO_LIMITS,
  type VerdictStore,
} from "../../serve/mcp/index.ts";
import {
  type Diagnostic,
  type JsonObject,
  SkillError,
  withoutCause,
} from "../../skill/model/index.ts";
import type { Dialect } from "../../skill/index.ts";
import { type Context, FINDINGS, FINE, printJson } from "../context.ts";
import { renderFailure } from "../../app/text.ts";
import { chooseDialect, findSettings } from "../../app/library/settings.ts";
import { accessOptions } from "../commands/access-table.ts";
import { programDigest } from "../program-digest.ts";
import type { OwnToken } from "./access.ts";

import { scannerDigest } from "../../app/registry/scan-memory.ts";
import type { Answered, InstructionMemory } from "../../serve/mcp/early/index.ts";
import { foldersWithLock } from "../../app/registry/lock-folders.ts";

type Row = readonly [key: string, decision: "allow" | "review" | "block", reason: string];

/** Entries that are kept; the oldest go first. */
const MOST_VERDICTS = 50_000;

/**
 * Verdicts of the very same scanner, kept among the caches for the next start. Undefined where nobody knows which
 * scanner this is.
 */
function verdictStore({ environment, now }: Context): VerdictStore | undefined {
  const scanner = scannerDigest(environment);
  if (scanner === undefined) return undefined;
  const folder = cacheFolder(environment);
  const load: VerdictStore["load"] = () => {
    const answer = openStore(folder, now()).readAnswer("verdicts", [scanner]);
    // Written below by the same program; a damaged file counts as none.
    const rows = answer === undefined ? [] : (JSON.parse(answer) as readonly Row[]);
    return new Map(rows.map(([key, decision, reason]) => [key, { decision, reason }]));
  };
  return {
    load,
    save: (verdicts) => {
      // What another process has written meanwhile is kept as well.
      const rows = [...new Map([...load(), ...verdicts])]
        .slice(-MOST_VERDICTS)
        .map(([key, { decision, reason }]) => [key, decision, reason]);
      openStore(folder, now()).writeAnswer("verdicts", [scanner], JSON.stringify(rows));
    },
  };
}

/** What was made of the skills below the paths, kept likewise; another program takes nothing over. */
function skillStore(
  { environment, now, folder }: Context,
  paths: readonly string[],
): SkillStore | undefined {
  const program = programDigest();
  if (program === undefined) return undefined;
  const places = paths.map((path) => resolvePath(folder, path));
  const store = (): ReturnType<typeof openStore> => openStore(cacheFolder(environment), now());
  const question = (settings: string): readonly string[] => [program, settings, ...places];
  return {
    load: (settings) => store().read("mcp-skills", question(settings)).answer?.[0],
    save: (settings, text) => store().writeAnswer("mcp-skills", question(settings), text),
  };
}

/** Whoever names no path may stand in a home folder, or in the root of a disk. */
const UNASKED_FOLDERS = 10_000;

/** What has been done for the first client while this was loaded. */
export interface Early {
  readonly memory: InstructionMemory;
  readonly stop: NonNullable<McpCommandOptions["stop"]>;
  readonly handOver: () => Answered;
}

/** Serves skills, or says what would be served. */
export async function serve(context: Context, early?: Early): Promise<number> {
  const options = await readOptions(context);
  const end = await watchStates(context, options.paths);
  try {
    if (context.options.flag("check")) return await check(context, options);
    await serveUntilEnd(context, { ...options, ...early });
    return FINE;
  } catch (error) {
    if (!SkillError.isInstance(error) || error.diagnostic.code !== mcpCodes.refusedStart)
      throw error;
    if (context.options.flag("json")) printJson(context, { error: withoutCause(error.diagnostic) });
    showRefusal(context, error.diagnostic);
    return FINDINGS;
  } finally {
    end();
  }
}

/** How long after the start the states of skills are followed, where none of them came from a registry. */
const FOLLOW_AFTER_MS = 10_000;

/**
 * What registries say of installed skills is asked before any is loaded. Without a lock file there is nothing to ask, and
 * what it takes is loaded when the client has its first answers: somebody may install a skill meanwhile.
 */
async function watchStates(context: Context, paths: readonly string[]): Promise<() => void> {
  const policy = context.options.texts("policy");
  const isPlain =
    policy.length === 0 &&
    foldersWithLock(paths.map((path) => resolvePath(context.folder, path))).length === 0;
  if (!isPlain) {
    const { checkStatesBeforeLoading, followStates } = await import("../../app/registry/states.ts");
    await checkStatesBeforeLoading(context, paths, { policy });
    return followStates(context, () => paths, { policy });
  }
  let end: (() => void) | undefined;
  const begin = async (): Promise<void> => {
    try {
      const { followStates } = await import("../../app/registry/states.ts");
      end = followStates(context, () => paths, { policy });
    } catch (error) {
      context.err(`skillwright: ${reasonOf(error)}\n`);
    }
  };
  const timer = setTimeout(() => void begin(), FOLLOW_AFTER_MS).unref();
  return () => {
    clearTimeout(timer);
    end?.();
  };
}

async function serveUntilEnd(context: Context, options: Options): Promise<void> {
  if (options.http?.token !== undefined) context.err(tokenLine(options.http.token));
  if (!context.options.flag("tools")) return mcpCommand(options);
  const { offerTools } = await import("./tools.ts");
  const { providers, close } = await offerTools(options.paths, context);
  try {
    await mcpCommand({ ...options, providers });
  } finally {
    await close();
  }
}

/** For the settings of a client; one that is kept in a file is shown nowhere. */
function tokenLine({ value, file }: OwnToken): string {
  return file === undefined
    ? `skillwright: Clients have to send the header \`Authorization: Bearer ${value}\`; \`--token-file FILE\` keeps a token.\n`
    : `skillwright: Clients have to send the token in ${file}.\n`;
}

/** A server that does not start names every skill and field that keeps it from it. */
function showRefusal({ err, paintError }: Context, { related = [], hint }: Diagnostic): void {
  for (const { file, message } of related)
    err(
      renderFailure(
        {
          code: mcpCodes.contract,
          severity: "error",
          message,
          ...(file === undefined ? {} : { file }),
        },
        paintError,
      ),
    );
  if (hint !== undefined) err(`${paintError("dim", hint)}\n`);
}

/** Those of the server, with the token that is to be shown. */
interface Options extends McpCommandOptions {
  readonly http?: NonNullable<McpCommandOptions["http"]> & { readonly token?: OwnToken };
}

async function readOptions(context: Context): Promise<Options> {
  const { version, err, options } = context;
  const paths = context.arguments.length === 0 ? ["."] : context.arguments;
  const system = options.text("as");
  const as = system === undefined ? undefined : chooseDialect(system);
  if (as === undefined && options.text("config") !== undefined)
    throw failure(
      "cli/usage",
      "`--config` needs `--as`, which names the system that the file belongs to.",
    );
  const settings = as === undefined ? undefined : followSettings(as, context);
  const verdicts = verdictStore(context);
  const skills = skillStore(context, paths);
  if (context.arguments.length === 0)
    err(`skillwright: No path given: serving the skills below ${context.folder}.\n`);
  return {
    paths,
    version,
    err,
    ...(context.arguments.length === 0 ? { mostFolders: UNASKED_FOLDERS, followsRoots: true } : {}),
    isStrict: options.flag("strict"),
    ...(options.flag("http") ? {} : { limits: STDIO_LIMITS }),
    whenBroken: options.flag("skip-invalid") ? "skip" : "stop",
    allowBlocked: options.texts("allow-blocked"),
    ...(verdicts === undefined ? {} : { verdictStore: verdicts }),
    ...(skills === undefined ? {} : { skillStore: skills }),
    ...(as === undefined ? {} : { as }),
    ...(settings === undefined ? {} : { settings }),
    ...(await httpOptions(context)),
  };
}

/** The settings of a system as they stand now; those of before while the file cannot be read. */
function followSettings(as: Dialect, context: Context): () => JsonObject | undefined {
  let facts = findSettings(as, context.options.text("config"), context).config?.facts;
  return () => {
    try {
      facts = findSettings(as, context.options.text("config"), context).config?.facts ?? facts;
    } catch (error) {
      // A file that is being written is read at the next look.
      if (!SkillError.isInstance(error)) throw error;
    }
    return facts;
  };
}

async function httpOptions(context: Context): Promise<Pick<Options, "http">> {
  const { options } = context;
  const port = options.number("port") ?? DEFAULT_MCP_PORT;
  const host = options.text("host") ?? DEFAULT_MCP_HOST;
  if (options.flag("http")) {
    const { readAccess: accessOf } = await import("./access.ts");
    return { http: { port, host, ...accessOf(context, host, port) } };
  }
  const odd = ["port", "host"].find((name) => options.text(name) !== undefined);
  const name = odd ?? findAccessOption(context);
  if (name === undefined) return {};
  throw failure("cli/usage", `\`--${name}\` works only with \`--http\`.`);
}

/** The first of the options for tokens that was given. */
function findAccessOption({ options }: Context): string | undefined {
  return accessOptions
    .map(({ name }) => name)
    .find((name) => options.flag(name) || options.texts(name).length > 0);
}

/** Exits with 1 where a skill is not served, so that a build can ask. */
async function check(context: Context, options: McpCommandOptions): Promise<number> {
  const server = await createSkillServer({ ...options, base: "disk", watches: false });
  try {
    const catalog = server.catalog();
    if (context.options.flag("json")) printJson(context, catalogDocument(catalog));
    else context.out(`${reportCatalog(catalog).join("\n")}\n`);
    return catalog.leftOut.length === 0 ? FINE : FINDINGS;
  } finally {
    await server.close();
  }
}
