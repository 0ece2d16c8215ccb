import {
  createFileReader,
  listFolderEntries,
  errorCode,
  fileExists,
  joinPath,
  parentOf,
  realPath,
} from "../../platform/index.ts";
import { readOne } from "./inputs.ts";

/** So many folders are looked at; a library has fewer. */
const MOST_FOLDERS = 500;

/** The texts of the skills in the folders beside that of a skill, and in none below those: it may lie anywhere. */
export function readTextsBeside(path: string): readonly string[] {
  const own = parentOf(realPath(readOne(path, undefined).file.path));
  const read = createFileReader();
  return listFolderEntries(parentOf(own))
    .filter((entry) => entry.kind === "folder" && entry.path !== own)
    .slice(0, MOST_FOLDERS)
    .map((entry) => joinPath(entry.path, "SKILL.md"))
    .filter(fileExists)
    .flatMap((file): readonly string[] => {
      try {
        const { text, isText } = read(file);
        return isText ? [text] : [];
      } catch (error) {
        if (errorCode(error) === "") throw error;
        return [];
      }
    });
}
