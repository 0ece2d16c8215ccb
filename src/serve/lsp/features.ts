/** What an editor asks at a place of a document. */
import {
  type CodeAction,
  CodeActionKind,
  type CodeActionParams,
  type CodeLens,
  type CompletionItem as LspItem,
  CompletionItemKind,
  type DocumentLink,
  type DocumentSymbol,
  type Hover,
  type InlayHint,
  InsertTextFormat,
  type Location,
  MarkupKind,
  type Position,
  type Range,
  type SemanticTokens,
  SemanticTokensBuilder,
  SymbolKind,
} from "vscode-languageserver/node";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { fixDraft, lintDraft } from "../../app/machine/lint/drafts.ts";
import type { CompletionItem, Completions, OutlineEntry } from "../../check/editor/index.ts";
import {
  completeField,
  describeField,
  fieldAt,
  findCuts,
  findReferences,
  findTokens,
  listFields,
  outline,
  placeAt,
  reachOf,
  TOKEN_KINDS,
} from "../../check/editor/index.ts";
import {
  entriesOf,
  fileExists,
  isInside,
  joinPath,
  parentOf,
  realPath,
} from "../../platform/index.ts";
import type { Diagnostic, Span } from "../../skill/model/index.ts";
import { findDialect } from "../../skill/index.ts";
import type { CheckedDocument } from "./checks.ts";
import { spanOf, toDiagnostic, toEdit, toRange } from "./protocol.ts";
import { type Workspace, uriFromPath } from "./workspace.ts";

export const FIX_ALL: string = `${CodeActionKind.SourceFixAll}.skillwright`;

/** Quick fixes of the findings in a range, and all fixes that keep the meaning at once. */
export function codeActions(
  checked: CheckedDocument,
  { range, context }: CodeActionParams,
  workspace: Workspace,
): readonly CodeAction[] {
  const { document } = checked;
  const isWanted = (kind: string): boolean =>
    context.only === undefined ||
    context.only.some((only) => kind === only || kind.startsWith(`${only}.`));
  const asked = { start: document.offsetAt(range.start), end: document.offsetAt(range.end) };
  const fixes = isWanted(CodeActionKind.QuickFix)
    ? checked.diagnostics
        .filter((diagnostic) => overlaps(spanOf(diagnostic), asked))
        .flatMap((diagnostic) => quickFix(document, diagnostic))
    : [];
  // An action of the whole file is offered to those who ask for one, not at every light bulb.
  const all = context.only !== undefined && isWanted(FIX_ALL) ? fixAll(checked, workspace) : [];
  return [...fixes, ...all];
}

function overlaps(a: Span, b: Span): boolean {
  return a.start <= b.end && b.start <= a.end;
}

function quickFix(document: TextDocument, diagnostic: Diagnostic): readonly CodeAction[] {
  const { fix } = diagnostic;
  if (fix === undefined) return [];
  const isSafe = fix.safety === "safe";
  return [
    {
      title: isSafe ? fix.title : `${fix.title} (check the result)`,
      kind: CodeActionKind.QuickFix,
      isPreferred: isSafe,
      diagnostics: [toDiagnostic(document, diagnostic, () => undefined)],
      edit: { changes: { [document.uri]: fix.edits.map((edit) => toEdit(document, edit)) } },
    },
  ];
}

function fixAll({ document, file }: CheckedDocument, workspace: Workspace): readonly CodeAction[] {
  const before = document.getText();
  const after = fixDraft(file, before, workspace.rulesFor(file).settings);
  if (after === before) return [];
  const edit = toEdit(document, changedPart(before, after));
  const changes = { [document.uri]: [edit] };
  return [{ title: "Fix all that is safe to fix", kind: FIX_ALL, edit: { changes } }];
}

/** One edit that leaves out what both texts begin and end with. */
function changedPart(before: string, after: string): Span & { readonly text: string } {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start++;
  let end = 0;
  while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  return { start, end: before.length - end, text: after.slice(start, after.length - end) };
}

export function completions(
  checked: CheckedDocument,
  position: Position,
  workspace: Workspace,
): readonly LspItem[] {
  const { document, file } = checked;
  const text = document.getText();
  const offset = document.offsetAt(position);
  const dialect = dialectAt(checked, offset, workspace);
  const found = completeField(text, offset, listFields(dialect)) ?? fileLinks(checked, offset);
  if (found === undefined) return [];
  const folder = file.path === "" ? "" : parentOf(file.path);
  return found.items.map((item) => toItem(document, found, item, folder));
}

/** A key without its colon breaks what is around it, so the format is told by the text without that line. */
function dialectAt(checked: CheckedDocument, offset: number, workspace: Workspace): string {
  const { document, file, dialect } = checked;
  const text = document.getText();
  const place = placeAt(text, offset);
  if (place === undefined || place.valueStart !== undefined) return dialect;
  const rest = text.slice(0, place.start) + text.slice(place.end);
  const { report } = lintDraft(workspace.rulesFor(file).linter, file, rest);
  return report.files[0]?.dialect ?? dialect;
}

function toItem(
  document: TextDocument,
  { start, end }: Completions,
  { label, text, kind, isRequired, doc }: CompletionItem,
  folder: string,
): LspItem {
  const kinds = {
    field: CompletionItemKind.Field,
    value: CompletionItemKind.Value,
    file: CompletionItemKind.File,
  };
  return {
    label,
    kind: kinds[kind],
    insertTextFormat: InsertTextFormat.PlainText,
    textEdit: { range: toRange(document, { start, end }), newText: text },
    sortText: `${isRequired ? 0 : 1}${label}`,
    ...(isRequired ? { detail: "required" } : {}),
    ...(kind === "file" ? { detail: folder } : {}),
    ...(doc === undefined ? {} : { documentation: { kind: MarkupKind.Markdown, value: doc } }),
  };
}

