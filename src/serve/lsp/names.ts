/** The names of skills across the folders of the workspace: where one is used, and how it becomes another. */
import {
  ErrorCodes,
  type Location,
  type Position,
  type Range,
  type RenameFile,
  ResponseError,
  type TextDocumentEdit,
  type WorkspaceEdit,
} from "vscode-languageserver/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import { resolveInputs } from "../../app/machine/inputs.ts";
import type { SkillName } from "../../check/editor/index.ts";
import { findSkillNames } from "../../check/editor/index.ts";
import { fileExists, joinPath, lastPart, parentOf, readText } from "../../platform/index.ts";
import { LOCK_FILE, readLock } from "../../registry/lock/index.ts";
import { SkillError } from "../../skill/model/index.ts";
import { findDialect } from "../../skill/index.ts";
import type { CheckedDocument } from "./checks.ts";
import { isWithin } from "./features.ts";
import { toRange } from "./protocol.ts";
import { uriFromPath, type Workspace } from "./workspace.ts";

export interface NamePorts {
  readonly workspace: Workspace;
  /** The text of a document that is open, which the file does not have yet. */
  readonly openDocument: (uri: string) => TextDocument | undefined;
}

interface NamedDocument {
  readonly path: string;
  readonly document: TextDocument;
  readonly names: readonly SkillName[];
}

/** The name at a place, for an editor that asks for a new one. */
export function nameAt(
  checked: CheckedDocument,
  position: Position,
  ports: NamePorts,
): { readonly range: Range; readonly placeholder: string } | undefined {
  const found = findAt(checked, position, readLibrary(checked, ports));
  if (found === undefined) return undefined;
  return { range: toRange(checked.document, found), placeholder: found.name };
}

export function nameLocations(
  checked: CheckedDocument,
  position: Position,
  { includesOwn, ...ports }: NamePorts & { readonly includesOwn: boolean },
): readonly Location[] {
  const library = readLibrary(checked, ports);
  const name = findAt(checked, position, library)?.name;
  return library.flatMap(({ document, names }) =>
    names
      .filter((one) => one.name === name && (includesOwn || !one.isOwn))
      .map((one) => ({ uri: document.uri, range: toRange(document, one) })),
  );
}

/** Where the skill says its own name, of which this is the name. */
export function nameDefinition(
  checked: CheckedDocument,
  position: Position,
  ports: NamePorts,
): readonly Location[] {
  const library = readLibrary(checked, ports);
  const name = findAt(checked, position, library)?.name;
  return library.flatMap(({ document, names }) =>
    names
      .filter((one) => one.name === name && one.isOwn)
      .map((one) => ({ uri: document.uri, range: toRange(document, one) })),
  );
}

/** How an editor takes edits: of texts, of versions of texts, or with new names of folders as well. */
export type EditForm = "changes" | "documents" | "files";

/** Edits of all texts that name a skill, and the new name of its folder where that carries the old one. */
export function renameSkill(
  checked: CheckedDocument,
  { position, newName }: { readonly position: Position; readonly newName: string },
  { form, ...ports }: NamePorts & { readonly form: EditForm },
): WorkspaceEdit | undefined {
  const library = readLibrary(checked, ports);
  const old = findAt(checked, position, library)?.name;
  if (old === undefined) return undefined;
  if (old === newName) return {};
  requireName(checked, newName, library);
  const homes = library
    .filter(({ names }) => names.some((one) => one.isOwn && one.name === old))
    .map(({ path }) => parentOf(path))
    .filter((folder) => lastPart(folder) === old);
  for (const folder of homes) requireFree(folder, old, newName);
  const edits = library.flatMap(({ document, names }) => {
    const meant = names.filter(({ name }) => name === old);
    if (meant.length === 0) return [];
    return [
      {
        uri: document.uri,
        edits: meant.map((one) => ({ range: toRange(document, one), newText: newName })),
      },
    ];
  });
  if (form === "changes")
    return { changes: Object.fromEntries(edits.map(({ uri, edits: own }) => [uri, own])) };
  const texts = edits.map(({ uri, edits: own }): TextDocumentEdit => ({
    textDocument: { uri, version: ports.openDocument(uri)?.version ?? null },
    edits: own,
  }));
  const moves = homes.map((folder): RenameFile => ({
    kind: "rename",
    oldUri: uriFromPath(folder),
    newUri: uriFromPath(joinPath(parentOf(folder), newName)),
  }));
  return { documentChanges: [...texts, ...(form === "files" ? moves : [])] };
}

