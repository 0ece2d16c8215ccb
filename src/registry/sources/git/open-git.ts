import { createStage } from "../../../platform/archive/index.ts";
import { type Environment, errorCode, makeFolder, reasonOf } from "../../../platform/index.ts";
import type { GuardOptions } from "../../../platform/network/index.ts";
import { runGit, systemTemporaryFolder } from "../../../platform/process/index.ts";
import { registryCodes, registryError } from "../../errors.ts";
import { tooLarge } from "../budget.ts";
import type { FetchedSkill } from "../fetched.ts";
import { indexFolders } from "../folder/index.ts";
import type { SkillPlace } from "../place.ts";
import { createSkillIndex } from "../skill-index.ts";
import { findRedirect } from "./find-redirect.ts";

export interface GitAddress {
  readonly url: string;
  /** A branch, a tag or a commit; the usual one of the repository where absent. */
  readonly ref?: string;
}

/** Forms that git itself fetches, without its helpers that run programs. */
const URL_FORM =
  /^(?:https?|ssh|git|file):\/\/(?!(?:[^/]*@)?-)|^\w[\w.-]*@\w[\w.-]*:(?!\/\/)|^\.{0,2}\//u;
const REF_FORM = /^[A-Za-z0-9][A-Za-z0-9._/-]{0,200}$/u;
const TIMEOUT_MS = 300_000;

/** `URL` or `URL@REF`. */
export function readGitAddress(text: string): GitAddress {
  const slash = Math.max(text.lastIndexOf("/"), text.indexOf(":"));
  const at = text.indexOf("@", slash + 1);
  const url = at === -1 ? text : text.slice(0, at);
  const ref = at === -1 ? undefined : text.slice(at + 1);
  requireAddress(url);
  if (/^https?:/u.test(url) && URL.canParse(url) && new URL(url).password !== "")
    throw registryError(registryCodes.invalidAddress, "The address contains a password.", {
      hint: "It would stand in the lock. Keep it where git keeps such things.",
    });
  if (ref !== undefined && (!REF_FORM.test(ref) || ref.includes("..")))
    throw registryError(
      registryCodes.invalidAddress,
      `\`${ref}\` is not a branch, a tag or a commit.`,
    );
  return ref === undefined ? { url } : { url, ref };
}

function requireAddress(url: string): void {
  if (URL_FORM.test(url) && !/[\0-\x1f\x7f]/u.test(url)) return;
  throw registryError(
    registryCodes.invalidAddress,
    `The address \`${url}\` is not a git repository.`,
    { hint: "Such as `git:https://example.com/skills.git@v1.0.0#NAME`." },
  );
}

export interface GitOptions {
  /** All addresses of a name, where a server sends on. Default: those of the system. */
  readonly resolve?: GuardOptions["resolve"];
}

/** All skills of one commit, fetched without its history, and read before the copy goes. */
export async function openGit(
  { url, ref }: GitAddress,
  environment: Environment,
  options: GitOptions = {},
): Promise<SkillPlace> {
  requireAddress(url);
  const stage = await createStage(systemTemporaryFolder());
  try {
    const folder = stage.path("repository");
    makeFolder(folder);
    const git = (...words: readonly string[]): Promise<string> =>
      run(words, { folder, environment, url });
    const fetchFrom = (from: string, ...words: readonly string[]): Promise<string> =>
      git(...words, "fetch", "--quiet", "--depth=1", "--no-tags", "--", from, ref ?? "HEAD");
    await git("init", "--quiet");
    try {
      await fetchFrom(url);
    } catch (error) {
      const moved = await findRedirect(url, error, options);
      if (moved === undefined) throw error;
      // Nobody named that server, so what the user has for it is not asked for.
      await fetchFrom(moved, "-c", "credential.helper=");
    }
    await requireSize({ folder, environment, url });
    await git("checkout", "--quiet", "--detach", "FETCH_HEAD");
    const commit = (await git("rev-parse", "HEAD")).trim();
    const shelf = indexFolders(folder, url, (_folder, name) => ({
      kind: "git",
      server: url,
      uri: name,
      reference: `git:${url}@${commit}#${name}`,
    }));
    const skills = new Map<string, () => Promise<FetchedSkill>>();
    for (const name of (await shelf.names()) ?? []) {
      // What is wrong with one skill is told to who asks for it.
      const taken = shelf.fetch(name, "");
      await taken.catch(() => {});
      skills.set(name, () => taken);
    }
    return createSkillIndex("git", url, skills);
  } finally {
    await stage.remove();
  }
}

