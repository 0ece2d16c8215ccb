import {
  type LibraryConfig,
  loadConfig,
  OWN_FILE,
  ownSettings,
} from "../../library/config/index.ts";
import { expandPath, findPlaces, type Places } from "../../library/roots/index.ts";
import { fileExists, joinPath } from "../../platform/index.ts";
import { homeFolder } from "../../platform/process/index.ts";
import type { Diagnostic, Dialect, HomeRules, SettingsRules } from "../../skill/index.ts";
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
  // A system that has no settings of its own takes those that we know.
  if (given !== undefined)
    return readSettings(
      given,
      homes.settings.fields.length === 0 ? ownSettings() : homes.settings,
      context,
    );
  const own = joinPath(context.folder, OWN_FILE);
  if (fileExists(own)) return readSettings(own, ownSettings(), context);
  const file = usualFile(dialect, context);
  if (file === undefined || !fileExists(file)) return { diagnostics: [] };
  return readSettings(file, homes.settings, context);
}

/** The folders of a system by their names, before its settings had their say. */
export function usualPlaces(homes: HomeRules, context: Context): Places {
  return findPlaces(homes, {
    home: homeOf(context),
    folder: context.folder,
    environment: context.environment,
    agent: "",
    firstAgent: "",
    facts: {},
  });
}

function usualFile({ homes }: Dialect, context: Context): string | undefined {
  if (homes === undefined) return undefined;
  const places = usualPlaces(homes, context);
  const { file, variable = "" } = homes.settings;
  const named = context.environment[variable]?.trim() ?? "";
  if (named !== "") return expandPath(named, places);
  return file === undefined ? undefined : expandPath(file, places);
}

function readSettings(file: string, rules: SettingsRules, { environment }: Context): FoundSettings {
  const { value, diagnostics } = loadConfig(file, rules, environment);
  return { file, diagnostics, ...(value === undefined ? {} : { config: value }) };
}
