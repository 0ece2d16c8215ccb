import { failure, reasonOf, resolvePath } from "../../platform/index.ts";
import {
  catalogDocument,
  createSkillServer,
  DEFAULT_MCP_HOST,
  DEFAULT_MCP_PORT,
  mcpCodes,
  mcpCommand,
  type McpCommandOptions,
  reportCatalog,
  STDIO_LIMITS,
} from "../../serve/mcp/index.ts";
import { type Diagnostic, type Dialect, type JsonObject, SkillError } from "../../skill/index.ts";
import { withoutCause } from "../../skill/model/index.ts";
import { type Context, FINDINGS, FINE, printJson } from "../context.ts";
import { dialectOption } from "../dialect-option.ts";
import { renderFailure } from "../../app/text.ts";
import { findSettings } from "../../app/library/settings.ts";
import { accessOptions } from "./access-table.ts";
import type { OwnToken } from "../mcp/access.ts";
import { verdictStore } from "../mcp/verdict-store.ts";
import { foldersWithLock } from "../../app/registry/lock-folders.ts";

const MOST_PORT = 65_535;
/** Whoever names no path may stand in a home folder, or in the root of a disk. */
const UNASKED_FOLDERS = 10_000;

/** Serves skills over MCP; `mcp inspect` and `mcp call` turn to another server. */
export async function run(context: Context): Promise<number> {
  const [first, ...rest] = context.arguments;
  if (first === "inspect") {
    const { run: inspect } = await import("./mcp-inspect.ts");
    return inspect({ ...context, arguments: rest });
  }
  if (first === "call") {
    const { run: call } = await import("./mcp-call.ts");
    return call({ ...context, arguments: rest });
  }
  const options = await readOptions(context);
  const end = await watchStates(context, options.paths);
  try {
    if (context.options.flag("check")) return await check(context, options);
    await serve(context, options);
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
    const { askBeforeLoading, followStates } = await import("../../app/registry/states.ts");
    await askBeforeLoading(context, paths, { policy });
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

async function serve(context: Context, options: Options): Promise<void> {
  if (options.http?.token !== undefined) context.err(tokenLine(options.http.token));
  if (!context.options.flag("tools")) return mcpCommand(options);
  const { offerTools } = await import("../mcp/tools.ts");
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
  checkTogether(context);
  const as = dialectOption(context, "as");
  if (as === undefined && options.text("config") !== undefined)
    throw failure(
      "cli/usage",
      "`--config` needs `--as`, which names the system that the file belongs to.",
    );
  const settings = as === undefined ? undefined : followSettings(as, context);
  const verdicts = verdictStore(context);
  if (context.arguments.length === 0)
    err(`skillwright: No path given: serving the skills below ${context.folder}.\n`);
  return {
    paths,
    version,
    err,
    ...(context.arguments.length === 0 ? { mostFolders: UNASKED_FOLDERS } : {}),
    isStrict: options.flag("strict"),
    ...(options.flag("http") ? {} : { limits: STDIO_LIMITS }),
    whenBroken: options.flag("skip-invalid") ? "skip" : "stop",
    allowBlocked: options.texts("allow-blocked"),
    ...(verdicts === undefined ? {} : { verdictStore: verdicts }),
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

/** Options that mean nothing alone are a slip, and not passed over. */
function checkTogether({ options }: Context): void {
  if (options.flag("list")) throw failure("cli/usage", "`--list` works only with `inspect`.");
  const ofCalls = ["input", "answers"].find((name) => options.text(name) !== undefined);
  if (ofCalls !== undefined)
    throw failure("cli/usage", `\`--${ofCalls}\` works only with \`call\`.`);
  if (options.flag("login") || options.text("client-file") !== undefined)
    throw failure("cli/usage", "A login works only with `inspect` or `call`.");
  if (options.flag("json") && !options.flag("check"))
    throw failure("cli/usage", "`--json` works only with `--check`, `inspect` or `call`.");
  const port = options.number("port") ?? 0;
  if (Number.isInteger(port) && port >= 0 && port <= MOST_PORT) return;
  throw failure("cli/usage", `The port \`${port}\` is out of range; use 0 to ${MOST_PORT}.`);
}

async function httpOptions(context: Context): Promise<Pick<Options, "http">> {
  const { options } = context;
  const port = options.number("port") ?? DEFAULT_MCP_PORT;
  const host = options.text("host") ?? DEFAULT_MCP_HOST;
  if (options.flag("http")) {
    const { accessOf } = await import("../mcp/access.ts");
    return { http: { port, host, ...accessOf(context, host, port) } };
  }
  const odd = ["port", "host"].find((name) => options.text(name) !== undefined);
  const name = odd ?? givenAccessOption(context);
  if (name === undefined) return {};
  throw failure("cli/usage", `\`--${name}\` works only with \`--http\`.`);
}

/** The first of the options for tokens that was given. */
function givenAccessOption({ options }: Context): string | undefined {
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
