import { readConflict } from "../../library/store/index.ts";
import { isOwnName } from "../../skill/model/index.ts";
import type { User } from "../accounts/index.ts";
import { listExecutables, setExecutable } from "./executables.ts";
import { deleteIfSame, lockRecord, isCurrent } from "./incarnation.ts";
import { notFound, refusal, storedSkillCodes } from "./reading/diagnostics.ts";
import { byteSize } from "./reading/owner.ts";
import { isInTheWay, readFile, SKILL_FILE, type StoredSkillPorts } from "./ports.ts";
import { changeRecorded, findSkill } from "./stored-skills.ts";
import { resizeSkill } from "./sizes.ts";

export interface SkillFile {
  /** From the folder of the skill. */
  readonly path: string;
  readonly size: number;
  readonly version: string;
  readonly isExecutable: boolean;
}

/** The files of a skill that the user may see. */
export async function listSkillFiles(
  ports: StoredSkillPorts,
  user: User,
  name: string,
): Promise<readonly SkillFile[]> {
  const { source } = await findSkill(ports, user, name);
  const executables = await listExecutables(ports, name);
  const files: SkillFile[] = [];
  for await (const { key, size: kept, version } of ports.store.list(`${name}/`)) {
    const path = key.slice(name.length + 1);
    const size = path === SKILL_FILE ? byteSize(source) : kept;
    files.push({ path, size, version, isExecutable: executables.has(path) });
  }
  return files;
}

/** A file of a skill, byte for byte; of the SKILL.md what its author wrote, without the line of the owner. */
export async function readSkillFile(
  ports: StoredSkillPorts,
  user: User,
  name: string,
  path: string,
): Promise<{ readonly bytes: Uint8Array; readonly version: string }> {
  const { source, version: own } = await findSkill(ports, user, name);
  checkPath(path);
  if (path === SKILL_FILE) return { bytes: new TextEncoder().encode(source), version: own };
  const object = await readFile(ports, `${name}/${path}`);
  if (object === undefined)
    throw refusal(storedSkillCodes.notFound, "path", `File '${path}' not found in skill '${name}'`);
  const { bytes, version } = object;
  return { bytes, version };
}

/** What a skill may have in all, so that one user cannot fill the store. */
const MOST_FILES = 512;
export const MOST_FILE_BYTES: number = 5 * 1024 * 1024;
const MOST_BYTES = 16 * 1024 * 1024;

/** Keeps a file beside the SKILL.md, which has a way of its own. */
export async function writeSkillFile(
  ports: StoredSkillPorts,
  user: User,
  { name, path, bytes: given, expect, isExecutable }: FileWrite,
): Promise<SkillFile> {
  return await changeRecorded(ports, user, name, async ({ ownerId, incarnation }) => {
    checkOwnPath(path);
    if (path.split("/").some(isOwnName))
      throw refusal(
        storedSkillCodes.invalid,
        "path",
        "Skillwright keeps `.skillwright` for itself",
      );
    const bytes = typeof given === "function" ? given() : given;
    const added = await checkRoom(ports, { name, path, size: bytes.byteLength });
    const key = `${name}/${path}`;
    const version = await resizeSkill(ports, ownerId, { name, added }, () =>
      changingFile(path, expect, () =>
        ports.store.put(key, bytes, expect === undefined ? {} : { expect }),
      ),
    );
    try {
      await ports.database.query.transaction().execute(async (transaction) => {
        await lockRecord(transaction, incarnation);
        if (isExecutable !== undefined) await setExecutable(transaction, name, path, isExecutable);
      });
    } catch (error) {
      // The skill was deleted by another process, and its name may have a new owner.
      await deleteIfSame(ports.store, key, version);
      throw error;
    }
    const isProgram = isExecutable ?? (await listExecutables(ports, name)).has(path);
    return { path, size: bytes.byteLength, version, isExecutable: isProgram };
  });
}

/** How many bytes a file adds to its skill; refuses one that the skill has no room for. */
async function checkRoom(
  { store }: StoredSkillPorts,
  {
    name,
    path,
    size: own,
  }: { readonly name: string; readonly path: string; readonly size: number },
): Promise<number> {
  if (own > MOST_FILE_BYTES)
    throw refusal(
      storedSkillCodes.invalid,
      "content",
      `The file has ${own} bytes; at most ${MOST_FILE_BYTES} are allowed`,
    );
  const key = `${name}/${path}`;
  let size = own;
  let count = 1;
  let added = own;
  for await (const found of store.list(`${name}/`)) {
    if (found.key === key) {
      added -= found.size;
      continue;
    }
    size += found.size;
    count += 1;
    if (found.key.startsWith(`${key}/`) || key.startsWith(`${found.key}/`))
      throw refusal(
        storedSkillCodes.conflict,
        "path",
        `A folder and a file cannot both be named '${path}'`,
      );
  }
  if (size > MOST_BYTES || count > MOST_FILES)
    throw refusal(
      storedSkillCodes.invalid,
      "content",
      `The skill is too large; at most ${MOST_FILES} files and ${MOST_BYTES} bytes in all are allowed`,
    );
  return added;
}

export interface FileWrite {
  readonly name: string;
  readonly path: string;
  /** A function is called once it is known that the user may write. */
  readonly bytes: Uint8Array | (() => Uint8Array);
  /** Whether it is a program; absent: as it was before. */
  readonly isExecutable?: boolean;
  /** The version that must be there; without it the last one to write wins. */
  readonly expect?: string;
}

export async function deleteSkillFile(
  ports: StoredSkillPorts,
  user: User,
  { name, path, expect }: Omit<FileWrite, "bytes" | "isExecutable">,
): Promise<void> {
  await changeRecorded(ports, user, name, async ({ ownerId, incarnation }) => {
    checkOwnPath(path);
    const key = `${name}/${path}`;
    const object = await readFile(ports, key);
    if (object === undefined)
      throw refusal(
        storedSkillCodes.notFound,
        "path",
        `File '${path}' not found in skill '${name}'`,
      );
    // The file belongs to this skill only where its name has had no other owner since.
    if (!(await isCurrent(ports, incarnation))) throw notFound(name);
    await resizeSkill(ports, ownerId, { name, added: 0 }, () =>
      changingFile(path, expect ?? object.version, () =>
        ports.store.delete(key, { expect: expect ?? object.version }),
      ),
    );
    await ports.database.query.transaction().execute(async (transaction) => {
      await lockRecord(transaction, incarnation);
      await setExecutable(transaction, name, path, false);
    });
  });
}

function checkOwnPath(path: string): void {
  checkPath(path);
  if (path.toLowerCase() === "skill.md")
    throw refusal(
      storedSkillCodes.invalid,
      "path",
      "SKILL.md is changed as the content of the skill",
    );
}

async function changingFile<T>(
  path: string,
  expect: string | undefined,
  change: () => Promise<T>,
): Promise<T> {
  try {
    return await change();
  } catch (error) {
    if (isInTheWay(error))
      throw refusal(
        storedSkillCodes.conflict,
        "path",
        `A link or a folder is in the way of '${path}'`,
      );
    if (readConflict(error) === undefined || expect === undefined) throw error;
    throw refusal(
      storedSkillCodes.changed,
      "content",
      `File '${path}' was changed by another user in the meantime`,
    );
  }
}

function checkPath(path: string): void {
  const isInside =
    path !== "" &&
    path.length <= 1024 &&
    !/[\\\0]/u.test(path) &&
    path.split("/").every((part) => part !== "" && part !== "." && part !== "..");
  if (!isInside)
    throw refusal(storedSkillCodes.invalid, "path", "Path must lead to a file of the skill");
}
