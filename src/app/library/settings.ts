import { loadConfig, ownSettings } from "../../library/config/index.ts";
import type { Places } from "../../library/roots/index.ts";
import {
  findSettings as findUsual,
  type FoundSettings,
  usualPlaces as placesOf,
} from "../../library/session/index.ts";
import { findHome } from "../../platform/process/index.ts";
import type { Dialect, HomeRules } from "../../skill/index.ts";
import type { Computer } from "./selection.ts";

export type { FoundSettings };

type Here = Pick<Computer, "environment" | "folder">;

/** The settings that apply: those of the given file, or those of the system with our own over them. */
export function findSettings(
  dialect: Dialect,
  file: string | undefined,
  { environment, folder }: Here,
): FoundSettings {
  const { homes } = dialect;
  if (homes === undefined) return { diagnostics: [] };
  if (file === undefined)
    return findUsual(homes, { environment, folder, home: findHome(environment) });
  // A system that has no settings of its own takes those that we know.
  const rules = homes.settings.fields.length === 0 ? ownSettings() : homes.settings;
  const { value, diagnostics } = loadConfig(file, rules, environment);
  return { file, diagnostics, ...(value === undefined ? {} : { config: value }) };
}

/** The folders of a system by their names, before its settings are applied. */
export function usualPlaces(homes: HomeRules, { environment, folder }: Here): Places {
  return placesOf(homes, { environment, folder, home: findHome(environment) });
}
