/** The settings that `--settings` names, with what the environment adds. */
import JSON5 from "json5";
import { failure, readText, reasonOf, resolvePath } from "../../platform/index.ts";
import {
  platformCodes,
  type PlatformSettings,
  readPlatformSettings,
} from "../../serve/platform/index.ts";
import type { Context } from "../context.ts";

/** The file that `--settings` names. */
export function settingsFileOf({ options, folder }: Context): string | undefined {
  const given = options.text("settings");
  return given === undefined ? undefined : resolvePath(folder, given);
}

export function settingsOf(context: Context): PlatformSettings {
  const { environment } = context;
  const file = settingsFileOf(context);
  if (file === undefined) return readPlatformSettings({ environment });
  return readPlatformSettings({ value: readSettingsFile(file), file, environment });
}

function readSettingsFile(file: string): unknown {
  try {
    return JSON5.parse(readText(file)) as unknown;
  } catch (error) {
    throw failure(platformCodes.badSettings, `The settings cannot be read: ${reasonOf(error)}.`, {
      file,
      hint: "Name a file of JSON, in which comments are allowed.",
      cause: error,
    });
  }
}
