import {
  fileExists,
  isInside,
  joinPath,
  joinShown,
  readText,
  realPath,
} from "../../../platform/index.ts";
import { TreeSitterReader } from "../../../platform/syntax/index.ts";
import { lineStarts, rangeOf } from "../../../skill/index.ts";
import type { Diagnostic } from "../../../skill/index.ts";
import { type ToolCode, toolCodes, toolProblem } from "../diagnostics.ts";
import type { ReadModule } from "./implemented.ts";
import { readPythonModule } from "./python.ts";
import { readScriptModule } from "./script.ts";

export type ModuleLanguage = "python" | "typescript" | "javascript";

/** The files that can hold the tools of a skill. */
const FILES: readonly { readonly name: string; readonly language: ModuleLanguage }[] = [
  { name: "tools.py", language: "python" },
  { name: "tools.ts", language: "typescript" },
  { name: "tools.js", language: "javascript" },
  { name: "tools.mjs", language: "javascript" },
];

export const MODULE_FILES: readonly string[] = FILES.map(({ name }) => name);

/** The module beside a SKILL.md, read and not run. */
export interface ToolModule extends ReadModule {
  readonly language: ModuleLanguage;
  /** Name of the file in the folder of the skill. */
  readonly name: string;
  readonly path: string;
  /** As people are shown it. */
  readonly shown: string;
  readonly text: string;
}

export interface ParsedModule {
  readonly module?: ToolModule;
  readonly diagnostics: readonly Diagnostic[];
}

/** Finds and reads the module of a skill; a skill without tools has none. */
export async function readToolModule(
  folder: string,
  shownFolder: string,
  reader: TreeSitterReader = new TreeSitterReader(),
): Promise<ParsedModule> {
  const disk: ModuleFiles = {
    has: (name) => fileExists(joinPath(folder, name)),
    read: (name) => {
      const path = joinPath(folder, name);
      if (isInside(realPath(path), realPath(folder))) return { path, text: readText(path) };
      return {
        message: `\`${name}\` is a link that leads out of the skill.`,
        hint: "Copy the module into the folder of the skill.",
      };
    },
  };
  return readModuleAmong(disk, shownFolder, reader);
}

/** The files of a skill, on the disk or at hand. */
export interface ModuleFiles {
  readonly has: (name: string) => boolean;
  /** The text, or why it cannot be had. */
  readonly read: (
    name: string,
  ) =>
    | { readonly path: string; readonly text: string }
    | { readonly message: string; readonly hint: string };
}

export async function readModuleAmong(
  files: ModuleFiles,
  shownFolder: string,
  reader: TreeSitterReader = new TreeSitterReader(),
): Promise<ParsedModule> {
  const [first, second] = FILES.filter(({ name }) => files.has(name));
  if (first === undefined) return { diagnostics: [] };
  const shown = joinShown(shownFolder, first.name);
  const refuse = (code: ToolCode, message: string, hint: string): ParsedModule => ({
    diagnostics: [toolProblem(code, message, { file: shown, hint })],
  });
  if (second !== undefined)
    return refuse(
      toolCodes.twoModules,
      `The skill has two modules of tools, \`${second.name}\` and \`${first.name}\`.`,
      "Move the tools into one of the two, and remove the other.",
    );
  const found = files.read(first.name);
  if ("message" in found) return refuse(toolCodes.unreadableModule, found.message, found.hint);
  // A mark of the byte order is no part of the code, and the grammar does not know it.
  const text = found.text.replace(/^\uFEFF/, "");
  return readSource(text, { ...first, path: found.path, shown }, reader);
}

export async function readSource(
  text: string,
  place: Pick<ToolModule, "name" | "language" | "path" | "shown">,
  reader: TreeSitterReader = new TreeSitterReader(),
): Promise<ParsedModule> {
  await reader.load([place.language]);
  const { root, problem } = reader.parse(place.language, text);
  if (root === undefined || problem !== undefined) return { diagnostics: [unread(place, problem)] };
  const parsed = { text, root };
  const read = place.language === "python" ? readPythonModule(parsed) : readScriptModule(parsed);
  const module: ToolModule = { ...place, ...read, text };
  const { obstacle } = read;
  if (read.error === undefined && obstacle !== undefined) {
    const { message, hint, span } = obstacle;
    const found = { file: place.shown, range: rangeOf(lineStarts(text), span), hint };
    return { module, diagnostics: [toolProblem(toolCodes.unreadableModule, message, found)] };
  }
  if (read.error === undefined) return { module, diagnostics: [] };
  const range = rangeOf(lineStarts(text), read.error);
  const message = `\`${place.name}\` is not valid ${place.language}.`;
  const hint = "The module is not run.";
  return {
    module,
    diagnostics: [
      toolProblem(toolCodes.unreadableModule, message, { file: place.shown, range, hint }),
    ],
  };
}

function unread(
  { name, shown }: Pick<ToolModule, "name" | "shown">,
  problem: string | undefined,
): Diagnostic {
  return toolProblem(
    toolCodes.unreadableModule,
    `\`${name}\` cannot be read: it is ${problem?.replace("-", " ") ?? "unreadable"}.`,
    { file: shown, hint: "Keep the tools small, and move the rest into files that they import." },
  );
}
