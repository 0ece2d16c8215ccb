import { isTaken, partsOf } from "../../platform/archive/index.ts";
import {
  createPrefixReader,
  findSkills,
  isInside,
  joinPath,
  kindOf,
} from "../../platform/index.ts";
import { listEntries } from "../../platform/tree/index.ts";
import { readSkill, type SkillError } from "../../skill/index.ts";
import { registryCodes, registryError } from "../diagnostics.ts";

/** The name of a skill as the name of its folder; throws where it cannot be one. */
export function checkFolderName(name: string): void {
  let parts: readonly string[] = [];
  try {
    parts = partsOf(name, 0);
  } catch {
    // Told below, like every other name that is no single part.
  }
  if (parts.length === 1 && parts[0] === name && !name.startsWith(".")) return;
  throw registryError(
    registryCodes.unsafePath,
    `Unexpected name \`${name}\`, expected one that a folder can have on every system.`,
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
    throw registryError(
      registryCodes.writeFailed,
      "Unexpected file in the place of the folder of skills, expected a folder.",
      { file: folder },
    );
  const target = joinPath(folder, name);
  if (!mayReplace && (await isTaken(target))) throw taken(name, target, true);
  const other = listEntries(folder).find(
    (entry) => entry.name !== name && entry.name.toLowerCase() === name.toLowerCase(),
  );
  if (other !== undefined) throw taken(name, joinPath(folder, other.name), false);
  const reader = createPrefixReader((text) => /^---[^]*?\n---/.test(text));
  const { files } = findSkills({ shown: folder, path: folder });
  const file = files.find(({ path }) => !isInside(path, target) && nameIn(path, reader) === name);
  if (file !== undefined) throw taken(name, file.path, false);
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
  return registryError(
    registryCodes.nameTaken,
    `Unexpected skill \`${name}\`, expected the name to be free.`,
    {
      file,
      hint: canReplace
        ? "Nothing was written. `--force` puts the new skill in its place, `--to` names another folder."
        : "Nothing was written. Name another folder with `--to`, or remove that skill first.",
    },
  );
}
