import {
  findSkills,
  isInside,
  joinPath,
  kindOf,
  lastPart,
  parentOf,
  readBytes,
  realPath,
  resolvePath,
} from "../../../platform/index.ts";
import { readSkill } from "../../../skill/index.ts";
import { registryCodes, registryError } from "../../errors.ts";
import { readForPackage } from "../../package/read-files.ts";
import { toFetched } from "../fetched-files.ts";
import type { FetchedSkill, Origin } from "../fetched.ts";
import type { SkillPlace } from "../place.ts";
import { createSkillIndex } from "../skill-index.ts";

/** The skills of a folder, each with the files that `pack` takes. */
export function openFolder(given: string): SkillPlace {
  const path = resolvePath(given);
  if (kindOf(path) !== "folder")
    throw registryError(registryCodes.readFailed, `\`${given}\` is not a folder of skills.`);
  return indexFolders(path, path, (folder, name) => ({
    kind: "folder",
    server: folder,
    uri: name,
    // With the others of its folder, which may be what it needs.
    reference: folder === path ? `file:${path}` : `file:${path}#${encodeURIComponent(name)}`,
  }));
}

/** All skills at a path or below it, by their names. */
export function indexFolders(
  path: string,
  address: string,
  originOf: (folder: string, name: string) => Origin,
): SkillPlace {
  const skills = new Map<string, () => Promise<FetchedSkill>>();
  for (const folder of skillFoldersIn(path)) {
    const name = nameOf(folder);
    // Two of one name cannot be told apart; the first in the order of paths counts.
    if (!skills.has(name)) skills.set(name, () => take(folder, originOf(folder, name)));
  }
  return createSkillIndex(originOf(path, "").kind, address, skills);
}

/** A skill inside of another one is part of it, and a link may lead anywhere. */
export function skillFoldersIn(path: string): readonly string[] {
  if (kindOf(joinPath(path, "SKILL.md")) === "file") return [path];
  const root = realPath(path);
  const folders = findSkills({ shown: path, path })
    .files.filter((file) => lastPart(file.path) === "SKILL.md")
    .map((file) => parentOf(file.path))
    .filter((folder) => isInside(realPath(folder), root));
  return folders.filter(
    (folder) => !folders.some((other) => other !== folder && isInside(folder, other)),
  );
}

function nameOf(folder: string): string {
  const read = readSkill(readBytes(joinPath(folder, "SKILL.md")), { path: "SKILL.md" });
  return read.value?.skill.identity.name ?? lastPart(folder);
}

async function take(folder: string, origin: Origin): Promise<FetchedSkill> {
  const { name, read, files } = await readForPackage(folder);
  return {
    name,
    description: read.skill.guidance.description ?? "",
    origin,
    files: files.map(toFetched),
  };
}
