import { existsSync, realpathSync, type Stats, statSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";
import type { Environment } from "./terminal.ts";

/** What version controls keep at the top of a repository. */
const REPOSITORY = [".git", ".hg", ".jj", ".svn"];

/**
 * Where caches lie: `SKILLWRIGHT_CACHE_DIR`, or what the system has for such files. A folder that the environment names
 * is passed over where another user may write it, or where it lies in a repository, which brings what its author has
 * put there: it would be taken for our own answers and verdicts.
 */
export function cacheFolder(
  environment: Environment,
  platform: NodeJS.Platform = process.platform,
): string {
  const own = environment["SKILLWRIGHT_CACHE_DIR"];
  if (own !== undefined && own !== "" && isTrusted(own)) return own;
  const shared = environment["XDG_CACHE_HOME"];
  // The specification of these folders has relative paths ignored.
  const inShared = shared?.startsWith("/") === true ? join(shared, "skillwright") : undefined;
  if (inShared !== undefined && isTrusted(inShared)) return inShared;
  return accountFolder(environment, platform);
}

/**
 * Where compiled code of this program lies. Never in a folder that the environment names, however it looks: one that is
 * carried between jobs of a pipeline would have each of them run what another has put there.
 */
export function codeFolder(
  environment: Environment,
  platform: NodeJS.Platform = process.platform,
): string | undefined {
  const folder = accountFolder(environment, platform);
  const code = join(folder, "code");
  return isOwnOrNew(folder) && isOwnOrNew(code) ? code : undefined;
}

function accountFolder(environment: Environment, platform: NodeJS.Platform): string {
  if (platform === "win32") {
    const local = environment["LOCALAPPDATA"] ?? join(homedir(), "AppData", "Local");
    return join(local, "skillwright", "cache");
  }
  if (platform === "darwin") return join(homedir(), "Library", "Caches", "skillwright");
  return join(homedir(), ".cache", "skillwright");
}

/** The user's own or not there yet, and in no repository. */
function isTrusted(folder: string): boolean {
  // A repository can hold a link as well as what a link leads to.
  const places = [resolve(folder), existsSync(folder) ? realpathSync(folder) : resolve(folder)];
  return isOwnOrNew(folder) && !places.some(isInRepository);
}

function isOwnOrNew(folder: string): boolean {
  try {
    const stats = statSync(folder, { throwIfNoEntry: false });
    return stats === undefined || isOwn(stats);
  } catch {
    // What cannot be looked at cannot be used either.
    return false;
  }
}

function isInRepository(folder: string): boolean {
  const above = dirname(folder);
  const isHere = REPOSITORY.some((name) => existsSync(join(folder, name)));
  return isHere || (above !== folder && isInRepository(above));
}

/** Owned by this user, and writable by no other. */
export function isOwn({ uid, mode }: Stats): boolean {
  const user = process.getuid?.();
  // On systems without users of this kind, folders of a user are closed to others by themselves.
  return user === undefined || (uid === user && (mode & 0o022) === 0);
}
