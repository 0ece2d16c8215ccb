import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  realpathSync,
  type Stats,
} from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";

const OTHERS = 0o077;
const STICKY = 0o1000;

export interface PrivateFolderOptions {
  readonly path: string;
  /** Entries of the folder that are ours; nothing else in it is touched. */
  readonly names: readonly string[];
}

export interface PrivacyReport {
  /** How many files and folders others could read until now. */
  readonly corrected: number;
  /** What others can still read, since it is not ours to change. */
  readonly left: readonly string[];
}

/**
 * Makes a folder that only the user of this process can enter, and takes the rights of others away from what is in
 * it. A link is never followed, and nothing changes that belongs to another user or has a second name elsewhere.
 */
export function protectFolder({ path, names }: PrivateFolderOptions): PrivacyReport {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
  } catch {
    // Whoever needs the folder says so; a server whose data lies elsewhere does without one.
    return { corrected: 0, left: [] };
  }
  // Windows has no such rights: there the folder of a user is closed to others by itself.
  if (process.platform === "win32") return { corrected: 0, left: [] };
  // Whoever starts the program chose this path, a link in it too; everything below is looked at without links.
  const root = realpathSync(path);
  const entries = readdirSync(root);
  const status = lstatSync(root);
  if ((status.mode & OTHERS) === 0) return { corrected: 0, left: [] };
  const report = { corrected: 0, left: [] as string[] };
  if (isOurs(root, status, entries, names)) closeToOthers(root, report);
  else report.left.push(root);
  const before = report.corrected;
  for (const name of entries) if (names.includes(name)) closeAll(join(root, name), report);
  // An open folder in which nothing could be read, such as a new and empty one, is nothing to tell of.
  return report.corrected === before ? { ...report, corrected: 0 } : report;
}

type Report = { corrected: number; readonly left: string[] };

/** `--data /tmp` and the like name a folder that others need; one that holds our files, or nothing, is ours. */
function isOurs(
  root: string,
  { mode, uid }: Stats,
  entries: readonly string[],
  names: readonly string[],
): boolean {
  if ((mode & STICKY) !== 0 || uid !== process.geteuid?.()) return false;
  if (root === dirname(root) || root === homedir()) return false;
  return entries.length === 0 || entries.some((name) => names.includes(name));
}

function closeAll(path: string, report: Report): void {
  const status = lstatSync(path, { throwIfNoEntry: false });
  if (status === undefined || status.isSymbolicLink()) return;
  if (!status.isDirectory()) {
    if (status.isFile() && (status.mode & OTHERS) !== 0) closeToOthers(path, report);
    return;
  }
  if ((status.mode & OTHERS) !== 0) closeToOthers(path, report);
  for (const name of readdirSync(path)) closeAll(join(path, name), report);
}

/** Through a handle, so that what is changed is what was looked at. */
function closeToOthers(path: string, report: Report): void {
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  let handle: number;
  try {
    handle = openSync(path, flags);
  } catch {
    report.left.push(path);
    return;
  }
  try {
    const status = fstatSync(handle);
    const isShared = status.isFile() && status.nlink > 1;
    if (status.uid !== process.geteuid?.() || isShared) report.left.push(path);
    else {
      fchmodSync(handle, status.mode & 0o700);
      report.corrected += 1;
    }
  } finally {
    closeSync(handle);
  }
}
