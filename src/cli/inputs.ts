import {
  byShown,
  failure,
  findSkills,
  type FolderReader,
  type FoundFile,
  kindOf,
  reasonOf,
  resolvePath,
  showPath,
  type Skipped,
} from "../platform/index.ts";

/** The skills that the arguments of a command name. */
export interface Inputs {
  readonly files: readonly FoundFile[];
  readonly skipped: readonly Skipped[];
}

/** Finds the skills of the paths, each once, in the order of their paths. */
export function resolveInputs(words: readonly string[], readFolder?: FolderReader): Inputs {
  const roots = words.length === 0 ? ["."] : words;
  const found = roots.map((word) => resolveInput(word, readFolder));
  const skipped = found.flatMap((inputs) => inputs.skipped);
  const [first, ...others] = found;
  if (first !== undefined && others.length === 0) return { files: first.files, skipped };
  const files = new Map<string, FoundFile>();
  for (const file of found.flatMap((inputs) => inputs.files)) {
    const key = resolvePath(file.path);
    if (!files.has(key)) files.set(key, file);
  }
  return { files: [...files.values()].sort(byShown), skipped };
}

function resolveInput(word: string, readFolder: FolderReader | undefined): Inputs {
  const input: FoundFile = { path: word, shown: showPath(trimSlash(word)) };
  if (kind(word) === "folder") return findSkills(input, readFolder);
  return { files: [input], skipped: [] };
}

function kind(path: string): ReturnType<typeof kindOf> {
  const expected = "expected a folder to search, a skill folder or a SKILL.md file";
  try {
    const result = kindOf(path);
    if (result !== "missing") return result;
  } catch (error) {
    throw failure("cli/unreadable", `The path \`${path}\` cannot be read: ${reasonOf(error)}.`, {
      cause: error,
    });
  }
  throw failure("cli/no-such-path", `Unexpected path \`${path}\`, ${expected}.`, {
    hint: "It does not exist. Paths count from the working directory.",
  });
}

function trimSlash(path: string): string {
  return path.length > 1 ? path.replace(/[\\/]+$/, "") || "/" : path;
}
