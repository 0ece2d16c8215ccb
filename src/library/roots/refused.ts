import { isSkillFile, joinPath, kindOf, lastPart, parentOf } from "../../platform/index.ts";
import { readAccepted } from "../../platform/tree/index.ts";
import {
  decodeText,
  type Diagnostic,
  type Dialect,
  type Json,
  type Path,
  readAs,
  readDocument,
} from "../../skill/index.ts";
import { declaredNames } from "../gate/index.ts";
import type { SkillRoot } from "./root.ts";
import { SKILL_FILE } from "./skill-file.ts";

/** What lies in a root and is not taken as a skill; its problem names the file and says why. */
export interface RefusedFile {
  readonly root: SkillRoot;
  readonly problem: Diagnostic;
  /** A change of the settings that would let it in. */
  readonly setting?: { readonly say: string; readonly path: Path; readonly value: Json };
}

/** Enough for the name in nearly every skill. */
const HEAD_BYTES = 4096;

/** The folder by which people would call it. */
export function folderOf({ problem, root }: RefusedFile): string {
  const { file = root.path } = problem;
  return lastPart(isSkillFile(lastPart(file)) ? parentOf(file) : file).replace(/\.md$/i, "");
}

/** The names that a file gives itself, as far as that can be seen without taking it. */
export function declaredNamesIn(file: string, dialect: Dialect): readonly string[] {
  try {
    const path = kindOf(file) === "folder" ? joinPath(file, SKILL_FILE) : file;
    const look = readAccepted(path, () => true, new Uint8Array(HEAD_BYTES));
    if (look.kind !== "read" || !path.toLowerCase().endsWith(".md")) return [];
    const reading = readAs(dialect, readDocument(decodeText(look.bytes).text), { path });
    const { name } = dialect.describe(reading);
    return [...declaredNames(reading), ...(name === undefined ? [] : [name])];
  } catch {
    // It is refused already; that it cannot be read either is no news.
    return [];
  }
}
