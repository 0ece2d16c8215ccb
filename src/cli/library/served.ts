/** The skills that `serve` keeps evaluated, by the options of its command. */
import { failure, oneLine } from "../../platform/index.ts";
import { type Diagnostic, SkillError } from "../../skill/model/index.ts";
import type { Dialect } from "../../skill/index.ts";
import type { Context } from "../context.ts";
import { findHome, repeat } from "../../platform/process/index.ts";
import { findSettings } from "../../app/library/settings.ts";
import { isForThisMachine, loadSettings } from "../../serve/platform/index.ts";
import { toSelection } from "./select.ts";
import { shortPath } from "./show-path.ts";
import { checkStatesBeforeLoading, followStates } from "../../app/registry/states.ts";
import {
  openRecovered,
  openStore,
  selectDialects,
  type System,
} from "../../app/library/systems.ts";
import type { RunningServer } from "../../serve/http/index.ts";

type Library = System["library"];

/** How often a bucket is listed for changes. */
const BUCKET_POLL_MS = 10_000;

/** An option asks for skills. */
function isServing({ options }: Context): boolean {
  return (
    options.texts("root").length > 0 ||
    ["as", "config", "agent", "store"].some((name) => options.text(name) !== undefined)
  );
}

/** Where no option asks for skills, a server for this machine alone shows those of its agents. */
export function showsAgents(context: Context): boolean {
  return !isServing(context) && isForUserAlone(context);
}

/** Nobody on another machine reaches the server that the options and settings describe. */
export function isForUserAlone(context: Context): boolean {
  const { options } = context;
  return isForThisMachine(loadSettings(context, options.text("settings")), options.text("host"));
}

/**
 * Opens the system of `--as`, or every one that finds skills; whoever opens them closes them. Where no option asks for
 * any, a server for this machine alone has those that the agents of this machine find, and none where there are none.
 */
export async function openServed(
  context: Context,
  hosts: RunningServer["inventory"],
): Promise<readonly Library[]> {
  const isAsked = context.options.text("as") !== undefined;
  if (!isServing(context) && !showsAgents(context)) return [];
  const opened: Library[] = [];
  try {
    for (const dialect of selectDialects(toSelection(context), context)) {
      const library = await openOne(dialect, context, hosts, isAsked);
      if (library === undefined) continue;
      const isEmpty = library.snapshot().evaluations().length === 0;
      if (isEmpty && isAsked) reportEmpty(library, context);
      if (isEmpty && !isAsked) await library.close();
      else opened.push(library);
    }
    if (opened.length === 0 && isServing(context)) throw noSkills();
    return opened;
  } catch (error) {
    for (const library of opened) await library.close();
    throw error;
  }
}

/** Undefined where the system refuses its settings and was not asked for by name. */
async function openOne(
  dialect: Dialect,
  context: Context,
  hosts: RunningServer["inventory"],
  isAsked: boolean,
): Promise<Library | undefined> {
  const settings = findSettings(dialect, context.options.text("config"), context);
  const refusal = settings.diagnostics.find(({ severity }) => severity === "error");
  const isRefused = refusal !== undefined && settings.config === undefined;
  if (isRefused && isAsked) throw new SkillError(refusal);
  const tell = (problem: Diagnostic): void => context.err(renderProblem(problem, context));
  for (const problem of settings.diagnostics) tell(problem);
  if (isRefused) return undefined;
  const roots = context.options.texts("root");
  const agent = context.options.text("agent");
  const store = await openStore(toSelection(context), context);
  const library = await openRecovered({
    dialect: dialect.id,
    folder: context.folder,
    home: findHome(context.environment),
    hosts,
    ...(store === undefined ? {} : { store }),
    ...(roots.length === 0 ? {} : { roots }),
    // They were looked for already, also where none are used.
    ...(settings.config === undefined ? { settings: {} } : { config: settings.config }),
    ...(agent === undefined ? {} : { agent }),
    onProblem: tell,
  });
  if (store !== undefined) {
    // A bucket reports no changes.
    library.onClose(repeat(BUCKET_POLL_MS, () => void library.beforeTurn()));
    return library;
  }
  const paths = (): readonly string[] => library.roots().map(({ path }) => path);
  await checkStatesBeforeLoading(context, paths());
  // For as long as the process runs.
  followStates(context, paths);
  return library;
}

function renderProblem({ message, hint, file }: Diagnostic, context: Context): string {
  const where = file === undefined ? "" : `${shortPath(file, context)}: `;
  const more = hint === undefined ? "" : ` ${hint}`;
  return `skillwright: ${oneLine(where + message + more)}\n`;
}

/** The server goes on: skills may come while it runs. */
function reportEmpty(library: Library, context: Context): void {
  const store = context.options.text("store");
  if (store !== undefined)
    return context.err("skillwright: There are no skills yet in the bucket.\n");
  const folders = library.roots().map(({ path }) => shortPath(path, context));
  context.err(
    folders.length === 0
      ? "skillwright: No folder of skills is known for it; name one with `--root`.\n"
      : `skillwright: There are no skills yet in ${folders.join(", ")}.\n`,
  );
}

function noSkills(): SkillError {
  return failure("cli/usage", "No skills found to serve.", {
    hint: "Name a system with `--as`, or a folder of skills with `--root`. Without either, `serve` shows those of the agents of this machine.",
  });
}
