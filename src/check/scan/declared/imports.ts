import type { Span } from "../../../skill/index.ts";
import type { CodeUnit, ScanContext } from "../context.ts";
import { PYTHON_LIBRARY } from "./python-modules.ts";

export interface ImportedModule {
  readonly module: string;
  readonly ecosystem: "pypi" | "npm";
  readonly unit: CodeUnit;
  readonly span: Span;
}

const PYTHON =
  /^[ \t]{0,40}(?:from[ \t]{1,4}([A-Za-z_]\w{0,60})[\w.]{0,200}[ \t]{1,4}import\b|import[ \t]{1,4}([A-Za-z_]\w{0,60}))/gm;
/** The package of `require("name/part")` or `from "name/part"`, without its scope's own members. */
const SCRIPT =
  /\b(?:require\(|import\(|from |import )\s{0,4}["']((?:@[\w.-]{1,60}\/)?[a-z][\w.-]{0,60})(?:\/[\w./-]{0,200})?["']/g;

/** Modules that code imports, and that neither its language nor the skill brings along. */
export function foreignImports({ files, units }: ScanContext): readonly ImportedModule[] {
  const own = new Set(
    files.flatMap(({ path }) => path.split("/").map((part) => part.replace(/\.py$/, ""))),
  );
  return units.flatMap((unit) => {
    const { language, text } = unit;
    if (language === "python") return found(unit, [...text.matchAll(PYTHON)], own);
    if (language !== "javascript" && language !== "typescript") return [];
    return found(unit, [...text.matchAll(SCRIPT)], own);
  });
}

function found(
  unit: CodeUnit,
  matches: readonly RegExpExecArray[],
  own: ReadonlySet<string>,
): readonly ImportedModule[] {
  const ecosystem = unit.language === "python" ? "pypi" : "npm";
  return matches.flatMap((match) => {
    const module = match[1] ?? match[2] ?? "";
    if (own.has(module) || isOfLanguage(module, ecosystem)) return [];
    const start = match.index + match[0].indexOf(module, 4);
    return [
      { module, ecosystem, unit, span: unit.original({ start, end: start + module.length }) },
    ];
  });
}

/** What comes with Node is no package that somebody could imitate, and near to none. */
function isOfLanguage(module: string, ecosystem: ImportedModule["ecosystem"]): boolean {
  return ecosystem === "pypi" && PYTHON_LIBRARY.has(module);
}