/** Only what was asked for is fetched, and lines stay as they are. */
const SETTINGS: readonly string[] = [
  "core.autocrlf=false",
  "core.protectHFS=true",
  "core.protectNTFS=true",
  // Git checks no address that a server sends on to, nor where the objects are that it borrows; `findRedirect` does.
  "http.followRedirects=false",
  "transfer.bundleURI=false",
  "fetch.uriProtocols=",
  "protocol.ext.allow=never",
  "protocol.fd.allow=never",
  "fetch.recurseSubmodules=false",
  "init.defaultBranch=main",
  "advice.detachedHead=false",
];

interface FetchOptions {
  readonly folder: string;
  readonly environment: Environment;
  readonly url: string;
}

/** Of all files of a commit, as they come to lie in a temporary folder. */
const MOST_FILES = 200_000;
const MOST_BYTES = 4 * 1024 ** 3;
/** Of what git prints: an address of a commit, or why it failed. */
const MOST_PRINTED = 1024 * 1024;

/** A few trees that name each other many times over are a small repository, and more files than any disk has room for. */
async function requireSize(fetching: FetchOptions): Promise<void> {
  let [files, bytes] = [0, 0];
  let begun = "";
  const count = (text: string): void => {
    const entries = (begun + text).split("\0");
    begun = entries.pop() ?? "";
    for (const entry of entries) {
      files += 1;
      bytes += Number(/^\d+ blob \w+ +(\d+)\t/u.exec(entry)?.[1] ?? 0);
    }
    if (files > MOST_FILES || bytes > MOST_BYTES)
      throw tooLarge(
        `${fetching.url} has more than ${MOST_FILES} files, or more than ${MOST_BYTES} bytes in them.`,
      );
  };
  await run(["ls-tree", "-r", "-l", "-z", "FETCH_HEAD"], fetching, count);
}

/** What git prints, unless `take` hears it; git ends where that throws. */
async function run(
  words: readonly string[],
  { folder, environment, url }: FetchOptions,
  take?: (text: string) => void,
): Promise<string> {
  let output = "";
  let refusal: unknown;
  const end = await runGit(words, {
    folder,
    settings: SETTINGS,
    protocols: "https:http:ssh:git:file",
    environment: {
      ...environment,
      GIT_LFS_SKIP_SMUDGE: "1",
      GIT_SSH_COMMAND: environment["GIT_SSH_COMMAND"] ?? "ssh -o BatchMode=yes",
    },
    timeoutMs: TIMEOUT_MS,
    onOutput: (text) => {
      if (take === undefined) {
        output = (output + text).slice(0, MOST_PRINTED);
        return;
      }
      try {
        if (refusal === undefined) take(text);
      } catch (error) {
        refusal = error;
        throw error;
      }
    },
  });
  if (refusal !== undefined) throw refusal;
  if (end.kind === "ended" && end.code === 0) return output;
  const why =
    end.kind === "not-started"
      ? errorCode(end.cause) === "ENOENT"
        ? "the program `git` is not there"
        : reasonOf(end.cause)
      : end.kind === "timed-out"
        ? "it took too long"
        : whyFailed(output);
  throw registryError(
    registryCodes.connectionFailed,
    `Fetching ${url} failed: ${why.replace(/\.$/u, "")}.`,
  );
}

/** The first complaint of git is the cause; what follows are guesses, and a sentence in several lines. */
function whyFailed(output: string): string {
  const lines = output.split("\n").map((line) => line.trim());
  const first = lines.find((line) => /^(?:fatal|error): /u.test(line)) ?? lines.find(Boolean);
  return first?.replace(/^(?:fatal|error): /u, "") ?? "git failed without a message";
}
