/** The settings that `--settings` names, with what the environment adds. */
import JSON5 from "json5";
import { failure, readText, reasonOf, resolvePath } from "../../platform/index.ts";
import {
  platformCodes,
  type PlatformSettings,
  readPlatformSettings,
} from "../../serve/platform/index.ts";
import type { Context } from "../context.ts";

type Here = Pick<Context, "environment" | "folder">;

/** The file that `--settings` names. */
export function settingsFileOf({ folder }: Here, named: string | undefined): string | undefined {
  return named === undefined ? undefined : resolvePath(folder, named);
}

export function settingsOf(here: Here, named: string | undefined): PlatformSettings {
  const { environment } = here;
  const file = settingsFileOf(here, named);
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
