import { normalizeText } from "./normalize.ts";
import { withoutEnd } from "./trim.ts";
/** Folders in which version controls keep their settings; some of those name programs that they start. */
const KEPT_NAMES: ReadonlySet<string> = new Set([
  ".bzr",
  ".git",
  ".hg",
  ".jj",
  ".sl",
  ".svn",
  "_darcs",
]);

/** How Windows calls such a folder besides, since its name begins with a dot. */
const SHORT_NAME = /^(?:bzr|git|hg|jj|sl|svn)~\d+$/u;

/** Characters that the file system of macOS leaves out of account. */
const IGNORED = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/gu;

/** Whether some system takes a part of a path for the folder of a version control. */
export function isRepositoryName(part: string): boolean {
  const plain = toPlainName(part);
  return KEPT_NAMES.has(plain) || SHORT_NAME.test(plain);
}

/** The same for the folder in which this program keeps what is its own beside skills: no skill brings one along. */
export function isOwnName(part: string): boolean {
  const plain = toPlainName(part);
  return plain === ".skillwright" || /^skillw~\d+$/u.test(plain);
}

function toPlainName(part: string): string {
  const [name = ""] = normalizeText(part, "NFC")
    .replaceAll(IGNORED, "")
    .toLowerCase()
    .split(":", 1);
  return withoutEnd(name, ". ");
}

type Mark = "head" | "objects" | "refs" | "commondir";
const MARKS: ReadonlySet<string> = new Set<Mark>(["head", "objects", "refs", "commondir"]);

/**
 * Finds paths that make a folder one of a version control: whoever asks for the state of their files there
 * would start the programs that its settings name. Git takes a folder for one by its name, or, where it has
 * none of these names, by what lies in it.
 */
export class RepositoryWatch {
  readonly #marks = new Map<string, Set<string>>();

  /** Gives the folder or file that is one, with what was added before; `.` for that of all paths. */
  add(parts: readonly string[]): string | undefined {
    const named = parts.findIndex(isRepositoryName);
    if (named !== -1) return parts.slice(0, named + 1).join("/");
    for (const [depth, part] of parts.entries()) {
      const mark = normalizeText(part, "NFC").replaceAll(IGNORED, "").toLowerCase();
      if (!MARKS.has(mark)) continue;
      const folder = parts.slice(0, depth).join("/");
      const key = normalizeText(folder, "NFC").toLowerCase();
      const marks = this.#marks.get(key) ?? new Set();
      this.#marks.set(key, marks.add(mark));
      const isBare = marks.has("head") && marks.has("objects") && marks.has("refs");
      if (isBare || (marks.has("head") && marks.has("commondir")))
        return folder === "" ? "." : folder;
    }
    return undefined;
  }
}
