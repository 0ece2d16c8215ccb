/** Runs an operation for a person at a terminal: words to input, output to text. */
import type {
  Context as OperationContext,
  Files,
  Meaning,
  ProgressBar,
  Systems,
} from "../app/context.ts";
import { fail } from "../app/errors.ts";
import type { Field, InlineSkill, SkillRef } from "../app/fields.ts";
import type { Operation } from "../app/operation.ts";
import {
  cacheFolder,
  canAsk,
  createFileReader,
  errorCode,
  failure,
  fileExists,
  joinPath,
  joinShown,
  makeFolder,
  parentOf,
  readInput,
  readTerminal,
  readText,
  reasonOf,
  showPath,
  writeFileAtomically,
} from "../platform/index.ts";
import { readContentFile } from "../platform/content/index.ts";
import type { Context } from "./context.ts";
import { readDocuments } from "./documents.ts";
import { inputFile, readOne, resolveInputs } from "../app/machine/inputs.ts";
import { requirePlainWay } from "../app/machine/plain-way.ts";
import { placeOf, toSkillSource } from "../app/machine/skill-source.ts";
import type { Screen } from "../app/text.ts";
import { toKebab } from "./operation-spec.ts";
import { toComputer, toScreen, warnOf } from "./library/select.ts";

export async function runOperation(operation: Operation, context: Context): Promise<number> {
  const input = await toInput(operation, context);
  const output = await runOrExplain(operation, input, context);
  await show(operation, output, input, context);
  return operation.exitCode?.(output, input) ?? 0;
}

/** Before an error goes on, people are shown what led to it; programs get that with the error. */
async function runOrExplain(
  operation: Operation,
  input: Input,
  context: Context,
): Promise<unknown> {
  try {
    return await operation.run(toOperationContext(context), input);
  } catch (error) {
    if (formatOf(context) !== "json") {
      const { failed } = await operation.text();
      const { answer = "", notes = "" } = failed?.(error, toScreen(context)) ?? {};
      context.out(answer);
      context.err(notes);
    }
    throw error;
  }
}

async function show(
  operation: Operation,
  output: unknown,
  input: Input,
  context: Context,
): Promise<void> {
  const view = await operation.text();
  const format = formatOf(context);
  // Other operations may have an output of their own.
  const file = operation.formats === undefined ? undefined : context.options.text("output");
  const screen: Screen = {
    ...toScreen(context),
    readText: (path) => readShown(path, input, ({ text }) => text, readText),
    readBytes: (path) => readShown(path, input, ({ bytes }) => bytes, readBeginning),
  };
  const target = file === undefined ? screen : { ...screen, style: plain };
  const text =
    format === "json"
      ? (view.json?.(output, input) ?? `${JSON.stringify(output, undefined, 2)}\n`)
      : await (view.formats?.[format]?.(output, target, input) ??
          view.render(output, target, input));
  const errors = { ...screen, style: context.paintError };
  context.err(view.changes?.(output, errors, input) ?? "");
  const isExact = format === "text" ? view.isDocument === true : !SHOWN.has(format);
  if (file === undefined) (isExact ? context.write : context.out)(text);
  else {
    writeOutput(file, text);
    const summary = view.summary?.(output);
    if (summary !== undefined) context.err(`${summary}; the report is in ${file}.\n`);
  }
  context.err(view.notes?.(output, errors, input) ?? "");
}

/** Formats that people read, and JSON, which stays the same with its invisible characters escaped. */
const SHOWN: ReadonlySet<string> = new Set(["pretty", "github", "json"]);

const plain: Screen["style"] = (_style, text) => text;

function formatOf({ options }: Context): string {
  const format = options.text("format");
  if (!options.flag("json")) return format ?? "text";
  if (format === undefined || format === "json") return "json";
  throw failure("cli/usage", `\`--json\` and \`--format ${format}\` contradict each other.`, {
    hint: "Leave one of the two out.",
  });
}

/** What was sent along, or that of a file; one that went away meanwhile is shown without its lines. */
function readShown<Content>(
  path: string,
  input: Input,
  pick: (skill: InlineSkill) => Content | undefined,
  read: (path: string) => Content,
): Content | undefined {
  for (const value of Object.values(input).flat())
    if (isInline(value) && (value.path === "" ? "SKILL.md" : value.path) === path)
      return pick(value);
  try {
    return read(path);
  } catch {
    return undefined;
  }
}

