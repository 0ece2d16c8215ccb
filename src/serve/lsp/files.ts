/** What the language service asks of the files of this computer. */
import { TextDocument } from "vscode-languageserver-textdocument";
import { findPage } from "../../app/about/pages.ts";
import { fixDraft, lintDraft } from "../../app/machine/lint/drafts.ts";
import { resolveInputs } from "../../app/machine/inputs.ts";
import { renameAdvice, renameRefusal } from "../../app/registry/rename-refusal.ts";
import {
  findSuiteNames,
  isBenchmarkFile,
  isSuitePath,
  type LanguagePorts,
  type LibraryDocument,
  type NamedFile,
} from "../../check/editor/index.ts";
import {
  listFolderEntries,
  fileExists,
  isInside,
  joinPath,
  parentOf,
  readText,
  realPath,
} from "../../platform/index.ts";
import type { CheckedDocument } from "./checks.ts";
import { pathFromUri, uriFromPath, type Workspace } from "./workspace.ts";

type FilePorts = Pick<
  LanguagePorts<CheckedDocument>,
  | "fixAll"
  | "detect"
  | "entries"
  | "resolve"
  | "toUri"
  | "library"
  | "whyNotRenamed"
  | "afterRename"
  | "evaluations"
  | "benchmarks"
>;

/** `openDocument` gives the text of a document that is open, which its file does not have yet. */
export function createFilePorts(
  workspace: Workspace,
  openDocument: (uri: string) => TextDocument | undefined,
): FilePorts {
  const openSuiteFile = (path: string): LibraryDocument | undefined => {
    const open = openDocument(uriFromPath(path));
    const document = open ?? openFile(path);
    return document === undefined ? undefined : { document, isOpen: open !== undefined };
  };
  return {
    fixAll: ({ document, file }) =>
      fixDraft(file, document.getText(), workspace.rulesFor(file).settings),
    detect: ({ file, dialect }, text) =>
      lintDraft(workspace.rulesFor(file).linter, file, text).report.files[0]?.dialect ?? dialect,
    entries: ({ file }, inner) => {
      const home = parentOf(file.path);
      const folder = joinPath(home, inner);
      if (file.path === "" || !isInside(folder, home)) return [];
      return listFolderEntries(folder).map(({ name, kind }) => ({
        name,
        isFolder: kind === "folder",
      }));
    },
    resolve: ({ file }, path) => {
      if (file.path === "") return undefined;
      const folder = parentOf(file.path);
      const target = joinPath(folder, path);
      return fileExists(target) && isWithin(target, folder) ? uriFromPath(target) : undefined;
    },
    toUri: ({ file }, shown) => {
      const path = toPath(file, shown);
      return path === undefined ? undefined : uriFromPath(path);
    },
    library: ({ file }) => {
      const folders = workspace.foldersOf(file);
      const found = resolveInputs(folders).files.map(({ path }) => path);
      // An editor writes through links, and one in an untrusted folder may lead to any file of the user.
      const own = found.filter((path) => folders.some((folder) => isWithin(path, folder)));
      return [...new Set([...own, ...(file.path === "" ? [] : [file.path])])].flatMap(
        (path) => openSuiteFile(path) ?? [],
      );
    },
    benchmarks: ({ file }) => {
      if (file.path === "") return [];
      const home = parentOf(file.path);
      const folder = joinPath(home, "evals");
      const names = isWithin(folder, home) ? listFolderEntries(folder).map(({ name }) => name) : [];
      return names
        .filter(
          (name) => isBenchmarkFile(`evals/${name}`) && isWithin(joinPath(folder, name), home),
        )
        .flatMap((name) => readTextIfReadable(joinPath(folder, name)) ?? []);
    },
    whyNotRenamed: (folder, name) => {
      const path = pathFromUri(folder);
      return path === undefined ? undefined : renameRefusal(path, name);
    },
    afterRename: (folder) => {
      const path = pathFromUri(folder);
      return path === undefined ? undefined : renameAdvice(path);
    },
    evaluations: (skills, name) => {
      const homes = new Set(
        skills.map(({ document }) => parentOf(pathFromUri(document.uri) ?? "")),
      );
      return [...homes]
        .filter((home) => home !== "")
        .flatMap((home) => evaluationPaths(home))
        .flatMap((path): readonly NamedFile[] => {
          const file = openSuiteFile(path);
          const names =
            file === undefined ? [] : findSuiteNames({ path, text: file.document.getText() }, name);
          return file === undefined || names.length === 0 ? [] : [{ ...file, names }];
        });
    },
  };
}

/** Files beside a skill, and in its folders of evaluations; what lies deeper are inputs of cases. */
function evaluationPaths(home: string): readonly string[] {
  const beside = listFolderEntries(home);
  const within = beside
    .filter(({ name, kind }) => kind === "folder" && isSuitePath(`${name}/suite.json`))
    .flatMap(({ name }) =>
      listFolderEntries(joinPath(home, name)).map((one) => ({
        ...one,
        name: `${name}/${one.name}`,
      })),
    );
  return [...beside, ...within]
    .filter(({ name, kind }) => kind !== "folder" && isSuitePath(name))
    .map(({ name }) => joinPath(home, name))
    .filter((path) => isWithin(path, home));
}

/** Whether a file lies in a folder, links of the file system followed. */
function isWithin(target: string, folder: string): boolean {
  try {
    return isInside(realPath(target), realPath(folder));
  } catch {
    return false;
  }
}

/** One that is gone, or may not be read, names nothing. */
function openFile(path: string): TextDocument | undefined {
  const text = readTextIfReadable(path);
  return text === undefined ? undefined : TextDocument.create(uriFromPath(path), "skill", 0, text);
}

function readTextIfReadable(path: string): string | undefined {
  try {
    return readText(path);
  } catch {
    return undefined;
  }
}

/** The path on the disk of a file that findings name, which is counted from the folder of the skill's. */
export function toPath(
  { path, shown }: { readonly path: string; readonly shown: string },
  other: string,
): string | undefined {
  if (path === "") return undefined;
  const depth = shown.split("/").length;
  let home = path;
  for (let step = 0; step < depth; step++) home = parentOf(home);
  return joinPath(home, other);
}

const pages = new Map<string, string | undefined>();

/** The address of the page about a code, asked for at every key and so looked for once. */
export function docsPage(code: string): string | undefined {
  if (!pages.has(code)) pages.set(code, findPage(code)?.href);
  return pages.get(code);
}
