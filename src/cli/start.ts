// As a whole, since a name that an older Node does not know would end the program before it can say so.
import * as nodeModule from "node:module";
import {
  codeFolder,
  escapeInvisible,
  expectShortRun,
  failure,
  readTerminal,
  withoutControlsButColors,
} from "../platform/index.ts";
import { type Diagnostic, SkillError, suggest, withoutCause } from "../skill/model/index.ts";
import { operations } from "../app/operations.ts";
import {
  type CommandRow,
  commands,
  findAction,
  findCommand,
  withUsualAction,
} from "./commands/table.ts";
import { type Command, type Context, FAILURE } from "./context.ts";
import { mainHelp } from "./help.ts";
import { parse } from "./parse.ts";
import { renderFailure } from "../app/text.ts";
import { createMeter } from "./meter.ts";
import { createPainter } from "./render.ts";
import { OutputCache } from "./output-cache.ts";

type Loader = () => Promise<{ readonly run: Command }>;

/** Each command is loaded when it is called. */
const loaders: { readonly [name: string]: Loader } = {
  serve: () => import("./commands/serve.ts"),
  node: () => import("./commands/node.ts"),
  mcp: () => import("./commands/mcp.ts"),
  lsp: () => import("./commands/lsp.ts"),
  completion: () => import("./commands/completion.ts"),
};

/** Runs the command that the words name, and returns the exit code. */
export async function start(words: readonly string[], version: string): Promise<number> {
  const environment = process.env;
  const terminal = readTerminal(process.stdout, environment);
  const errors = readTerminal(process.stderr, environment);
  const paintError = createPainter(errors.hasColors);
  const isVerbose = words.includes("--verbose");
  const isJson = asksForJson(words);
  let hasAnswered = false;
  const cache = new OutputCache({ words, version, environment });
  const writeOutput = (text: string): void => {
    hasAnswered ||= text !== "";
    cache.record(false, text);
    process.stdout.write(text);
  };
  const writeError = (text: string): void => {
    cache.record(true, text);
    process.stderr.write(text);
  };
  try {
    // A person who types the bare name sees what is here; a script without a command is at fault.
    const isBare = words.length === 0 && terminal.isTerminal;
    const [name, ...rest] = isBare ? ["overview"] : words;
    if (name === undefined) {
      process.stderr.write(mainHelp(version));
      return FAILURE;
    }
    const cachedExit = cache.replay();
    if (cachedExit !== undefined) return cachedExit;
    const command = findCalled(name, rest);
    const compiled = codeFolder(environment);
    if (compiled !== undefined) nodeModule.enableCompileCache(compiled);
    const parsed = parse(await command.row.load(), command.words);
    const run = await loadRun(command.id);
    const context: Context = {
      ...parsed,
      version,
      environment,
      folder: process.cwd(),
      terminal,
      paint: createPainter(terminal.hasColors),
      paintError,
      isVerbose,
      now: Date.now,
      tuneGc: expectShortRun,
      out: (text) => writeOutput(isJson ? escapeInvisible(text) : withoutControlsButColors(text)),
      write: (text) => writeOutput(terminal.isTerminal ? withoutControlsButColors(text) : text),
      err: (text) => writeError(withoutControlsButColors(text)),
      madeFrom: (basis) => cache.dependOn(basis),
      clearLine: () => process.stderr.write("\r\u001b[2K"),
      startMeter: () => (errors.isTerminal ? createMeter(context, errors.columns) : undefined),
    };
    return cache.store(await run(context));
  } catch (error) {
    const diagnostic = toDiagnostic(error);
    // Whoever reads JSON gets one value, whatever happens; what has begun is not followed by another.
    if (isJson && !hasAnswered)
      writeOutput(
        escapeInvisible(
          `${JSON.stringify({ error: withoutCause(diagnostic), ...readDetails(error) }, undefined, 2)}\n`,
        ),
      );
    const text = renderFailure(diagnostic, paintError);
    const isExpected = SkillError.isInstance(error) && !isVerbose;
    process.stderr.write(withoutControlsButColors(isExpected ? text : text + readStack(error)));
    return (SkillError.isInstance(error) ? error.exit : undefined) ?? FAILURE;
  }
}

interface ParsedCall {
  /** Of the operation, or the name of the command. */
  readonly id: string;
  readonly row: CommandRow;
  /** What follows its name. */
  readonly words: readonly string[];
}

/** The command of one word or of two. */
function findCalled(name: string, rest: readonly string[]): ParsedCall {
  const [action, ...words] = withUsualAction(name, rest);
  const found = findAction(name, action);
  if (found !== undefined && "choices" in found) throw unknownAction(name, action, found.choices);
  if (found !== undefined) return { ...found, words };
  const row = findCommand(name);
  if (row === undefined) throw unknownCommand(name);
  return { id: name, row, words: rest };
}

function unknownAction(
  name: string,
  action: string | undefined,
  choices: readonly string[],
): SkillError {
  const near = action === undefined ? undefined : suggest(action, choices);
  const message =
    action === undefined || action.startsWith("-")
      ? `\`${name}\` needs an action: ${choices.join(", ")}.`
      : `\`${name}\` has no action \`${action}\`; use one of ${choices.join(", ")}.`;
  return failure("cli/usage", message, {
    hint:
      near === undefined
        ? `\`skillwright help ${name}\` says what they do.`
        : `Did you mean \`skillwright ${name} ${near}\`?`,
  });
}

function asksForJson(words: readonly string[]): boolean {
  const end = words.indexOf("--");
  const options = end === -1 ? words : words.slice(0, end);
  return options.some(
    (word, index) =>
      word === "--json" ||
      word === "--format=json" ||
      (word === "json" && /^(?:--format|-f)$/u.test(options[index - 1] ?? "")),
  );
}

async function loadRun(name: string): Promise<Command> {
  const loader = loaders[name];
  if (loader !== undefined) return (await loader()).run;
  const row = operations.find(({ id }) => id === name);
  if (row === undefined) throw new Error(`The command ${name} has no code.`);
  const [operation, { runOperation }] = await Promise.all([
    row.load(),
    import("./run-operation.ts"),
  ]);
  return (context) => runOperation(operation, context);
}

function unknownCommand(name: string): SkillError {
  const near = suggest(
    name,
    commands.map((command) => command.name),
  );
  const kind = name.startsWith("-") ? "option" : "command";
  return failure("cli/usage", `No ${kind} \`${name}\`.`, {
    hint:
      near === undefined
        ? "`skillwright --help` lists the commands."
        : `Did you mean \`skillwright ${near}\`?`,
  });
}

/** A failure is one line; only a fault of the program itself shows its stack. */
function toDiagnostic(error: unknown): Diagnostic {
  if (SkillError.isInstance(error)) return error.diagnostic;
  return {
    code: "cli/internal",
    severity: "error",
    message: "Skillwright failed on a bug of its own.",
    hint: "Please report the bug with the lines below.",
  };
}

function readDetails(error: unknown): object | undefined {
  return SkillError.isInstance(error) ? error.more : undefined;
}

function readStack(error: unknown): string {
  return `${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`;
}
