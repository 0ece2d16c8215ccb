/** What is wrong with the skills of a workspace together: collisions, names and lists. Looked for when files are saved. */
import type { Diagnostic as LspDiagnostic } from "vscode-languageserver/node";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { resolveInputs } from "../../app/machine/inputs.ts";
import { checkLibrary, findListed } from "../../app/machine/lint/library.ts";
import { type ListedSkill, toForeignDiagnostic } from "../../check/editor/index.ts";
import { type FoundFile, isInside, relativePath, showPath } from "../../platform/index.ts";
import type { Diagnostic } from "../../skill/model/index.ts";
import { docsPage } from "./files.ts";
import { uriFromPath, type Workspace } from "./workspace.ts";

export interface LibraryChecks {
  readonly schedule: () => void;
  /** Once nothing is being looked for. */
  readonly settled: () => Promise<void>;
  /** What the skills together have wrong in one of them. */
  readonly findingsOf: (uri: string) => readonly Diagnostic[];
  /** How lists of the skills of its folder have an open skill. */
  readonly listed: (file: FoundFile, text: string) => ListedSkill;
  readonly reportOf: (uri: string) => readonly LspDiagnostic[];
  /** Every skill of the workspace. */
  readonly uris: () => readonly string[];
  readonly close: () => void;
}

export interface LibraryCheckOptions {
  readonly workspace: Workspace;
  readonly openDocument: (uri: string) => TextDocument | undefined;
  /** Skills whose findings have come or gone. */
  readonly onChecked: (uris: readonly string[]) => void;
  readonly onFailure: (error: unknown) => void;
}

/** Saving a whole workspace is one change. */
const DELAY_MS = 200;

export function createLibraryChecks(options: LibraryCheckOptions): LibraryChecks {
  let found: ReadonlyMap<string, readonly Diagnostic[]> = new Map();
  let timer: NodeJS.Timeout | undefined;
  let settled = Promise.withResolvers<void>();
  settled.resolve();
  const check = (): void => {
    timer = undefined;
    const before = found;
    try {
      found = checkFolders(options);
      const uris = new Set(
        [...before, ...found].flatMap(([uri, { length }]) => (length > 0 ? [uri] : [])),
      );
      options.onChecked([...uris]);
    } catch (error) {
      options.onFailure(error);
    } finally {
      settled.resolve();
    }
  };
  const findingsOf = (uri: string): readonly Diagnostic[] => found.get(uri) ?? [];
  return {
    schedule: () => {
      if (timer === undefined) settled = Promise.withResolvers();
      clearTimeout(timer);
      timer = setTimeout(check, DELAY_MS);
    },
    settled: async () => await settled.promise,
    findingsOf,
    listed: (file, text) => listBeside(file, text, options),
    reportOf: (uri) => findingsOf(uri).map((item) => toForeignDiagnostic(item, docsPage)),
    uris: () => [...found.keys()],
    close: () => clearTimeout(timer),
  };
}

function checkFolders({
  workspace,
  openDocument,
}: LibraryCheckOptions): ReadonlyMap<string, readonly Diagnostic[]> {
  const found = new Map<string, readonly Diagnostic[]>();
  for (const folder of workspace.folders()) {
    const files = skillsIn(folder);
    const [first] = files;
    if (first === undefined) continue;
    const uris = new Map(files.map(({ path, shown }) => [shown, uriFromPath(path)]));
    const { settings } = workspace.rulesFor(first);
    const openText = (path: string): string | undefined =>
      openDocument(uriFromPath(path))?.getText();
    for (const [shown, diagnostics] of checkLibrary(files, settings, openText)) {
      const uri = uris.get(shown);
      if (uri !== undefined) found.set(uri, diagnostics);
    }
  }
  return found;
}

function skillsIn(folder: string): readonly FoundFile[] {
  return resolveInputs([folder]).files.map(({ path }) => ({
    path,
    shown: showPath(relativePath(folder, path)),
  }));
}

function listBeside(
  file: FoundFile,
  text: string,
  { workspace, openDocument }: LibraryCheckOptions,
): ListedSkill {
  const { path, shown } = file;
  const folder = workspace.folders().find((one) => path !== "" && isInside(path, one));
  const others = folder === undefined ? [] : skillsIn(folder).filter((one) => one.path !== path);
  const textOf = (other: string): string | undefined =>
    other === path ? text : openDocument(uriFromPath(other))?.getText();
  return findListed([file, ...others], workspace.rulesFor(file).settings, textOf, shown);
}
