/** The names of skills across a workspace: where one is used, and how it becomes another. */
import type {
  Location,
  Position,
  Range,
  RenameFile,
  TextDocumentEdit,
  WorkspaceEdit,
} from "vscode-languageserver-types";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { findDialect } from "../../../skill/index.ts";
import { findSkillNames, type SkillName } from "../skill-names.ts";
import {
  EditorRefusal,
  type LanguagePorts,
  type LibraryDocument,
  type OpenSkill,
} from "./ports.ts";
import { toRange } from "./protocol.ts";

interface NamedDocument extends LibraryDocument {
  readonly names: readonly SkillName[];
}

/** The skills of the workspace, with the names in each. */
export type NamedLibrary = readonly NamedDocument[];

export function nameLibrary(documents: readonly LibraryDocument[]): NamedLibrary {
  const ownNames = new Set<string>();
  for (const { document } of documents)
    for (const { name } of findSkillNames(document.getText(), () => false)) ownNames.add(name);
  return documents.map((one) => ({
    ...one,
    names: findSkillNames(one.document.getText(), (name) => ownNames.has(name)),
  }));
}

/** The name at a place, for an editor that asks for a new one. */
export function nameAt(
  { document }: OpenSkill,
  position: Position,
  library: NamedLibrary,
): { readonly range: Range; readonly placeholder: string } | undefined {
  const found = findAt(document, position, library);
  if (found === undefined) return undefined;
  return { range: toRange(document, found), placeholder: found.name };
}

/** Every place of the name at a position; `which` leaves out places where a skill names itself, or all others. */
export function nameLocations(
  { document: asked }: OpenSkill,
  position: Position,
  library: NamedLibrary,
  which: (name: SkillName) => boolean,
): readonly Location[] {
  const name = findAt(asked, position, library)?.name;
  return library.flatMap(({ document, names }) =>
    names
      .filter((one) => one.name === name && which(one))
      .map((one) => ({ uri: document.uri, range: toRange(document, one) })),
  );
}

/** How an editor takes edits: of texts, of versions of texts, or with new names of folders as well. */
export type EditForm = "changes" | "documents" | "files";

type RenamePorts = Pick<
  LanguagePorts<OpenSkill>,
  "whyNotRenamed" | "afterRename" | "evaluations" | "showMessage"
>;

export interface RenameRequest {
  readonly position: Position;
  readonly newName: string;
  readonly form: EditForm;
}

/** Edits of all texts that name a skill, its evaluations among them, and the new name of its folder where that carries the old one. */
export function renameSkill(
  skill: OpenSkill,
  { position, newName, form }: RenameRequest,
  library: NamedLibrary,
  { whyNotRenamed, afterRename, evaluations, showMessage }: RenamePorts,
): WorkspaceEdit | undefined {
  const old = findAt(skill.document, position, library)?.name;
  if (old === undefined) return undefined;
  if (old === newName) return {};
  requireName(skill, newName, library);
  const homes = library
    .filter(({ names }) => names.some((one) => one.isOwn && one.name === old))
    .map(({ document }) => parentOf(document.uri))
    .filter((folder) => lastPart(folder) === old);
  for (const folder of homes) {
    const reason = whyNotRenamed(folder, newName);
    if (reason !== undefined) throw new EditorRefusal(reason);
  }
  const skills = library.map((one) => ({
    ...one,
    names: one.names.filter(({ name }) => name === old),
  }));
  const named = [...skills, ...(evaluations?.(library, old) ?? [])];
  const texts = named.flatMap(({ document, isOpen, names }): TextDocumentEdit[] => {
    if (names.length === 0) return [];
    const edits = names.map((one) => ({ range: toRange(document, one), newText: newName }));
    const { uri } = document;
    return [{ textDocument: { uri, version: isOpen ? document.version : null }, edits }];
  });
  for (const note of new Set(homes.map((folder) => afterRename?.(folder))))
    if (note !== undefined) showMessage(note);
  if (form === "changes")
    return {
      changes: Object.fromEntries(
        texts.map(({ textDocument, edits }) => [textDocument.uri, edits as never[]]),
      ),
    };
  const moves = homes.map((oldUri): RenameFile => ({
    kind: "rename",
    oldUri,
    newUri: `${parentOf(oldUri)}/${encodeURIComponent(newName)}`,
  }));
  return { documentChanges: [...texts, ...(form === "files" ? moves : [])] };
}

function parentOf(uri: string): string {
  return uri.slice(0, uri.lastIndexOf("/"));
}

function lastPart(uri: string): string {
  return decodeURIComponent(uri.slice(uri.lastIndexOf("/") + 1));
}

function requireName({ dialect }: OpenSkill, newName: string, library: NamedLibrary): void {
  const verdict = findDialect(dialect)?.checkName(newName);
  if (verdict?.isValid === false)
    throw new EditorRefusal(
      `\`${newName}\` is not a valid name: use ${verdict.expected ?? "another one"}.`,
    );
  const holder = library.find(({ names }) =>
    names.some(({ isOwn, name }) => isOwn && name === newName),
  );
  if (holder !== undefined)
    throw new EditorRefusal(
      `\`${newName}\` is the name of another skill already: ${decodeURIComponent(new URL(holder.document.uri).pathname)}.`,
    );
}

function findAt(
  asked: TextDocument,
  position: Position,
  library: NamedLibrary,
): SkillName | undefined {
  const offset = asked.offsetAt(position);
  return library
    .find(({ document }) => document.uri === asked.uri)
    ?.names.find(({ start, end }) => start <= offset && offset <= end);
}
