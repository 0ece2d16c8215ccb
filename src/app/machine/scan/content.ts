import { type ContentFile, readContent, readContentFile } from "../../../platform/content/index.ts";
import {
  type FoundFile,
  kindOf,
  lastPart,
  parentOf,
  resolvePath,
} from "../../../platform/index.ts";
import { isSkillPath } from "../inputs.ts";

/** A SKILL.md stands for its folder; any other file that is named stands for itself. */
export function readScanContent(file: FoundFile): {
  readonly files: readonly ContentFile[];
  readonly directory: string;
  readonly path: string;
} {
  if (kindOf(file.path) === "folder")
    return {
      files: readContent(file.path),
      directory: lastPart(resolvePath(file.path)),
      path: file.shown,
    };
  if (!isSkillPath(file.shown)) {
    return { files: [readContentFile(file.path)], directory: "", path: file.shown };
  }
  const folder = parentOf(file.path);
  return {
    files: readContent(folder),
    directory: lastPart(resolvePath(folder)),
    path: parentOf(file.shown),
  };
}