function requireName(
  { dialect }: CheckedDocument,
  newName: string,
  library: readonly NamedDocument[],
): void {
  const verdict = findDialect(dialect)?.checkName(newName);
  if (verdict?.isValid === false)
    throw refusal(`\`${newName}\` is not a valid name: use ${verdict.expected ?? "another one"}.`);
  const holder = library.find(({ names }) =>
    names.some(({ isOwn, name }) => isOwn && name === newName),
  );
  if (holder !== undefined)
    throw refusal(`\`${newName}\` is the name of another skill already: ${holder.path}.`);
}

/** A folder of that name would be overwritten, and one that was installed be found changed. */
function requireFree(folder: string, old: string, newName: string): void {
  const root = parentOf(folder);
  if (fileExists(joinPath(root, newName)))
    throw refusal(`There is a folder \`${newName}\` in ${root} already.`);
  if (isInstalled(root, old))
    throw refusal(
      `\`${old}\` was installed here, and \`${LOCK_FILE}\` knows it by this name. Copy it to rename the copy.`,
    );
}

function isInstalled(root: string, name: string): boolean {
  try {
    return readLock(root).has(name);
  } catch (error) {
    if (!SkillError.isInstance(error)) throw error;
    throw refusal(error.message);
  }
}

function refusal(message: string): ResponseError<undefined> {
  return new ResponseError(ErrorCodes.InvalidParams, message);
}

function findAt(
  { document }: CheckedDocument,
  position: Position,
  library: readonly NamedDocument[],
): SkillName | undefined {
  const offset = document.offsetAt(position);
  return library
    .find((one) => one.document.uri === document.uri)
    ?.names.find(({ start, end }) => start <= offset && offset <= end);
}

/** Every skill of the workspace, the open ones as they are written now; asked for seldom, so nothing is kept. */
function readLibrary(
  { document: asked, file }: CheckedDocument,
  { workspace, openDocument }: NamePorts,
): readonly NamedDocument[] {
  const folders = workspace.foldersOf(file);
  const found = resolveInputs(folders).files.map(({ path }) => path);
  // An editor writes through links, and one in a folder of a stranger may lead to any file of the user.
  const paths = new Set(found.filter((path) => folders.some((folder) => isWithin(path, folder))));
  const documents = [...paths, ...(file.path === "" ? [] : [file.path])].map((path) => {
    const uri = uriFromPath(path);
    const open = uri === asked.uri || path === file.path ? asked : openDocument(uri);
    return { path, document: open ?? openText(uri, path) };
  });
  const unique = new Map(
    documents.flatMap(({ path, document }) =>
      document === undefined ? [] : [[document.uri, { path, document }]],
    ),
  );
  const ownNames = new Set<string>();
  for (const { document } of unique.values())
    for (const { name } of findSkillNames(document.getText(), () => false)) ownNames.add(name);
  return [...unique.values()].map(({ path, document }) => ({
    path,
    document,
    names: findSkillNames(document.getText(), (name) => ownNames.has(name)),
  }));
}

/** One that is gone, or may not be read, names nothing. */
function openText(uri: string, path: string): TextDocument | undefined {
  try {
    return TextDocument.create(uri, "skill", 0, readText(path));
  } catch {
    return undefined;
  }
}
