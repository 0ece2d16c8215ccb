import {
  chownSync,
  closeSync,
  constants,
  openSync,
  readlinkSync,
  realpathSync,
  type Stats,
  statSync,
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
export function personFor(mounts: readonly Mount[], random: () => number): Person {
  const owners = mounts
    .filter(({ access }) => access === "write")
    .map(({ path }) => statSync(path, { throwIfNoEntry: false }))
    .filter((stats) => stats !== undefined);
  const owner = owners.find(({ uid }) => uid !== 0);
  if (owner !== undefined) return { uid: owner.uid, gid: owner.gid };
  if (owners.length > 0) return { uid: NOBODY, gid: NOBODY };
  const number = NAMELESS + Math.floor(random() * NAMELESS_COUNT);
  return { uid: number, gid: number };
}

/** A mount that is held open, so that nobody can put something else in its place. */
export interface HeldMount extends Mount {
  readonly handle: number;
  readonly isFolder: boolean;
}

const O_PATH = 0o10000000;

/** Opens what is to be mounted; the caller closes the handles. */
export function holdMounts(
  mounts: readonly Mount[],
  person: Person | undefined,
): readonly HeldMount[] {
  const held: HeldMount[] = [];
  try {
    for (const mount of mounts) held.push(hold(mount, person));
    return held;
  } catch (error) {
    releaseMounts(held);
    throw error;
  }
}

export function releaseMounts(mounts: readonly HeldMount[]): void {
  for (const { handle } of mounts) closeSync(handle);
}

function hold(mount: Mount, person: Person | undefined): HeldMount {
  let real: string;
  let handle: number;
  try {
    real = realpathSync(mount.path);
    handle = openSync(real, O_PATH | constants.O_NOFOLLOW);
  } catch (error) {
    throw badMount(mount, `which cannot be opened: ${reasonOf(error)}`, "Check that it is there.");
  }
  // Between the two calls a link may have come into the way.
  if (process.platform === "linux" && readlinkSync(`/proc/self/fd/${handle}`) !== real) {
    closeSync(handle);
    throw badMount(mount, "which was moved just now", "Try again.");
  }
  const stats = statSync(real);
  const wanted = (stats.isDirectory() ? 5 : 4) | (mount.access === "write" ? 2 : 0);
  if (person !== undefined && (rightsOf(stats, person) & wanted) !== wanted) {
    closeSync(handle);
    throw withoutRights(mount, person);
  }
  return {
    ...mount,
    path: real,
    at: mount.at ?? mount.path,
    handle,
    isFolder: stats.isDirectory(),
  };
}

function rightsOf(stats: Stats, person: Person): number {
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
    `Unexpected path \`${mount.path}\` for the sandbox, ${why}.`,
    { hint, file: mount.path },
  );
}

/** Hands something over that was made for the process. */
export function handOver(path: string, { uid, gid }: Person): void {
  chownSync(path, uid, gid);
}
