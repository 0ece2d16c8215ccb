/** Runs an operation for a person at a terminal: words to input, output to text. */
import type { Context as OperationContext, ProgressBar } from "../app/context.ts";
import type { Field, InlineSkill, SkillRef } from "../app/fields.ts";
import type { Operation } from "../app/operation.ts";
import { canAsk, failure, readInput, readTerminal, readText } from "../platform/index.ts";
import { readContentFile } from "../platform/content/index.ts";
import type { Context } from "./context.ts";
import { inputFile } from "../app/machine/inputs.ts";
import {
  localFiles,
  localMeaning,
  localModels,
  localSystems,
  toInline,
  writeOutput,
} from "../app/machine/parts.ts";
import { renderFailure, type Screen, type Step } from "../app/text.ts";
import type { LocalDataContext } from "../serve/platform/index.ts";
import type { Servers } from "../app/server/servers.ts";
import { toKebab } from "./operation-spec.ts";
import { toScreen, printWarnings } from "./library/select.ts";

export async function runOperation(operation: Operation, context: Context): Promise<number> {
  const input = await toInput(operation, context);
  const outcome = await runOrExplain(operation, input, context);
  const output = isStream(outcome)
    ? await follow(operation, outcome, input, context)
    : await show(operation, outcome, input, context);
  return operation.exitCode?.(output, input) ?? 0;
}

type Steps = AsyncGenerator<Step, unknown, void>;

function isStream(outcome: unknown): outcome is Steps {
  return typeof outcome === "object" && outcome !== null && Symbol.asyncIterator in outcome;
}

/** Shows steps as they happen, and then what is left to say; an answer without steps is shown as any other. */
async function follow(
  operation: Operation,
  steps: Steps,
  input: Input,
  context: Context,
): Promise<unknown> {
  const view = await operation.text();
  let next = await steps.next();
  if (next.done === true) return await show(operation, next.value, input, context);
  const isJson = readFormat(context) === "json";
  const { write, err, paintError: style } = context;
  const follower = isJson ? undefined : view.follow?.({ write, err, style });
  try {
    for (; next.done !== true; next = await steps.next())
      if (isJson) context.out(`${JSON.stringify(next.value.json)}\n`);
      else follower?.step(next.value);
  } finally {
    follower?.end();
  }
  const screen = toScreen(context);
  if (!isJson) context.out(view.render(next.value, screen, input));
  context.err(view.notes?.(next.value, { ...screen, style }, input) ?? "");
  return next.value;
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
    if (readFormat(context) !== "json") {
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
): Promise<unknown> {
  const view = await operation.text();
  const format = readFormat(context);
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
  const pieces = typeof text === "string" ? [text] : text;
  if (file === undefined)
    for (const piece of pieces) (isExact ? context.write : context.out)(piece);
  else {
    // What is written into a file is no part of what is said.
    context.madeFrom?.(undefined);
    writeOutput(file, Array.from(pieces).join(""));
    const summary = view.summary?.(output);
    if (summary !== undefined) context.err(`${summary}; the report is in ${file}.\n`);
  }
  context.err(view.notes?.(output, errors, input) ?? "");
  return output;
}

/** Formats that people read, and JSON, which stays the same with its invisible characters escaped. */
const SHOWN: ReadonlySet<string> = new Set(["pretty", "github", "json"]);

const plain: Screen["style"] = (_style, text) => text;

function readFormat({ options }: Context): string {
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

function toOperationContext(context: Context): OperationContext {
  return {
    version: context.version,
    signal: new AbortController().signal,
    warn: (problem) => printWarnings([problem], context),
    person: {
      screen: { ...toScreen(context), style: context.paintError },
      show: context.err,
      canAnswer: canAsk(),
      confirm: async (question) => {
        const { promptForYes } = await import("../platform/process/index.ts");
        return canAsk() && (await promptForYes(question));
      },
      readsText: readFormat(context) === "text",
      startProgress: (verb) => startProgress(verb, context),
    },
    computer: context,
    progress: (line) => context.err(`${line}\n`),
    files: localFiles(context),
    systems: localSystems(context),
    meaning: () => localMeaning(context),
    server: localServers(context),
    models: async (environment = context.environment) => {
      const file = context.options.text("settings");
      if (file === undefined) return await localModels(environment);
      // The settings of the server bring the server along, so they are loaded by those who name some.
      const { loadSettings } = await import("../serve/platform/index.ts");
      return await localModels(environment, loadSettings({ ...context, environment }, file).models);
    },
  };
}

/** Loaded on demand: most operations ask no server, and this machine's data brings a whole one along. */
function localServers(context: Context): Servers {
  return {
    connect: async (choice) => {
      const { connectServer } = await import("../app/machine/server.ts");
      return connectServer(context, choice);
    },
    open: async (choice) => {
      const { connectServer, choosePlace: placeOf } = await import("../app/machine/server.ts");
      const place = placeOf(context, choice);
      if (place === "server") return connectServer(context, choice);
      if (place === "nowhere else") context.err(`${context.paintError("dim", NO_SERVER)}\n`);
      const { openHere } = await import("../serve/platform/index.ts");
      return await openHere(toDataContext(context), choice);
    },
    knowledge: async (choice) => {
      const { openKnowledge } = await import("../serve/platform/index.ts");
      return await openKnowledge(toDataContext(context), choice);
    },
  };
}

function toDataContext(context: Context): LocalDataContext {
  return {
    ...context,
    warn: (problem) => context.err(renderFailure(problem, context.paintError)),
    say: (line) => context.err(`${line}\n`),
  };
}

const NO_SERVER = "No server was named or logged in to: this is the data of this machine.";

const BAR_WIDTH = 24;

/** A bar on standard error, if that is a terminal. */
function startProgress(verb: string, context: Context): ProgressBar {
  const { isTerminal } = readTerminal(process.stderr, context.environment);
  if (!isTerminal || readFormat(context) === "json") return { onProgress: () => {}, end: () => {} };
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
  return await toInline(path === "" ? "" : shown, readInput());
}
