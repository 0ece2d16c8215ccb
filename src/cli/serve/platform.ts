/** The platform that `serve` brings up, by the options of its command and the environment. */
import { fileURLToPath } from "node:url";
import { findDataFolder, fileExists } from "../../platform/index.ts";
import { systemClock } from "../../platform/machine/index.ts";
import type { ServedPlatform } from "../../serve/http/index.ts";
import {
  accountLines,
  type LibraryView,
  openPlatform,
  findSettingsFile,
  loadSettings,
  summarize,
} from "../../serve/platform/index.ts";
import { loadWebFiles } from "../../serve/web/index.ts";
import type { Context } from "../context.ts";
import { openServerLog } from "./log.ts";

export async function openServedPlatform(
  context: Context,
  library: LibraryView,
): Promise<ServedPlatform> {
  const { version, environment, err } = context;
  const dataFolder = findDataFolder(context, context.options.text("data"));
  const file = context.options.text("settings");
  const settings = loadSettings(context, file);
  const log = openServerLog(context, settings, dataFolder);
  const platform = await openPlatform({
    settings,
    dataFolder,
    closedFiles: [findSettingsFile(context, file) ?? [], log.files].flat(),
    version,
    environment,
    clock: systemClock,
    library,
    isLocal: library.isLocal,
    ownsData: true,
    resetsAdmin: context.options.flag("reset-admin"),
    onProblem: log.problem,
    onRequest: log.request,
  });
  // At once: were the port taken, the password would never be shown.
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

const WORDS_ONLY = "Search in documents: by words; `skillwright models add local` adds meaning";

/** Beside the built program, or where the build puts it when the program runs from its sources. */
function webFolder(): string {
  const beside = fileURLToPath(new URL("../web/", import.meta.url));
  return fileExists(beside)
    ? beside
    : fileURLToPath(new URL("../../../dist/web/", import.meta.url));
}
