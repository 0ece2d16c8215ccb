/** The settings that `--settings` names, with what the environment adds. */
import JSON5 from "json5";
import { failure, readText, reasonOf, resolvePath } from "../../platform/index.ts";
import {
  platformCodes,
  type PlatformSettings,
  readPlatformSettings,
} from "../../serve/platform/index.ts";
import type { Context } from "../context.ts";

export function settingsOf({ options, environment, folder }: Context): PlatformSettings {
  const given = options.text("settings");
  if (given === undefined) return readPlatformSettings({ environment });
  const file = resolvePath(folder, given);
  return readPlatformSettings({ value: readSettingsFile(file), file, environment });
}

function readSettingsFile(file: string): unknown {
  try {
    return JSON5.parse(readText(file)) as unknown;
  } catch (error) {
    throw failure(
      platformCodes.badSettings,
      `Unexpected failure to read the settings: ${reasonOf(error)}.`,
      { file, hint: "Name a file of JSON, in which comments are allowed.", cause: error },
    );
  }
}
