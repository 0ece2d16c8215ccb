/** Runs an operation for a person at a terminal: words to input, output to text. */
import type {
  Context as OperationContext,
  Files,
  Meaning,
  SkillSource,
  Systems,
} from "../app/context.ts";
import { fail } from "../app/errors.ts";
import type { Field, SkillRef } from "../app/fields.ts";
import type { Operation } from "../app/operation.ts";
import {
  cacheFolder,
  createFileReader,
  errorCode,
  failure,
  fileExists,
  type FoundFile,
  joinPath,
  joinShown,
  makeFolder,
  parentOf,
  readInput,
  readText,
  reasonOf,
  showPath,
  writeFileAtomically,
} from "../platform/index.ts";
import { decodeText } from "../skill/index.ts";
import type { Context } from "./context.ts";
import { readDocuments } from "./documents.ts";
import { folderNameOf, inputFile, readOne, resolveInputs } from "./inputs.ts";
import { toKebab } from "./operation-spec.ts";
import { toComputer, toScreen, warnOf } from "./library/select.ts";

export async function runOperation(operation: Operation, context: Context): Promise<number> {
  const input = toInput(operation, context);
  const output = await operation.run(toOperationContext(context), input);
  await show(operation, output, context);
  return operation.exitCode?.(output) ?? 0;
}

async function show(operation: Operation, output: unknown, context: Context): Promise<void> {
  const { options } = context;
  const view = await operation.text();
  const format = options.flag("json") ? "json" : (options.text("format") ?? "text");
  const screen = toScreen(context);
  const text =
    format === "json"
      ? (view.json?.(output) ?? `${JSON.stringify(output, undefined, 2)}\n`)
      : (view.formats?.[format]?.(output, screen) ?? view.render(output, screen));
  const file = options.text("output");
  if (file === undefined) context.out(text);
  else writeOutput(file, text);
  const notes = view.notes?.(output, screen) ?? "";
  if (notes !== "") context.err(notes);
}

function writeOutput(file: string, text: string): void {
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
    files: localFiles(context),
    systems: localSystems(context),
    meaning: () => localMeaning(context),
    models: async () => {
      const [{ modelSettings }, { openModels }] = await Promise.all([
        import("./run/model-settings.ts"),
        import("../run/models/index.ts"),
      ]);
      const { environment } = context;
      return openModels({ settings: await modelSettings(context, environment), environment });
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
    agents: async (selection) => {
      const { seeAgents } = await import("../app/library/agents.ts");
      return seeAgents(selection, computer);
    },
    each: async (selection, work) => {
      const { eachSystem } = await import("../app/library/systems.ts");
      return await eachSystem(selection, computer, work);
    },
    one: async (selection, work) => {
      const { oneSystem } = await import("../app/library/systems.ts");
      const system = await oneSystem(selection, computer);
      try {
        return await work(system);
      } finally {
        await system.library.close();
      }
    },
  };
}

function toInput({ input }: Operation, context: Context): unknown {
  const values: Record<string, unknown> = {};
  let words = context.arguments;
  for (const [name, field] of Object.entries(input)) {
    const given = field.positional
      ? words.slice(0, field.many ? words.length : 1)
      : readOption(field, toKebab(name), context);
    if (field.positional) words = words.slice(given.length);
    if (field.kind === "flag") values[name] = context.options.flag(toKebab(name));
    else if (field.many) values[name] = given.map((word) => toValue(field, word, context));
    else if (given[0] !== undefined) values[name] = toValue(field, given[0], context);
  }
  return values;
}

function readOption(field: Field, name: string, { options }: Context): readonly string[] {
  const words = options.texts(name);
  if (!field.many || field.kind === "file" || field.kind === "folder") return words;
  return words
    .flatMap((word) => word.split(","))
    .map((word) => word.trim())
    .filter((word) => word !== "");
}

function toValue({ kind }: Field, word: string, context: Context): unknown {
  if (kind === "number") return Number(word);
  return kind === "skill" || kind === "document" ? toSkill(word, context) : word;
}

/** `-` is standard input; its text is sent along under the path that it would have. */
function toSkill(word: string, context: Context): SkillRef {
  if (word !== "-") return word;
  if (context.arguments.length > 1)
    throw failure("cli/usage", "Standard input (`-`) cannot be combined with further paths.");
  const { shown, path } = inputFile(context.options.text("stdin-path"));
  return { path: path === "" ? "" : shown, text: decodeText(readInput()).text };
}

function localFiles({ beginSweep, environment }: Context): Files {
  return {
    readSkill: (path) => {
      const { file, bytes } = readOne(path, undefined);
      return toSource(file, bytes);
    },
    forEachSkill: (paths, work, onFailure) => {
      beginSweep();
      const { files, skipped } = resolveInputs(paths);
      const read = createFileReader();
      const results = files.map((file) => {
        try {
          const { text, bytes, isText } = read(file.path);
          return work(toSource(file, isText ? text : bytes));
        } catch (error) {
          if (errorCode(error) === "") throw error;
          return onFailure({ path: file.shown, reason: reasonOf(error) });
        }
      });
      return { results, skipped };
    },
    readDocuments,
    readText: (path) => (fileExists(path) ? readText(path) : undefined),
    readRevision: async (path, revision) => {
      const { readRevision } = await import("../run/eval/index.ts");
      return await readRevision(path, revision, environment);
    },
    writeText: (path, text) => {
      makeFolder(parentOf(path));
      writeOutput(path, text);
    },
    writeNew,
  };
}

function toSource(file: FoundFile, content: string | Uint8Array): SkillSource {
  const directory = folderNameOf(file);
  const folder = parentOf(file.path);
  return {
    path: file.shown,
    content,
    ...(directory === undefined ? {} : { directory }),
    hasFile: (relativePath) => fileExists(joinPath(folder, relativePath)),
  };
}

const writeNew: Files["writeNew"] = (parent, name, files) => {
  const folder = joinPath(parent, name);
  // `.`: the files are for the folder itself.
  const shown = name === "." ? showPath(parent) : joinShown(showPath(parent), name);
  const taken = files.find(({ path }) => fileExists(joinPath(folder, path)));
  if (taken !== undefined) throw fail("cli/exists", { file: `${shown}/${taken.path}` });
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
