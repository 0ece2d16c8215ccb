/** Which folder and files a binary takes for its own, since it runs what lies there. */
import { lstatSync, realpathSync } from "node:fs";
import { basename, dirname, isAbsolute } from "node:path";

/** Throws where somebody else can write into the folder of the program, or put another in its place. */
export function requireOwn(folder: string): void {
  for (const place of [dirname(folder), folder]) {
    const { uid, mode, isFolder } = stateOf(place);
    const user = process.getuid?.();
    // On systems without users of this kind, folders of a user are closed to others by themselves.
    if (isFolder && (user === undefined || (uid === user && (mode & 0o022) === 0))) continue;
    throw new Error(
      `${place} holds the program of this binary, but somebody else can write there. Remove it, or make it your own: chmod go-w ${place}`,
    );
  }
}

function stateOf(place: string): { uid: number; mode: number; isFolder: boolean } {
  // A link would lead to what others have chosen.
  const stats = lstatSync(place);
  return { uid: stats.uid, mode: stats.mode, isFolder: stats.isDirectory() };
}

/** Whether a word is a file of the program that was unpacked for this digest, and of no other folder of that name. */
export function isOwnFile(word: string, digest: string): boolean {
  if (!isAbsolute(word) || !/^\w+\.js$/u.test(basename(word))) return false;
  const folder = dirname(dirname(dirname(word)));
  const home = dirname(folder);
  if (basename(home) !== "skillwright" || basename(folder) !== `program-${digest}`) return false;
  try {
    if (realpathSync(word) !== `${realpathSync(folder)}${word.slice(folder.length)}`) return false;
    requireOwn(folder);
    return /^[\\/]dist[\\/]cli[\\/]\w+\.js$/u.test(word.slice(folder.length));
  } catch {
    return false;
  }
}
