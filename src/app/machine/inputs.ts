import {
  byShown,
  failure,
  findSkills,
  type FolderReader,
  type FoundFile,
  isSkillFile,
  joinShown,
  kindOf,
  leadsToSkill,
  readBytes,
  readFolder,
  readInput,
  realPath,
  reasonOf,
  resolvePath,
  showPath,
  type SkippedEntry,
} from "../../platform/index.ts";
import { SkillError } from "../../skill/index.ts";

/** The skills that the arguments of a command name. */
export interface Inputs {
  readonly files: readonly FoundFile[];
  readonly skipped: readonly SkippedEntry[];
  /** Folders in which skills are installed. */
  readonly kept: readonly string[];
}

/** The same, once changes that a process which died had begun are finished or taken back. */
export async function resolveRecovered(
  words: readonly string[],
  reader?: FolderReader,
): Promise<Inputs> {
  const inputs = resolveInputs(words, reader);
  if (inputs.kept.length === 0) return inputs;
  const { recoverFolders } = await import("../../registry/lock/index.ts");
  return (await recoverFolders(inputs.kept)) ? resolveInputs(words, reader) : inputs;
}

/** Finds the skills of the paths, each once, in the order of their paths. */
export function resolveInputs(words: readonly string[], reader?: FolderReader): Inputs {
  const roots = words.length === 0 ? ["."] : words;
  const found = roots.map((word) => resolveInput(word, reader));
  const skipped = found.flatMap((inputs) => inputs.skipped);
  const kept = found.flatMap((inputs) => inputs.kept);
  const [first, ...others] = found;
  if (first !== undefined && others.length === 0) return { files: first.files, skipped, kept };
  const files = new Map<string, FoundFile>();
  for (const file of found.flatMap((inputs) => inputs.files)) {
    const key = resolvePath(file.path);
    if (!files.has(key)) files.set(key, file);
  }
  return { files: [...files.values()].sort(byShown), skipped, kept };
}

function resolveInput(word: string, reader: FolderReader | undefined): Inputs {
  const input: FoundFile = { path: word, shown: showPath(trimPath(word)) };
  if (kind(word) === "folder") return findSkills(input, reader);
  return { files: [input], skipped: [], kept: [] };
}

/** Standard input as a file; its path is empty unless the caller gives one. */
export function inputFile(place: string | undefined): FoundFile {
  return { path: place ?? "", shown: showPath(place ?? "SKILL.md") };
}

/** The one skill that an argument names, with its bytes; `-` is standard input. */
export function readOne(
  word: string,
  inputPath: string | undefined,
): { readonly file: FoundFile; readonly bytes: Uint8Array } {
  if (word === "-") return { file: inputFile(inputPath), bytes: readInput() };
  const file = findOne(word);
  try {
    return { file, bytes: readBytes(file.path) };
  } catch (error) {
    throw failure("cli/unreadable", `The file cannot be read: ${reasonOf(error)}.`, {
      file: file.shown,
      cause: error,
    });
  }
}

export function findOne(word: string): FoundFile {
  const shown = showPath(trimPath(word));
  if (kind(word) !== "folder") return { path: word, shown };
  const [name] = readFolder(word).skills;
  if (name !== undefined) return { path: joinShown(word, name), shown: joinShown(shown, name) };
  throw failure("cli/no-skill", `The folder \`${word}\` has no SKILL.md.`, {
    hint: "Name a skill folder or a SKILL.md file; `skillwright list` shows those below a folder.",
  });
}

/** What stands at a path; one where nothing does is refused. */
export function kind(path: string): ReturnType<typeof kindOf> {
  try {
    const result = kindOf(path);
    if (result === "file" && isSkillPath(showPath(path)) && !leadsToSkill(path))
      throw failure(
        "cli/unreadable",
        `The path \`${path}\` leads to \`${realPath(path)}\`, which is no file of a skill.`,
        {
          hint: "It is a link, and may have come with a repository. Name the file that it leads to.",
        },
      );
    if (result !== "missing") return result;
  } catch (error) {
    if (SkillError.isInstance(error)) throw error;
    throw failure("cli/unreadable", `The path \`${path}\` cannot be read: ${reasonOf(error)}.`, {
      cause: error,
    });
  }
  throw failure("cli/no-such-path", `No such file or folder: \`${path}\`.`, {
    hint: "Name a folder to search, a skill folder or a SKILL.md file. Relative paths start at the working directory.",
  });
}

/** True when the last part of a path is the name of a skill's file. */
export function isSkillPath(path: string): boolean {
  return isSkillFile(path.slice(path.lastIndexOf("/") + 1));
}

/** The name of the folder that holds a file, also where the path as shown does not tell it. */
export function readFolderName({ shown, path }: FoundFile): string | undefined {
  if (path === "") return undefined;
  const end = shown.lastIndexOf("/");
  const name = end === -1 ? undefined : shown.slice(shown.lastIndexOf("/", end - 1) + 1, end);
  if (name !== undefined && name !== "" && name !== "." && name !== "..") return name;
  const parts = showPath(resolvePath(path)).split("/");
  return parts.at(-2) === "" ? undefined : parts.at(-2);
}

/** `a/` and `./a` are shown as `a`. */
export function trimPath(path: string): string {
  const plain = path.replace(/^(?:\.[\\/]+)+(?=.)/, "");
  return plain.length > 1 ? plain.replace(/(?<![\\/])[\\/]+$/, "") || "/" : plain;
}
