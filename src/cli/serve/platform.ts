/** The platform that `serve` brings up, by the options of its command and the environment. */
import { fileURLToPath } from "node:url";
import { fileExists, resolvePath } from "../../platform/index.ts";
import { systemClock } from "../../platform/machine/index.ts";
import type { ServedPlatform } from "../../serve/http/index.ts";
import {
  createLog,
  IN_MEMORY,
  openPlatform,
  type Platform,
  secretsOf,
  summarize,
} from "../../serve/platform/index.ts";
import { loadWebFiles } from "../../serve/web/index.ts";
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
  const web = loadWebFiles(webFolder());
  return {
    app: platform.app,
    ...(web === undefined ? {} : { web }),
    greeting: (url) => [
      ...summarize(settings, dataFolder),
      workbenchLine(url, web !== undefined),
      `API: ${url}/api/v1, described at ${url}/openapi.json`,
      ...accountLines(firstAccount),
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

function workbenchLine(url: string, isBuilt: boolean): string {
  return isBuilt
    ? `workbench: open ${url} in a browser`
    : "workbench: not built, so the server has the API alone";
}

function accountLines(account: Platform["firstAccount"]): readonly string[] {
  if (account === undefined) return [];
  const { email, password } = account;
  if (password === undefined)
    return [
      `This is the first start, so the account ${email} was made with the password of the environment.`,
    ];
  return [
    "This is the first start, so an account was made. Its password is shown this once:",
    `  ${email}  ${password}`,
  ];
}

/** Beside the built program, or where the build puts it when the program runs from its sources. */
function webFolder(): string {
  const beside = fileURLToPath(new URL("../web/", import.meta.url));
  return fileExists(beside)
    ? beside
    : fileURLToPath(new URL("../../../dist/web/", import.meta.url));
}

function dataFolderOf(context: Context): string {
  const { options, environment, folder } = context;
  const given = options.text("data") ?? environment["SKILLWRIGHT_DATA"];
  if (given === IN_MEMORY) return given;
  return given === undefined || given === ""
    ? resolvePath(homeOf(context), ".skillwright")
    : resolvePath(folder, given);
}
