/** The platform that `serve` brings up, by the options of its command and the environment. */
import { resolvePath } from "../../platform/index.ts";
import { systemClock } from "../../platform/machine/index.ts";
import type { ServedPlatform } from "../../serve/http/index.ts";
import {
  createLog,
  IN_MEMORY,
  openPlatform,
  secretsOf,
  summarize,
} from "../../serve/platform/index.ts";
import type { Context } from "../context.ts";
import { homeOf } from "../library/settings.ts";
import { loadTokenCounter } from "../library/tokens.ts";
import { settingsOf } from "./settings-file.ts";

export async function openServedPlatform(context: Context): Promise<ServedPlatform> {
  const { version, environment, err } = context;
  const dataFolder = dataFolderOf(context);
  const settings = settingsOf(context);
  const log = createLog({
    clock: systemClock,
    write: (line) => {
      err(`${line}\n`);
    },
    secrets: secretsOf(settings, environment),
    tellsRequests: settings.log === "requests",
  });
  const platform = await openPlatform({
    settings,
    dataFolder,
    version,
    environment,
    clock: systemClock,
    countTokens: loadTokenCounter,
    onProblem: log.problem,
    onRequest: log.request,
  });
  const { firstAccount } = platform;
  return {
    app: platform.app,
    greeting: (url) => [
      ...summarize(settings, dataFolder),
      `API: ${url}/api/v1, described at ${url}/openapi.json`,
      ...(firstAccount === undefined
        ? []
        : firstAccount.password === undefined
          ? [
              `This is the first start, so the account ${firstAccount.email} was made with the password of the environment.`,
            ]
          : [
              "This is the first start, so an account was made. Its password is shown this once:",
              `  ${firstAccount.email}  ${firstAccount.password}`,
            ]),
      ...(Object.keys(settings.models.providers).length > 0
        ? []
        : [
            "No language model is configured: set OPENAI_API_KEY, ANTHROPIC_API_KEY or OLLAMA_HOST, and SKILLWRIGHT_MODEL.",
          ]),
    ],
    drain: platform.drain,
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
