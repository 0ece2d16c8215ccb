/** The log of `serve`: requests and problems in a file, problems on standard error as well. */
import { IN_MEMORY, joinPath, openLogFile, reasonOf, resolvePath } from "../../platform/index.ts";
import type { LogFile } from "../../platform/index.ts";
import { systemClock } from "../../platform/machine/index.ts";
import {
  createLog,
  type Log,
  type PlatformSettings,
  readSecrets,
  serveError,
} from "../../serve/platform/index.ts";
import type { Context } from "../context.ts";

export interface ServerLog extends Log {
  /** For the person who starts the server; empty where the log is at its usual place. */
  readonly summary: readonly string[];
  /** What it writes, which code of users must not get at. */
  readonly files: readonly string[];
  readonly close: () => void;
}

const STANDARD_ERROR = "-";
const MAX_BYTES = 20_000_000;

export function openServerLog(
  context: Context,
  settings: PlatformSettings,
  dataFolder: string,
): ServerLog {
  const print = (line: string): void => {
    context.err(`${line}\n`);
  };
  const shared = {
    clock: systemClock,
    secrets: readSecrets(settings, context.environment),
    tellsRequests: settings.log === "requests",
  };
  const target = findTarget(context, settings, dataFolder);
  if (target.path === STANDARD_ERROR) {
    const log = createLog({ ...shared, write: print });
    return { ...log, summary: ["Log: standard error"], files: [], close: () => undefined };
  }
  // A problem is worth a line in the terminal, whether or not there is a file.
  const problems = createLog({ ...shared, write: print });
  const file = target.path === undefined ? undefined : open(target, target.path);
  if (file === undefined || file instanceof Error) {
    const why = file === undefined ? "nothing is stored" : `${target.path}: ${reasonOf(file)}`;
    return {
      problem: problems.problem,
      request: () => undefined,
      summary: [`Log: problems only, on standard error (${why})`],
      files: [],
      close: () => undefined,
    };
  }
  const write = createWriter(file, print);
  const all = createLog({ ...shared, write });
  return {
    problem: (problem, requestId) => {
      problems.problem(problem, requestId);
      all.problem(problem, requestId);
    },
    request: all.request,
    summary: target.isChosen ? [`Log: ${target.path}`] : [],
    files: [target.path ?? "", `${target.path}.1`],
    close: file.close,
  };
}

interface Target {
  /** Undefined where there is no folder to put the log into. */
  readonly path: string | undefined;
  readonly isChosen: boolean;
}

function findTarget(
  { options, environment, folder }: Context,
  { logFile }: PlatformSettings,
  dataFolder: string,
): Target {
  const fromEnvironment = environment["SKILLWRIGHT_LOG"];
  const chosen =
    options.text("log") ?? (fromEnvironment === "" ? undefined : fromEnvironment) ?? logFile;
  if (chosen === STANDARD_ERROR) return { path: STANDARD_ERROR, isChosen: true };
  if (chosen !== undefined) return { path: resolvePath(folder, chosen), isChosen: true };
  const path = dataFolder === IN_MEMORY ? undefined : joinPath(dataFolder, "logs", "server.log");
  return { path, isChosen: false };
}

/** A server whose data lies in a database and a bucket runs without a folder to write to, so only a chosen file is required. */
function open({ isChosen }: Target, path: string): LogFile | Error {
  try {
    return openLogFile({ path, maxBytes: MAX_BYTES });
  } catch (error) {
    if (!isChosen && error instanceof Error) return error;
    const reason = reasonOf(error);
    throw serveError(
      "platform/bad-settings",
      { problem: "no-log", reason },
      { file: path, cause: error },
    );
  }
}

/** A full disk must not fail the requests that are logged; it is reported once. */
function createWriter(file: LogFile, print: (line: string) => void): (line: string) => void {
  let hasFailed = false;
  return (line) => {
    try {
      file.write(line);
      hasFailed = false;
    } catch (error) {
      if (!hasFailed) print(`skillwright: Cannot write the log: ${reasonOf(error)}.`);
      hasFailed = true;
    }
  };
}
