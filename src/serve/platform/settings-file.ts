/** The settings that `--settings` names, with what the environment adds. */
import JSON5 from "json5";
import { type Environment, readText, reasonOf, resolvePath } from "../../platform/index.ts";
import { serveError } from "../errors.ts";
import { type PlatformSettings, readPlatformSettings } from "./settings.ts";

interface SettingsContext {
  readonly environment: Environment;
  /** From which paths count. */
  readonly folder: string;
}

/** The file that `--settings` names. */
export function findSettingsFile(
  { folder }: SettingsContext,
  named: string | undefined,
): string | undefined {
  return named === undefined ? undefined : resolvePath(folder, named);
}

export function loadSettings(here: SettingsContext, named: string | undefined): PlatformSettings {
  const { environment } = here;
  const file = findSettingsFile(here, named);
  if (file === undefined) return readPlatformSettings({ environment });
  return readPlatformSettings({ value: readSettingsFile(file), file, environment });
}

function readSettingsFile(file: string): unknown {
  try {
    return JSON5.parse(readText(file)) as unknown;
  } catch (error) {
    const reason = reasonOf(error);
    throw serveError(
      "platform/bad-settings",
      { problem: "unreadable", reason },
      { file, cause: error },
    );
  }
}
