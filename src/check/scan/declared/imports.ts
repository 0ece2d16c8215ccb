import type { Span } from "../../../skill/index.ts";
import type { ScanContext } from "../context.ts";
import { PYTHON_LIBRARY } from "./python-modules.ts";

export interface ImportedModule {
  readonly module: string;
  readonly file: string;
  readonly span: Span;
}

const IMPORT =
  /^[ \t]{0,40}(?:from[ \t]{1,4}([A-Za-z_]\w{0,60})[\w.]{0,200}[ \t]{1,4}import\b|import[ \t]{1,4}([A-Za-z_]\w{0,60}))/gm;

/** Modules that scripts import, and that neither Python nor the skill brings along. */
export function foreignImports({ files }: ScanContext): readonly ImportedModule[] {
  const own = new Set(
    files.flatMap(({ path }) => path.split("/").map((part) => part.replace(/\.py$/, ""))),
  );
  return files.flatMap(({ path, text, language }) => {
    if (text === undefined || language !== "python") return [];
    return [...text.matchAll(IMPORT)].flatMap((match): readonly ImportedModule[] => {
      const module = match[1] ?? match[2] ?? "";
      if (PYTHON_LIBRARY.has(module) || own.has(module)) return [];
      const start = match.index + match[0].indexOf(module, 4);
      return [{ module, file: path, span: { start, end: start + module.length } }];
    });
  });
}
