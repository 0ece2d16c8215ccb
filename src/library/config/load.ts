import { type Environment, lastPart, readText, reasonOf } from "../../platform/index.ts";
import { type Outcome, type SettingsRules, SkillError } from "../../skill/index.ts";
import { settingsCodes, settingsProblem } from "./diagnostics.ts";
import { OWN_FILE, ownSettings } from "./own.ts";
import { readConfig } from "./read.ts";
import type { LibraryConfig } from "./settings.ts";

/** Reads a file of settings: our own by its name, any other by the rules of the system. */
export function loadConfig(
  file: string,
  rules: SettingsRules,
  environment: Environment = {},
): Outcome<LibraryConfig> {
  let text: string;
  try {
    text = readText(file);
  } catch (error) {
    const message = `The settings cannot be read: ${reasonOf(error)}.`;
    throw new SkillError(
      settingsProblem(settingsCodes.unreadable, message, { file, cause: error }),
    );
  }
  const own = lastPart(file) === OWN_FILE ? ownSettings() : rules;
  return readConfig(text, own, file, environment);
}

/** The settings that were read, or the first reason why there are none as an error. */
export function usableConfig({ value, diagnostics }: Outcome<LibraryConfig>): LibraryConfig {
  const problem = diagnostics.find(({ severity }) => severity === "error");
  if (problem !== undefined) throw new SkillError(problem);
  if (value === undefined) throw new Error("Settings without an error have a value.");
  return value;
}
