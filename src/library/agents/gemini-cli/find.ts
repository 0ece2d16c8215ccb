/** Where Gemini CLI looks for skills, and which files it finds there. */
import { listFolderEntries, isFolder, joinPath } from "../../../platform/index.ts";

export type Scope = "extension" | "user" | "project";

export interface GeminiRoot {
  readonly path: string;
  readonly scope: Scope;
  /** What `${…}` stands for in the skills of an extension. */
  readonly variables?: ReadonlyMap<string, string>;
}

/** The roots of a user, then those of a project: of two skills with one name the later one counts. */
export function rootsIn(folder: string, scope: Scope): readonly GeminiRoot[] {
  return [".gemini/skills", ".agents/skills"].map((name) => ({
    path: joinPath(folder, name),
    scope,
  }));
}

/** A SKILL.md in the root itself comes first, then those of its folders from the last name to the first. */
export function filesOf({ path }: GeminiRoot): readonly string[] {
  if (!isFolder(path)) return [];
  const folders = listFolderEntries(path)
    .filter(
      ({ name, kind }) => kind === "folder" && !name.startsWith(".") && name !== "node_modules",
    )
    .map((entry) => entry.path)
    .toReversed();
  return [path, ...folders].flatMap((folder) =>
    listFolderEntries(folder)
      .filter(({ name, kind }) => name === "SKILL.md" && kind !== "folder")
      .map((entry) => entry.path),
  );
}
