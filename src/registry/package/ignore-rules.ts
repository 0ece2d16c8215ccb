import { fileExists, joinPath, readText } from "../../platform/index.ts";

/** In their order, so that the rules of a later one hold over those of an earlier one. */
const IGNORE_FILES = [".gitignore", ".clawhubignore", ".skillignore"] as const;

/** What tools and systems leave behind, and files with secrets of the author; of no use to anybody else. */
const JUNK: ReadonlySet<string> = new Set([
  ...IGNORE_FILES,
  "__macosx",
  "__pycache__",
  ".clawhub",
  ".ds_store",
  ".env",
  ".git",
  ".hg",
  ".idea",
  ".mypy_cache",
  ".pytest_cache",
  ".ruff_cache",
  ".skillwright",
  ".svn",
  ".venv",
  ".vscode",
  "desktop.ini",
  "node_modules",
  "thumbs.db",
]);

const JUNK_NAMES = /^\._|\.(?:pyc|pyo|swp)$|~$/i;

/** Where programs keep secrets of the author. An ignore file can name one to be taken nevertheless. */
const CREDENTIALS =
  /^(?:\.env\.(?!(?:example|sample|template|dist)$).+|\.npmrc|\.pypirc|[._]netrc|\.git-credentials|\.aws|\.ssh|\.gnupg|id_(?:rsa|dsa|ecdsa|ed25519))$/iu;

/** Without these a skill is none, or not the signed one, whatever an ignore file says. */
const KEPT: ReadonlySet<string> = new Set(["SKILL.md", "SIGNATURE.json"]);

type IgnoreRules = (path: string) => boolean | undefined;

export interface IgnoredFiles {
  readonly isLeftOut: (path: string, isFolder: boolean) => boolean;
  /** What was met so far that stays out since secrets are kept in such files. */
  readonly withheld: readonly string[];
}

/** Tells what stays out of a package: junk, files for secrets, and what the ignore files of the folder name, as git reads them. */
export async function loadIgnoreRules(folder: string): Promise<IgnoredFiles> {
  const withheld: string[] = [];
  const { default: ignore } = await import("ignore");
  const known = new Map<string, IgnoreRules>();
  const rulesIn = (base: string): IgnoreRules => {
    const before = known.get(base);
    if (before !== undefined) return before;
    const rules = ignore();
    for (const name of IGNORE_FILES) {
      const file = joinPath(folder, base, name);
      if (fileExists(file)) rules.add(readText(file));
    }
    const answer: IgnoreRules = (path) => {
      const { ignored, unignored } = rules.test(path);
      return ignored ? true : unignored ? false : undefined;
    };
    known.set(base, answer);
    return answer;
  };
  const isLeftOut = (path: string, isFolder: boolean): boolean => {
    if (KEPT.has(path)) return false;
    const parts = path.split("/");
    const name = parts.at(-1) ?? "";
    if (JUNK.has(name.toLowerCase()) || JUNK_NAMES.test(name)) return true;
    let isIgnored: boolean | undefined;
    // From the outermost folder in, since the rules of an inner one hold over those around it.
    for (let depth = 0; depth < parts.length; depth++) {
      const below = parts.slice(depth).join("/") + (isFolder ? "/" : "");
      isIgnored = rulesIn(parts.slice(0, depth).join("/"))(below) ?? isIgnored;
    }
    const isWithheld = isIgnored === undefined && CREDENTIALS.test(name);
    if (isWithheld) withheld.push(path);
    return isIgnored ?? isWithheld;
  };
  return { isLeftOut, withheld };
}
