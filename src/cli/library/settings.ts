import {
  type LibraryConfig,
  OWN_FILE,
  ownSettings,
  readConfig,
} from "../../library/config/index.ts";
import { expandPath, findPlaces } from "../../library/roots/index.ts";
import {
  failure,
  fileExists,
  joinPath,
  lastPart,
  readText,
  reasonOf,
} from "../../platform/index.ts";
import { homeFolder } from "../../platform/process/index.ts";
import type { Diagnostic, Dialect, SettingsRules } from "../../skill/index.ts";
import type { Context } from "../context.ts";

export interface FoundSettings {
  /** The file they stand in; undefined where there is none. */
  readonly file?: string;
  /** Undefined where there is no file, or the system would refuse it. */
  readonly config?: LibraryConfig;
  readonly diagnostics: readonly Diagnostic[];
}

export function homeOf({ environment }: Pick<Context, "environment">): string {
  const home = environment["HOME"];
  return home === undefined || home === "" ? homeFolder() : home;
}

/** The settings that hold: those of the option, our own in the working directory, or the system's. */
export function findSettings(dialect: Dialect, context: Context): FoundSettings {
  const { homes } = dialect;
  if (homes === undefined) return { diagnostics: [] };
  const given = context.options.text("config");
  if (given !== undefined) return readSettings(given, rulesFor(given, homes.settings));
  const own = joinPath(context.folder, OWN_FILE);
  if (fileExists(own)) return readSettings(own, ownSettings());
  const file = usualFile(dialect, context);
  if (file === undefined || !fileExists(file)) return { diagnostics: [] };
  return readSettings(file, homes.settings);
}

function rulesFor(file: string, rules: SettingsRules): SettingsRules {
  return lastPart(file) === OWN_FILE || rules.fields.length === 0 ? ownSettings() : rules;
}

function usualFile({ homes }: Dialect, context: Context): string | undefined {
  const { environment, folder } = context;
  if (homes === undefined) return undefined;
  const places = findPlaces(homes, {
    home: homeOf(context),
    folder,
    environment,
    agent: "",
    firstAgent: "",
    facts: {},
  });
  const { file, variable = "" } = homes.settings;
  const named = environment[variable]?.trim() ?? "";
  if (named !== "") return expandPath(named, places);
  return file === undefined ? undefined : expandPath(file, places);
}

function readSettings(file: string, rules: SettingsRules): FoundSettings {
  let text: string;
  try {
    text = readText(file);
  } catch (error) {
    throw failure("settings/unreadable", `The settings cannot be read: ${reasonOf(error)}.`, {
      file,
      cause: error,
    });
  }
  const { value, diagnostics } = readConfig(text, rules, file);
  return { file, diagnostics, ...(value === undefined ? {} : { config: value }) };
}
