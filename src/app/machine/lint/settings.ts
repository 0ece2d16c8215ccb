import { CONFIG_FILE, type LintConfig, parseConfig } from "../../../check/index.ts";
import {
  failure,
  fileExists,
  joinPath,
  parentOf,
  readText,
  reasonOf,
  resolvePath,
  showPath,
  relativePath,
} from "../../../platform/index.ts";
import { SkillError } from "../../../skill/index.ts";
import type { LintSettings } from "../../check/lint-run.ts";

export interface FoundSettings {
  readonly settings: LintSettings;
  /** Files that were looked for; only the last one may be there. */
  readonly places: readonly string[];
}

/** Reads the configuration that is named, or the nearest one above the working directory. */
export function readSettings(named: string | undefined, folder: string): FoundSettings {
  if (named !== undefined) {
    const file = resolvePath(named);
    return { settings: readConfigFile(file, folder), places: [file] };
  }
  const places: string[] = [];
  for (let above = folder; ; above = parentOf(above)) {
    const file = joinPath(above, CONFIG_FILE);
    places.push(file);
    if (fileExists(file)) return { settings: readConfigFile(file, folder), places };
    if (parentOf(above) === above) return { settings: {}, places };
  }
}

function readConfigFile(file: string, workingFolder: string): LintSettings {
  const shown = showPath(relativePath(workingFolder, file));
  const { value, diagnostics } = parseConfig(readConfigText(file, shown), shown);
  const [first, ...others] = diagnostics;
  if (first !== undefined)
    // All that is wrong with it is told at once.
    throw new SkillError({
      ...first,
      message: [first, ...others].map(({ message }) => message).join(" "),
    });
  const config: LintConfig = value ?? {};
  const folder = parentOf(file);
  // Patterns count from the folder of the configuration, paths from the working directory.
  const base = showPath(relativePath(workingFolder, folder));
  const isAbove = base === ".." || base.startsWith("../");
  return isAbove
    ? { config, inner: showPath(relativePath(folder, workingFolder)) }
    : { config, base };
}

function readConfigText(file: string, shown: string): string {
  try {
    return readText(file);
  } catch (error) {
    throw failure("cli/unreadable", `The configuration cannot be read: ${reasonOf(error)}.`, {
      file: shown,
      cause: error,
    });
  }
}
