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
import { toolCodes, toolProblem } from "../diagnostics.ts";
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

/** Their names. */
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

export interface ModuleReading {
  readonly module?: ToolModule;
  readonly diagnostics: readonly Diagnostic[];
}

/** Finds and reads the module of a skill; a skill without tools has none. */
export async function readToolModule(
  folder: string,
  shownFolder: string,
  reader: TreeSitterReader = new TreeSitterReader(),
): Promise<ModuleReading> {
  const found = FILES.filter(({ name }) => fileExists(joinPath(folder, name)));
  const [first, second] = found;
  if (first === undefined) return { diagnostics: [] };
  const shown = joinShown(shownFolder, first.name);
  if (second !== undefined)
    return {
      diagnostics: [
        toolProblem(
          toolCodes.twoModules,
          `The skill has two modules of tools, \`${second.name}\` and \`${first.name}\`.`,
          { file: shown, hint: "Move the tools into one of the two, and remove the other." },
        ),
      ],
    };
  const path = joinPath(folder, first.name);
  if (!isInside(realPath(path), realPath(folder)))
    return {
      diagnostics: [
        toolProblem(
          toolCodes.unreadableModule,
          `\`${first.name}\` is a link that leads out of the skill.`,
          { file: shown, hint: "Copy the module into the folder of the skill." },
        ),
      ],
    };
  // A mark of the byte order is no part of the code, and the grammar does not know it.
  const text = readText(path).replace(/^\uFEFF/, "");
  return readSource(text, { ...first, path, shown }, reader);
}

/** Reads the text of a module. */
export async function readSource(
  text: string,
  place: Pick<ToolModule, "name" | "language" | "path" | "shown">,
  reader: TreeSitterReader = new TreeSitterReader(),
): Promise<ModuleReading> {
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