function readBeginning(path: string): Uint8Array {
  return readContentFile(path).content;
}

function isInline(value: unknown): value is InlineSkill {
  return typeof value === "object" && value !== null && "text" in value && "path" in value;
}

function writeOutput(file: string, text: string): void {
  requirePlainWay(file, parentOf(file));
  try {
    writeFileAtomically(file, text);
  } catch (error) {
    throw fail("cli/unwritable", { reason: reasonOf(error) }, { file, cause: error });
  }
}

function toOperationContext(context: Context): OperationContext {
  return {
    version: context.version,
    signal: new AbortController().signal,
    warn: (problem) => warnOf([problem], context),
    person: {
      screen: { ...toScreen(context), style: context.paintError },
      show: context.err,
      canAnswer: canAsk(),
      confirm: async (question) => {
        const { askForYes } = await import("../platform/process/index.ts");
        return canAsk() && (await askForYes(question));
      },
      readsText: formatOf(context) !== "json",
      startProgress: (verb) => startProgress(verb, context),
    },
    computer: context,
    progress: (line) => context.err(`${line}\n`),
    files: localFiles(context),
    systems: localSystems(context),
    meaning: () => localMeaning(context),
    models: async () => {
      const [{ modelSettings }, { openModels }] = await Promise.all([
        import("./run/model-settings.ts"),
        import("../run/models/index.ts"),
      ]);
      const { environment } = context;
      return openModels({ settings: await modelSettings(context), environment });
    },
  };
}

const BAR_WIDTH = 24;

/** A bar on standard error, where somebody looks at it. */
function startProgress(verb: string, context: Context): ProgressBar {
  const { isTerminal } = readTerminal(process.stderr, context.environment);
  if (!isTerminal || formatOf(context) === "json") return { onProgress: () => {}, end: () => {} };
  let isShown = false;
  return {
    onProgress: (done, all) => {
      if (all < 2) return;
      isShown = true;
      const filled = Math.round((done / all) * BAR_WIDTH);
      const bar = `${"█".repeat(filled)}${"░".repeat(BAR_WIDTH - filled)}`;
      context.clearLine();
      context.err(`${verb} ${bar} ${done}/${all}`);
    },
    end: () => {
      if (isShown) context.clearLine();
      isShown = false;
    },
  };
}

/** The embedding model of this machine, with what it made before. */
async function localMeaning({ environment }: Context): Promise<Meaning | undefined> {
  const [{ localEmbeddings }, { cachedEmbeddings }] = await Promise.all([
    import("../run/knowledge/index.ts"),
    import("../run/eval/index.ts"),
  ]);
  const model = localEmbeddings();
  return model === undefined ? undefined : cachedEmbeddings(model, cacheFolder(environment));
}

/** Loaded on demand: most commands ask no system. */
function localSystems(context: Context): Systems {
  const computer = toComputer(context);
  return {
    folder: context.folder,
    computer,
    agents: async (selection) => {
      // No agent has the name of a format, and their models take long to load.
      const { as = "" } = selection;
      const { dialectIds } = await import("../skill/index.ts");
      if (dialectIds().some((id) => as === id || as.startsWith(`${id}@`))) return [];
      const { seeAgents } = await import("../app/library/agents.ts");
      return seeAgents(selection, computer);
    },
    each: async (selection, work) => {
      const { eachSystem } = await import("../app/library/systems.ts");
      return await eachSystem(selection, computer, work);
    },
    one: async (selection, work, choice) => {
      const { oneSystem } = await import("../app/library/systems.ts");
      const system = await oneSystem(selection, computer, choice);
      try {
        return await work(system);
      } finally {
        await system.library.close();
      }
    },
  };
}

type Input = { readonly [name: string]: unknown };

async function toInput({ input }: Operation, context: Context): Promise<Input> {
  const values: Record<string, unknown> = {};
  let words = context.arguments;
  for (const [name, field] of Object.entries(input)) {
    const given = field.positional
      ? words.slice(0, field.many ? words.length : 1)
      : readOption(field, toKebab(name), context);
    if (field.positional) words = words.slice(given.length);
    else if (field.required === true && given.length === 0)
      throw failure("cli/usage", `Missing option \`--${toKebab(name)}\`.`, {
        hint: "Add `--help` to see what the command takes.",
      });
    if (field.kind === "flag") values[name] = context.options.flag(toKebab(name));
    else if (field.many)
      values[name] = await Promise.all(given.map((word) => toValue(field, word, context)));
    else if (given[0] !== undefined) values[name] = await toValue(field, given[0], context);
  }
  return values;
}

