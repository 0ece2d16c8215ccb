import type { User } from "../accounts/index.ts";
import { refusal, shelfCodes } from "./diagnostics.ts";
import { findSkill, type ShelfPorts } from "./shelf.ts";

export interface SkillFile {
  /** From the folder of the skill. */
  readonly path: string;
  readonly size: number;
  readonly version: string;
}

/** The files of a skill that the user may see. */
export async function listSkillFiles(
  ports: ShelfPorts,
  user: User,
  name: string,
): Promise<readonly SkillFile[]> {
  await findSkill(ports, user, name);
  const files: SkillFile[] = [];
  for await (const { key, size, version } of ports.store.list(`${name}/`))
    files.push({ path: key.slice(name.length + 1), size, version });
  return files;
}

/** A file of a skill, byte for byte. */
export async function readSkillFile(
  ports: ShelfPorts,
  user: User,
  name: string,
  path: string,
): Promise<{ readonly bytes: Uint8Array; readonly version: string }> {
  await findSkill(ports, user, name);
  const isInside =
    path !== "" &&
    path.length <= 1024 &&
    !/[\\\0]/u.test(path) &&
    path.split("/").every((part) => part !== "" && part !== "." && part !== "..");
  if (!isInside) throw refusal(shelfCodes.invalid, "path", "Path must lead to a file of the skill");
  const object = await ports.store.get(`${name}/${path}`);
  if (object === undefined)
    throw refusal(shelfCodes.notFound, "path", `File '${path}' not found in skill '${name}'`);
  return { bytes: object.bytes, version: object.version };
}
