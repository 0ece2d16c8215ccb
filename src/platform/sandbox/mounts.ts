import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readlinkSync,
  realpathSync,
  type Stats,
} from "node:fs";
import type { SkillError } from "../../skill/model/index.ts";
import { failure, reasonOf } from "../failure.ts";
import type { Mount } from "./contract.ts";
import { sandboxCodes } from "./diagnostics.ts";

/** Who a confined process is to the file system; undefined: the user who runs this program. */
export interface Person {
  readonly uid: number;
  readonly gid: number;
}

export const NOBODY = 65534;
/** Numbers that belong to no user and no container of usual systems. */
const NAMELESS = 1_900_000_000;
const NAMELESS_COUNT = 100_000_000;

/**
 * Root is never let in. Where something may be written its owner does so; else it is a number of its own for every
 * run, so that runs neither share the limit of processes nor can signal each other.
 */
export function personFor(mounts: readonly OpenMount[], random: () => number): Person {
  const owners = mounts
    .filter(({ access, isPin }) => access === "write" && isPin !== true)
    .map(({ stats }) => stats);
  const owner = owners.find(({ uid }) => uid !== 0);
  if (owner !== undefined) return { uid: owner.uid, gid: owner.gid };
  if (owners.length > 0) return { uid: NOBODY, gid: NOBODY };
  const number = NAMELESS + Math.floor(random() * NAMELESS_COUNT);
  return { uid: number, gid: number };
}

/** A mount that is held open, so that nothing else can be put in its place. */
export interface OpenMount extends Mount {
  readonly at: string;
  readonly handle: number;
  /** Of what is held, whatever has the path by now. */
  readonly stats: Stats;
}

const O_PATH = 0o10000000;

/** Opens what is to be mounted; the caller closes the handles. */
export function openMounts(mounts: readonly Mount[]): readonly OpenMount[] {
  const held: OpenMount[] = [];
  try {
    for (const mount of mounts) held.push(openMount(mount));
    return held;
  } catch (error) {
    releaseMounts(held);
    throw error;
  }
}

export function releaseMounts(mounts: readonly OpenMount[]): void {
  for (const { handle } of mounts) closeSync(handle);
}

function openMount(mount: Mount): OpenMount {
  let path: string;
  let handle: number;
  try {
    path = mount.isExact === true ? mount.path : realpathSync.native(mount.path);
    handle = openSync(path, O_PATH | constants.O_NOFOLLOW);
  } catch (error) {
    throw badMount(mount, `which cannot be opened: ${reasonOf(error)}`, "Check that it is there.");
  }
  // A link may have come into the way since the path was looked at; where the handle leads cannot change any more.
  if (process.platform === "linux" && readlinkSync(`/proc/self/fd/${handle}`) !== path) {
    closeSync(handle);
    throw badMount(mount, "which was moved just now", "Try again.");
  }
  return { ...mount, path, at: mount.at ?? mount.path, handle, stats: fstatSync(handle) };
}

/** Throws where the file system would not let the person at something. */
export function requireRights(mounts: readonly OpenMount[], person: Person): void {
  for (const mount of mounts.filter(({ isPin }) => isPin !== true)) {
    const wanted = (mount.stats.isDirectory() ? 5 : 4) | (mount.access === "write" ? 2 : 0);
    if ((readRights(mount.stats, person) & wanted) !== wanted) throw withoutRights(mount, person);
  }
}

/** What the file system lets a person do with something: 4 to read, 2 to write, 1 to run or enter. */
export function readRights(stats: Stats, person: Person): number {
  if (stats.uid === person.uid) return (stats.mode >> 6) & 7;
  return stats.gid === person.gid ? (stats.mode >> 3) & 7 : stats.mode & 7;
}

function withoutRights(mount: Mount, { uid }: Person): SkillError {
  const verb = mount.access === "write" ? "write" : "read";
  const remedy =
    mount.access === "write"
      ? `Give it to another owner (\`chown -R ${NOBODY} ${mount.path}\`), or run the program as a user that is not root.`
      : `Let others read it (\`chmod -R o+rX ${mount.path}\`), or run the program as a user that is not root.`;
  return badMount(
    mount,
    `which the user ${uid} may not ${verb}: tools of skills never run as root`,
    remedy,
  );
}

function badMount(mount: Mount, why: string, hint: string): SkillError {
  return failure(
    sandboxCodes.badMount,
    `The sandbox cannot use the path \`${mount.path}\`, ${why}.`,
    { hint, file: mount.path },
  );
}
