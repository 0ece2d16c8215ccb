import {
  type ArchiveKind,
  createStage,
  setExecutable,
  unpack,
  type UnsafeArchiveError,
} from "../../platform/archive/index.ts";
import {
  type Environment,
  errorCode,
  joinPath,
  makeFolder,
  reasonOf,
} from "../../platform/index.ts";
import { download, sharedNameResolver } from "../../platform/network/index.ts";
import { type ProgramEnd, runProgram } from "../../platform/process/index.ts";
import { SkillError } from "../../skill/index.ts";
import type { DownloadAction, InstallAction, RunAction } from "./action.ts";
import { installCodes, installProblem } from "./diagnostics.ts";
import { isAllowedAddress } from "./plan-download.ts";

export interface PerformOptions {
  readonly environment: Environment;
  readonly timeoutMs: number;
  /** Hears what programs print. */
  readonly onOutput: (text: string) => void;
  /** Names and addresses beside the open network that a download may ask, for tests. */
  readonly allowPrivate?: readonly string[];
}

const MOST_BYTES = 256 * 1024 * 1024;
const LIMITS = { maxBytes: 1024 * 1024 * 1024, maxEntries: 50_000 };

/** Does what was planned; fails with a reason, and leaves nothing half done where it can help it. */
export async function perform(action: InstallAction, options: PerformOptions): Promise<void> {
  await (action.kind === "run" ? runIt(action, options) : downloadIt(action, options));
}

async function runIt(action: RunAction, options: PerformOptions): Promise<void> {
  if (action.folder !== undefined) makeFolder(action.folder);
  const end = await runProgram(action.path, action.parameters, {
    ...options,
    environment: { ...options.environment, ...action.environment },
  });
  if (end.kind === "ended" && end.code === 0) return;
  throw problem(
    installCodes.programFailed,
    `\`${action.program}\` failed: ${whyEnded(end, options)}.`,
    "See the output of the program above.",
  );
}

function whyEnded(end: ProgramEnd, { timeoutMs }: PerformOptions): string {
  if (end.kind === "ended") return `exit code ${end.code}`;
  if (end.kind === "timed-out") return `it took longer than ${timeoutMs / 1000} seconds`;
  return end.kind === "killed" ? `signal ${end.signal}` : reasonOf(end.cause);
}

async function downloadIt(action: DownloadAction, options: PerformOptions): Promise<void> {
  const stage = await createStage(action.root);
  try {
    const content = stage.path("content");
    makeFolder(content);
    if (action.archive === undefined) {
      const file = joinPath(content, action.fileName);
      await fetchInto(file, action, options);
      setExecutable(file, action.isExecutable);
    } else {
      const file = stage.path("download");
      await fetchInto(file, action, options);
      await unpackInto(content, file, action, action.archive);
    }
    await stage.moveInto(content, action.target);
  } finally {
    await stage.remove();
  }
}

async function fetchInto(
  path: string,
  action: DownloadAction,
  { timeoutMs, allowPrivate = [] }: PerformOptions,
): Promise<void> {
  const end = await download({
    url: action.url,
    path,
    timeoutMs,
    maxBytes: MOST_BYTES,
    isAllowed: (address) => isAllowedAddress(address, allowPrivate),
    // A skill has no business in sending us to our own machine, or to those around it.
    guard: { allowPrivate, resolve: sharedNameResolver().forOwner("installers") },
  });
  if (end.kind === "refused")
    throw problem(
      installCodes.refusedAddress,
      end.isPrivate
        ? `The address \`${end.address}\` is on a private network.`
        : `The download is redirected to \`${end.address}\`, which does not begin with https.`,
    );
  if (end.kind === "too-large")
    throw problem(installCodes.downloadFailed, `The download is larger than ${MOST_BYTES} bytes.`);
  if (end.kind === "failed")
    throw problem(installCodes.downloadFailed, `The download failed: ${end.why}.`);
  if (action.sha256 !== undefined && end.sha256 !== action.sha256)
    throw problem(
      installCodes.wrongDigest,
      `The download has the SHA-256 \`${end.sha256}\`, but the skill names \`${action.sha256}\`.`,
      "The file has changed since the skill was written. Nothing was installed.",
    );
}

async function unpackInto(
  folder: string,
  file: string,
  action: DownloadAction,
  kind: ArchiveKind,
): Promise<void> {
  try {
    const limits = { ...LIMITS, stripComponents: action.stripComponents };
    await unpack(file, kind, folder, limits, action.bzip2);
  } catch (error) {
    // A full disk is no fault of the archive.
    const isSystem = /^E[A-Z]+$/.test(errorCode(error));
    if (isSystem) throw error;
    const { message = String(error), entry } = error as Partial<UnsafeArchiveError>;
    const where = entry === undefined ? "" : ` (\`${entry}\`)`;
    throw problem(
      installCodes.unsafeArchive,
      `The archive cannot be unpacked: ${message}${where}.`,
      "Nothing was installed.",
    );
  }
}

function problem(
  code: (typeof installCodes)[keyof typeof installCodes],
  message: string,
  hint?: string,
): SkillError {
  return new SkillError(installProblem(code, message, hint === undefined ? {} : { hint }));
}
