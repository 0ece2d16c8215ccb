import { type Environment, fileExists, joinPath } from "../../platform/index.ts";
import type { Diagnostic, HomeRules } from "../../skill/index.ts";
import {
  type LibraryConfig,
  loadConfig,
  loadMerged,
  OWN_FILE,
  ownSettings,
} from "../config/index.ts";
import { expandPath, findPlaces, type Places } from "../roots/index.ts";
import { startEnvironment } from "./start.ts";

export interface FoundSettings {
  /** The file they stand in, that of the system where there are two; undefined where there is none. */
  readonly file?: string;
  /** Our own file, where it adds to that of the system. */
  readonly ownFile?: string;
  /** Undefined where there is no file, or the system would refuse it. */
  readonly config?: LibraryConfig;
  readonly diagnostics: readonly Diagnostic[];
}

export interface SettingsPlace {
  readonly home: string;
  /** The folder in which our own file may lie. */
  readonly folder: string;
  readonly environment: Environment;
}

/** The settings that hold: those of the system at their usual place, and our own in the working directory over them. */
export function findSettings(homes: HomeRules, place: SettingsPlace): FoundSettings {
  const environment = settingsEnvironment(homes, place);
  const own = joinPath(place.folder, OWN_FILE);
  const file = usualFile(homes, place);
  const hasFile = file !== undefined && fileExists(file);
  if (!fileExists(own)) {
    if (!hasFile) return { diagnostics: [] };
    const { value, diagnostics } = loadConfig(file, homes.settings, environment);
    return { file, diagnostics, ...(value === undefined ? {} : { config: value }) };
  }
  if (!hasFile || file === own) {
    const { value, diagnostics } = loadConfig(own, ownSettings(), environment);
    return { file: own, diagnostics, ...(value === undefined ? {} : { config: value }) };
  }
  const { value, diagnostics } = loadMerged(file, homes.settings, own, environment);
  return { file, ownFile: own, diagnostics, ...(value === undefined ? {} : { config: value }) };
}

/** The variables that settings may name: those of the environment, and what the system reads from files when it starts. */
export function settingsEnvironment(homes: HomeRules, place: SettingsPlace): Environment {
  return startEnvironment(place.environment, homes, {
    ...place,
    places: usualPlaces(homes, place),
  });
}

/** The folders of a system by their names, before its settings had their say. */
export function usualPlaces(homes: HomeRules, place: SettingsPlace): Places {
  return findPlaces(homes, { ...place, agent: "", firstAgent: "", facts: {} });
}

function usualFile(homes: HomeRules, place: SettingsPlace): string | undefined {
  const places = usualPlaces(homes, place);
  const { file, variable = "" } = homes.settings;
  const named = place.environment[variable]?.trim() ?? "";
  if (named !== "") return expandPath(named, places);
  return file === undefined ? undefined : expandPath(file, places);
}