function readOption(field: Field, name: string, { options }: Context): readonly string[] {
  const words = options.texts(name);
  const isWhole = field.isVerbatim === true || field.kind === "file" || field.kind === "folder";
  if (!field.many || isWhole) return words;
  return words
    .flatMap((word) => word.split(","))
    .map((word) => word.trim())
    .filter((word) => word !== "");
}

async function toValue({ kind }: Field, word: string, context: Context): Promise<unknown> {
  if (kind === "number") return Number(word);
  return kind === "skill" || kind === "document" ? await toSkill(word, context) : word;
}

/** `-` is standard input; its text is sent along under the path that it would have. */
async function toSkill(word: string, context: Context): Promise<SkillRef> {
  if (word !== "-") return word;
  if (context.arguments.length > 1)
    throw failure("cli/usage", "Standard input (`-`) cannot be combined with further paths.");
  const { shown, path } = inputFile(context.options.text("stdin-path"));
  const { decodeText } = await import("../skill/index.ts");
  const bytes = readInput();
  return { path: path === "" ? "" : shown, text: decodeText(bytes).text, bytes };
}

function localFiles(context: Context): Files {
  const { beginSweep, environment } = context;
  return {
    placeOf,
    linting: async () => {
      const { openLinting } = await import("../app/machine/lint/run.ts");
      return openLinting(context);
    },
    scanning: async () => {
      const { openScanning } = await import("../app/machine/scan/run.ts");
      return openScanning(context);
    },
    readSkill: (path) => {
      const { file, bytes } = readOne(path, undefined);
      return toSkillSource(file, bytes);
    },
    forEachSkill: (paths, work, onFailure) => {
      beginSweep();
      const { files, skipped } = resolveInputs(paths);
      const read = createFileReader();
      const results = files.map((file) => {
        try {
          const { text, bytes, isText } = read(file.path);
          return work(toSkillSource(file, isText ? text : bytes));
        } catch (error) {
          if (errorCode(error) === "") throw error;
          return onFailure({ path: file.shown, reason: reasonOf(error) });
        }
      });
      return { results, skipped };
    },
    list: async (paths, isCached) => {
      const { readRows } = await import("../app/machine/list/rows.ts");
      return await readRows(paths, isCached, context);
    },
    converting: async () => (await import("../app/machine/converting.ts")).localConverting,
    hosts: async () => {
      const { openLocalHosts } = await import("../app/machine/local-hosts.ts");
      return openLocalHosts(context);
    },
    tools: async (words, roots) => {
      const { openLocalTools } = await import("../app/machine/local-tools.ts");
      return await openLocalTools(context, words, roots);
    },
    readDocuments,
    readText: (path) => (fileExists(path) ? readText(path) : undefined),
    readRevision: async (path, revision) => {
      const { readRevision } = await import("../run/eval/index.ts");
      return await readRevision(path, revision, environment);
    },
    writeText: (path, text) => {
      requirePlainWay(path, parentOf(path));
      makeFolder(parentOf(path));
      writeOutput(path, text);
    },
    writeNew,
  };
}

const writeNew: Files["writeNew"] = (parent, name, files) => {
  const folder = joinPath(parent, name);
  // `.`: the files are for the folder itself.
  const shown = name === "." ? showPath(parent) : joinShown(showPath(parent), name);
  const taken = files.find(({ path }) => fileExists(joinPath(folder, path)));
  if (taken !== undefined) throw fail("cli/exists", { file: `${shown}/${taken.path}` });
  for (const { path } of files) requirePlainWay(joinPath(folder, path), parent);
  for (const { path, text } of files) writeFile(joinPath(folder, path), text, `${shown}/${path}`);
  return shown;
};

function writeFile(path: string, text: string, shown: string): void {
  try {
    makeFolder(parentOf(path));
    writeFileAtomically(path, text, { existing: "refuse" });
  } catch (error) {
    // Somebody else made it just now.
    if (errorCode(error) === "EEXIST") throw fail("cli/exists", { file: shown });
    throw fail("cli/unwritable", { reason: reasonOf(error) }, { file: shown, cause: error });
  }
}
