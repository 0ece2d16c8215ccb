import { joinShown, lastPart, parentOf, readBytes, showPath } from "../../../platform/index.ts";
import {
  type Diagnostic,
  type Dialect,
  lineStarts,
  type Path,
  rangeOf,
  readSkill,
  type ReadSkill,
  findViolations,
} from "../../../skill/index.ts";
import { locate } from "../../../skill/text/places.ts";
import { toolCodes, toolProblem } from "../diagnostics.ts";
import { compareTools } from "./compare.ts";
import {
  type ModuleFiles,
  type ParsedModule,
  readModuleAmong,
  readToolModule,
  type ToolModule,
} from "./read-module.ts";

/** A skill with its tools, as far as they can be known without running anything. */
export interface SkillTools extends ReadSkill {
  readonly name: string;
  readonly folder: string;
  /** The SKILL.md. */
  readonly file: string;
  readonly shown: string;
  readonly module?: ToolModule;
  /** What was found; an error keeps it from being loaded. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Where a dialect keeps declarations of tools; undefined: it has no place for them. */
export function declarationPath({ fields }: Dialect): Path | undefined {
  return fields.find(({ facet }) => facet === "tools.declared")?.path;
}

/** Reads a skill and its module of tools, and holds the two against each other. */
export async function readSkillTools(
  file: string,
  shown: string = showPath(file),
): Promise<SkillTools> {
  const folder = parentOf(file);
  const read = readSkillFile(readBytes(file), folder, lastPart(file));
  const module = await readToolModule(folder, showPath(parentOf(shown)));
  return judgeTools(read, { folder, file, shown }, module);
}

/** The same of a skill whose files are at hand. */
export async function readInlineTools(
  source: string | Uint8Array,
  path: string,
  files: ModuleFiles,
): Promise<SkillTools> {
  const folder = parentOf(path);
  const read = readSkillFile(source, folder, lastPart(path));
  const module = await readModuleAmong(files, showPath(folder));
  return judgeTools(read, { folder, file: path, shown: path }, module);
}

function readSkillFile(source: string | Uint8Array, folder: string, name: string): ReadSkill {
  const { value } = readSkill(source, { path: joinShown(lastPart(folder), name) });
  if (value === undefined) throw new Error("A skill is always read, however odd it is.");
  return value;
}

/** Holds a skill and a module against each other. */
export function judgeTools(
  read: ReadSkill,
  place: Pick<SkillTools, "folder" | "file" | "shown">,
  { module, diagnostics }: ParsedModule,
): SkillTools {
  const { shown } = place;
  const name = read.dialect.describe(read.reading).name ?? lastPart(place.folder);
  const path = read.skill.sources["tools.declared"] ?? declarationPath(read.dialect) ?? ["tools"];
  const tools = read.skill.tools.declared ?? [];
  const found: Diagnostic[] = [...diagnostics, ...toolViolations(read, path, shown)];
  const isRead = diagnostics.length === 0;
  if (module === undefined && tools.length > 0 && isRead)
    found.push(
      toolProblem(
        toolCodes.noModule,
        "The skill declares tools, but has no `tools.py`, `tools.ts` or `tools.js` beside the SKILL.md.",
        { file: shown, path, hint: "Write the module, or take the declarations away." },
      ),
    );
  if (module !== undefined && module.tools.length === 0 && tools.length === 0 && isRead)
    found.push(
      toolProblem(toolCodes.noModule, `\`${module.name}\` has no functions marked as tools.`, {
        file: module.shown,
        hint: "Mark them with `@tool` or `tool()`, or rename the file.",
      }),
    );
  if (module !== undefined && module.tools.length > 0 && tools.length === 0 && isRead)
    found.push(
      toolProblem(
        toolCodes.noDeclaration,
        `The frontmatter does not declare the tools of \`${module.name}\`.`,
        { file: shown, hint: "`skillwright tools sync` writes them." },
      ),
    );
  else if (module !== undefined && isRead)
    found.push(...compareTools({ tools, document: read.document, path, shown }, module));
  return {
    ...read,
    ...place,
    name,
    ...(module === undefined ? {} : { module }),
    diagnostics: found,
  };
}

/** Declarations that the dialect itself refuses, such as two of one name. */
function toolViolations(read: ReadSkill, path: Path, shown: string): readonly Diagnostic[] {
  const starts = lineStarts(read.document.text);
  return findViolations(read.reading)
    .filter(
      (violation) =>
        violation.severity === "error" &&
        path.every((step, at) => violation.path[at] === step) &&
        violation.path.length > path.length,
    )
    .map((violation) =>
      toolProblem(toolCodes.invalidSkill, violation.message, {
        file: shown,
        range: rangeOf(starts, locate(read.document, violation.path, violation.at)),
        path: violation.path,
        ...(violation.hint === undefined ? {} : { hint: violation.hint }),
      }),
    );
}
