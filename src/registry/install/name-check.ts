import { isTaken } from "../../platform/archive/index.ts";
import {
  createPrefixReader,
  findSkills,
  isInside,
  joinPath,
  kindOf,
  lastPart,
  parentOf,
} from "../../platform/index.ts";
import { listEntries } from "../../platform/tree/index.ts";
import { readSkill, type SkillError } from "../../skill/index.ts";
import { registryCodes, registryError } from "../errors.ts";
import { isFolderName } from "../package/folder-name.ts";
import type { NestedSkill } from "./risks.ts";

/** The name of a skill as the name of its folder; throws where it cannot be one. */
export function checkFolderName(name: string): void {
  if (isFolderName(name)) return;
  throw registryError(
    registryCodes.unsafePath,
    `The name \`${name}\` cannot be the name of a folder on every system.`,
  );
}

/**
 * Throws where a skill of the name is there already: as a folder, also in other letters, or as another
 * folder whose skill calls itself so. A skill from elsewhere never hides one that somebody chose.
 */
export async function checkNameIsFree(
  folder: string,
  name: string,
  mayReplace: boolean,
): Promise<void> {
  const kind = kindOf(folder);
  if (kind === "missing") return;
  if (kind !== "folder")
    throw registryError(registryCodes.writeFailed, "The folder of skills is a file.", {
      file: folder,
    });
  const target = joinPath(folder, name);
  if (!mayReplace && (await isTaken(target))) throw taken(name, target, true);
  const other = listEntries(folder).find(
    (entry) => entry.name !== name && entry.name.toLowerCase() === name.toLowerCase(),
  );
  if (other !== undefined) throw taken(name, joinPath(folder, other.name), false);
  const file = localNames(folder, target).get(name);
  if (file !== undefined) throw taken(name, file, false);
}

/** Throws where a skill inside of the one from elsewhere has the name of a skill that is there. */
export function checkNestedNames(
  folder: string,
  name: string,
  nested: readonly NestedSkill[],
): void {
  if (nested.length === 0 || kindOf(folder) !== "folder") return;
  const known = localNames(folder, joinPath(folder, name));
  for (const { path, name: inner } of nested) {
    const file = known.get(inner);
    if (file !== undefined)
      throw registryError(
        registryCodes.nameTaken,
        `\`${path}\` of \`${name}\` contains the skill \`${inner}\`, which already exists.`,
        {
          file,
          hint: "Nothing was written. `--to` names another folder, `--force` installs it nevertheless.",
        },
      );
  }
}

/** The files of the skills below a folder by name, but for those of the one that is to be replaced. */
function localNames(folder: string, target: string): ReadonlyMap<string, string> {
  const reader = createPrefixReader((text) => /^---[^]*?\n---/.test(text));
  const names = new Map<string, string>();
  for (const { path } of findSkills({ shown: folder, path: folder }).files) {
    if (isInside(path, target)) continue;
    const name = nameIn(path, reader) ?? lastPart(parentOf(path));
    if (!names.has(name)) names.set(name, path);
  }
  return names;
}

function nameIn(path: string, reader: ReturnType<typeof createPrefixReader>): string | undefined {
  try {
    return readSkill(reader(path, true).text, { path }).value?.skill.identity.name;
  } catch {
    // What cannot be read is no skill that could be hidden.
    return undefined;
  }
}

function taken(name: string, file: string, canReplace: boolean): SkillError {
  return registryError(registryCodes.nameTaken, `A skill \`${name}\` already exists.`, {
    file,
    hint: canReplace
      ? "Nothing was written. `--force` puts the new skill in its place, `--to` names another folder."
      : "Nothing was written. Name another folder with `--to`, or remove that skill first.",
  });
}
