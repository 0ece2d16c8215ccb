import { fileExists, type FoundFile, joinPath, parentOf, showPath } from "../../platform/index.ts";
import type { SkillSource } from "../context.ts";
import { readFolderName } from "./inputs.ts";

/** What lies around a file. Text without a place has no neighbours to look for. */
function placeOfFile(file: FoundFile): Pick<SkillSource, "directory" | "hasFile"> {
  const directory = readFolderName(file);
  const folder = parentOf(file.path);
  return {
    ...(directory === undefined ? {} : { directory }),
    ...(file.path === ""
      ? {}
      : { hasFile: (relativePath) => fileExists(joinPath(folder, relativePath)) }),
  };
}

/** The same for text that would be stored at a path. */
export function placeOf(path: string): Pick<SkillSource, "directory" | "hasFile"> {
  return placeOfFile({ path, shown: showPath(path) });
}

export function toSkillSource(file: FoundFile, content: string | Uint8Array): SkillSource {
  return { path: file.shown, content, ...placeOfFile(file) };
}
