import { CONFIG_FILE, type LintConfig, type LintOptions, parseConfig } from "../../check/index.ts";
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
} from "../../platform/index.ts";
import { chooseDialect, type Diagnostic } from "../../skill/index.ts";
import type { Context } from "../context.ts";
import { renderFailure } from "../render.ts";

/** What linting depends on beside the files: plain data, so that other threads can be given it. */
export type Settings = Pick<LintOptions, "dialect" | "config" | "base" | "inner">;

/** Thrown when the configuration is wrong; what is wrong was told already. */
export class ConfigurationError extends Error {}

/** Reads the configuration that `--config` names, or the nearest one above the working directory. */
export function readSettings(context: Context): Settings {
  const dialect = context.options.text("dialect");
  const named = context.options.text("config");
  const file = named === undefined ? findConfig(context.folder) : resolvePath(named);
  return {
    ...(dialect === undefined ? {} : { dialect: chooseDialect(dialect).id }),
    ...(file === undefined ? {} : readConfigFile(file, context)),
  };
}

function findConfig(start: string): string | undefined {
  for (let folder = start; ; folder = parentOf(folder)) {
    const file = joinPath(folder, CONFIG_FILE);
    if (fileExists(file)) return file;
    if (parentOf(folder) === folder) return undefined;
  }
}

function readConfigFile(file: string, context: Context): Settings {
  const shown = showPath(relativePath(context.folder, file));
  const { value, diagnostics } = parseConfig(readConfigText(file, shown), shown);
  if (diagnostics.length > 0) throw reportProblems(diagnostics, context);
  const config: LintConfig = value ?? {};
  const folder = parentOf(file);
  // Patterns count from the folder of the configuration, paths from the working directory.
  const base = showPath(relativePath(context.folder, folder));
  const isAbove = base === ".." || base.startsWith("../");
  return isAbove
    ? { config, inner: showPath(relativePath(folder, context.folder)) }
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

function reportProblems(diagnostics: readonly Diagnostic[], context: Context): ConfigurationError {
  for (const diagnostic of diagnostics) context.err(renderFailure(diagnostic, context.paintError));
  return new ConfigurationError();
}
