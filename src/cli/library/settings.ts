import { loadConfig, ownSettings } from "../../library/config/index.ts";
import type { Places } from "../../library/roots/index.ts";
import {
  findSettings as findUsual,
  type FoundSettings,
  usualPlaces as placesOf,
} from "../../library/session/index.ts";
import { homeFolder } from "../../platform/process/index.ts";
import type { Dialect, HomeRules } from "../../skill/index.ts";
import type { Context } from "../context.ts";

export type { FoundSettings };

export function homeOf({ environment }: Pick<Context, "environment">): string {
  const home = environment["HOME"];
  return home === undefined || home === "" ? homeFolder() : home;
}

/** The settings that hold: those of the option, or those of the system with our own over them. */
export function findSettings(dialect: Dialect, context: Context): FoundSettings {
  const { homes } = dialect;
  if (homes === undefined) return { diagnostics: [] };
  const file = context.options.text("config");
  if (file === undefined) return findUsual(homes, { ...context, home: homeOf(context) });
  // A system that has no settings of its own takes those that we know.
  const rules = homes.settings.fields.length === 0 ? ownSettings() : homes.settings;
  const { value, diagnostics } = loadConfig(file, rules, context.environment);
  return { file, diagnostics, ...(value === undefined ? {} : { config: value }) };
}

/** The folders of a system by their names, before its settings had their say. */
export function usualPlaces(homes: HomeRules, context: Context): Places {
  return placesOf(homes, { ...context, home: homeOf(context) });
}