const OPEN_LINK = /\]\((?<path>[^()\s\\]{0,200})$/u;

/** Files of the skill, after `](`. */
function fileLinks({ document, file }: CheckedDocument, offset: number): Completions | undefined {
  const written = OPEN_LINK.exec(document.getText().slice(Math.max(0, offset - 210), offset));
  const path = written?.groups?.["path"];
  if (path === undefined || file.path === "") return undefined;
  const inner = path.slice(0, path.lastIndexOf("/") + 1);
  const home = parentOf(file.path);
  const folder = joinPath(home, inner);
  if (!isInside(folder, home)) return undefined;
  const items = entriesOf(folder)
    .filter(({ name, path: at }) => !name.startsWith(".") && at !== file.path)
    .map(({ name, kind }): CompletionItem => {
      const label = kind === "folder" ? `${name}/` : name;
      return { label, text: label, kind: "file", isRequired: false };
    });
  return { start: offset - path.length + inner.length, end: offset, items };
}

export function hover(checked: CheckedDocument, position: Position): Hover | undefined {
  const { document } = checked;
  const dialect = findDialect(checked.dialect);
  if (dialect === undefined) return undefined;
  const offset = document.offsetAt(position);
  const at = fieldAt(document.getText(), offset, listFields(dialect.id));
  const value = at === undefined ? undefined : describeField(at, dialect);
  if (at === undefined || value === undefined) return undefined;
  return { contents: { kind: MarkupKind.Markdown, value }, range: toRange(document, at) };
}

interface ResolvedReference extends Span {
  readonly file: string;
}

/** References to files that exist inside of the folder of the skill, links of the file system followed. */
function resolveReferences({ document, file }: CheckedDocument): readonly ResolvedReference[] {
  if (file.path === "") return [];
  const folder = parentOf(file.path);
  return findReferences(document.getText()).flatMap(({ start, end, path }) => {
    const target = joinPath(folder, path);
    return fileExists(target) && isWithin(target, folder) ? [{ start, end, file: target }] : [];
  });
}

/** Whether a file lies in a folder, links of the file system followed. */
export function isWithin(target: string, folder: string): boolean {
  try {
    return isInside(realPath(target), realPath(folder));
  } catch {
    return false;
  }
}

export function documentLinks(checked: CheckedDocument): readonly DocumentLink[] {
  return resolveReferences(checked).map((reference) => ({
    range: toRange(checked.document, reference),
    target: uriFromPath(reference.file),
  }));
}

export function definition(checked: CheckedDocument, position: Position): Location | undefined {
  const offset = checked.document.offsetAt(position);
  const found = resolveReferences(checked).find(
    ({ start, end }) => start <= offset && offset <= end,
  );
  if (found === undefined) return undefined;
  const start = { line: 0, character: 0 };
  return { uri: uriFromPath(found.file), range: { start, end: start } };
}

export function symbols({ document }: CheckedDocument): readonly DocumentSymbol[] {
  const toSymbol = (entry: OutlineEntry): DocumentSymbol => ({
    name: entry.name,
    kind: entry.kind === "field" ? SymbolKind.Field : SymbolKind.String,
    range: toRange(document, entry),
    selectionRange: toRange(document, entry.selection),
    children: [],
  });
  const top: DocumentSymbol[] = [];
  const open: { readonly level: number; readonly symbol: DocumentSymbol }[] = [];
  for (const entry of outline(document.getText())) {
    const symbol = toSymbol(entry);
    while ((open.at(-1)?.level ?? -1) >= entry.level) open.pop();
    const parent = open.at(-1);
    (parent?.symbol.children ?? top).push(symbol);
    if (entry.kind === "heading") open.push({ level: entry.level, symbol });
  }
  return top;
}

/** Says why the other systems do not take the skill. */
export const SHOW_REACH = "skillwright.showReach";

/** One line above the skill: where it works and what reading it costs. */
export function codeLenses(
  { document, file }: CheckedDocument,
  countTokens: (text: string) => number,
): readonly CodeLens[] {
  const { works, total } = reachOf(document.getText(), file.path);
  const start = { line: 0, character: 0 };
  const title = `Works on ${works} of ${total} systems · ${countTokens(document.getText())} tokens`;
  return [
    {
      range: { start, end: start },
      command: { title, command: SHOW_REACH, arguments: [document.uri] },
    },
  ];
}

/** What is behind the line above the skill. */
export function describeReach({ document, file }: CheckedDocument): string {
  const { works, total, others } = reachOf(document.getText(), file.path);
  const lines = others.map(({ title, reason }) => `${title}: ${reason}`);
  return [`Works on ${works} of ${total} systems.`, ...lines].join("\n");
}

export function inlayHints({ document }: CheckedDocument, range: Range): readonly InlayHint[] {
  const asked = { start: document.offsetAt(range.start), end: document.offsetAt(range.end) };
  return findCuts(document.getText())
    .filter(({ offset }) => asked.start <= offset && offset <= asked.end)
    .map(({ offset, characters, systems }) => ({
      position: document.positionAt(offset),
      label: "✂",
      paddingLeft: true,
      paddingRight: true,
      tooltip: `The list of skills shows ${characters} characters of the description in ${systems.join(", ")}: nothing from here on.`,
    }));
}

export function semanticTokens({ document }: CheckedDocument): SemanticTokens {
  const builder = new SemanticTokensBuilder();
  for (const { kind, start, end } of findTokens(document.getText())) {
    const { line, character } = document.positionAt(start);
    builder.push(line, character, end - start, TOKEN_KINDS.indexOf(kind), 0);
  }
  return builder.build();
}
