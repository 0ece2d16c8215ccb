/** The platform that `serve` brings up, by the options of its command and the environment. */
import JSON5 from "json5";
import { failure, readText, reasonOf, resolvePath } from "../../platform/index.ts";
import { systemClock } from "../../platform/machine/index.ts";
import type { ServedPlatform } from "../../serve/http/index.ts";
import {
  IN_MEMORY,
  openPlatform,
  platformCodes,
  type PlatformSettings,
  readPlatformSettings,
  summarize,
} from "../../serve/platform/index.ts";
import type { Diagnostic } from "../../skill/index.ts";
import type { Context } from "../context.ts";
import { homeOf } from "../library/settings.ts";
import { loadTokenCounter } from "../library/tokens.ts";

export async function openServedPlatform(context: Context): Promise<ServedPlatform> {
  const { version, environment, err } = context;
  const dataFolder = dataFolderOf(context);
  const settings = settingsOf(context);
  const platform = await openPlatform({
    settings,
    dataFolder,
    version,
    environment,
    clock: systemClock,
    countTokens: loadTokenCounter,
    onProblem: (problem, requestId) => {
      err(`${logLine(problem, requestId)}\n`);
    },
  });
  const { firstAccount } = platform;
  return {
    app: platform.app,
    greeting: (url) => [
      ...summarize(settings, dataFolder),
      `API: ${url}/api/v1, described at ${url}/openapi.json`,
      ...(firstAccount === undefined
        ? []
        : [
            "This is the first start, so an account was made. Its password is shown this once:",
            `  ${firstAccount.email}  ${firstAccount.password}`,
          ]),
    ],
    close: platform.close,
  };
}

function dataFolderOf(context: Context): string {
  const { options, environment, folder } = context;
  const given = options.text("data") ?? environment["SKILLWRIGHT_DATA"];
  if (given === IN_MEMORY) return given;
  return given === undefined || given === ""
    ? resolvePath(homeOf(context), ".skillwright")
    : resolvePath(folder, given);
}

function settingsOf({ options, environment, folder }: Context): PlatformSettings {
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

/** One line of JSON; the cause is for the one who looks after the server, and holds no secret by its making. */
function logLine({ code, severity, message, cause }: Diagnostic, requestId?: string): string {
  return JSON.stringify({
    time: new Date().toISOString(),
    level: severity,
    code,
    message,
    ...(requestId === undefined ? {} : { request_id: requestId }),
    ...(cause instanceof Error ? { cause: cause.message } : {}),
  });
}
