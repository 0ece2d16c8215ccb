/** What an editor asks at a place of a document. */
import type { CodeActionParams } from "vscode-languageserver/node";
import type {
  CodeAction,
  CompletionItem as LspItem,
  DocumentLink,
  DocumentSymbol,
  Hover,
  InlayHint,
  Location,
  Position,
  Range,
  SemanticTokens,
} from "vscode-languageserver-types";
import {
  CodeActionKind,
  CompletionItemKind,
  InsertTextFormat,
  MarkupKind,
  SymbolKind,
} from "vscode-languageserver-types";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { type Diagnostic, findDialect, type Span } from "../../../skill/index.ts";
import { completeField, type CompletionItem, type Completions } from "../completion.ts";
import { findCuts } from "../cuts.ts";
import { fieldAt } from "../field-at.ts";
import { listFields } from "../fields.ts";
import { describeField } from "../hover.ts";
import { completeName } from "../known-names.ts";
import { outline, type OutlineEntry } from "../outline.ts";
import { placeAt } from "../place.ts";
import { findReferences } from "../references.ts";
import { findSkillNames } from "../skill-names.ts";
import { findTokens, TOKEN_KINDS } from "../tokens.ts";
import { convertActions } from "./commands.ts";
import type { LanguagePorts, OpenSkill } from "./ports.ts";
import { changedPart, toSpan, toDiagnostic, toEdit, toRange } from "./protocol.ts";

export const FIX_ALL: string = `${CodeActionKind.SourceFixAll}.skillwright`;

/** Quick fixes of the findings in a range, and all fixes that keep the meaning at once. */
export function codeActions<Skill extends OpenSkill>(
  skill: Skill,
  { range, context }: Pick<CodeActionParams, "range" | "context">,
  { fixAll }: LanguagePorts<Skill>,
): readonly CodeAction[] {
  const { document } = skill;
  const isWanted = (kind: string): boolean =>
    context.only === undefined ||
    context.only.some((only) => kind === only || kind.startsWith(`${only}.`));
  const asked = { start: document.offsetAt(range.start), end: document.offsetAt(range.end) };
  const fixes = isWanted(CodeActionKind.QuickFix)
    ? skill.diagnostics
        .filter((diagnostic) => overlaps(toSpan(diagnostic), asked))
        .flatMap((diagnostic) => quickFix(document, diagnostic))
    : [];
  // Actions of the whole file are offered to those who ask for such, not at every light bulb.
  const isAsked = (kind: string): boolean => context.only !== undefined && isWanted(kind);
  return [
    ...fixes,
    ...(isAsked(FIX_ALL) ? fixEverything(document, fixAll(skill)) : []),
    ...(isAsked(CodeActionKind.RefactorRewrite) ? convertActions(skill) : []),
  ];
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

function fixEverything(document: TextDocument, after: string): readonly CodeAction[] {
  const before = document.getText();
  if (after === before) return [];
  const edit = toEdit(document, changedPart(before, after));
  const changes = { [document.uri]: [edit] };
  return [{ title: "Fix all that is safe to fix", kind: FIX_ALL, edit: { changes } }];
}

export function completions<Skill extends OpenSkill>(
  skill: Skill,
  position: Position,
  ports: LanguagePorts<Skill>,
): readonly LspItem[] {
  const { document } = skill;
  const text = document.getText();
  const offset = document.offsetAt(position);
  const dialect = ports.fieldsFrom(dialectAt(skill, offset, ports), skill);
  const found =
    completeField(text, offset, listFields(dialect)) ??
    namesAt(skill, offset, dialect, ports) ??
    fileLinks(skill, offset, ports);
  return (found?.items ?? []).map((item) => toItem(document, found as Completions, item));
}

/** A key without its colon breaks what is around it, so the format is told by the text without that line. */
function dialectAt<Skill extends OpenSkill>(
  skill: Skill,
  offset: number,
  ports: LanguagePorts<Skill>,
): string {
  const text = skill.document.getText();
  const place = placeAt(text, offset);
  if (place === undefined || place.valueStart !== undefined) return skill.dialect;
  return ports.detect(skill, text.slice(0, place.start) + text.slice(place.end));
}

/** Tools, programs and the other skills of the workspace. */
function namesAt<Skill extends OpenSkill>(
  skill: Skill,
  offset: number,
  id: string,
  ports: LanguagePorts<Skill>,
): Completions | undefined {
  const dialect = findDialect(id);
  if (dialect === undefined) return undefined;
  return completeName(skill.document.getText(), offset, dialect, () => {
    const texts = ports
      .library(skill)
      .filter(({ document }) => document.uri !== skill.document.uri)
      .map(({ document }) => document.getText());
    const skills = texts.flatMap((text) =>
      findSkillNames(text, () => false).flatMap(({ name, isOwn }) => (isOwn ? [name] : [])),
    );
    return { skills, texts };
  });
}

const ITEM_KINDS = {
  field: CompletionItemKind.Field,
  value: CompletionItemKind.Value,
  file: CompletionItemKind.File,
  tool: CompletionItemKind.Function,
  program: CompletionItemKind.Constant,
  skill: CompletionItemKind.Module,
} as const;

function toItem(
  document: TextDocument,
  { start, end }: Completions,
  { label, text, kind, isRequired, doc }: CompletionItem,
): LspItem {
  return {
    label,
    kind: ITEM_KINDS[kind],
    insertTextFormat: InsertTextFormat.PlainText,
    textEdit: { range: toRange(document, { start, end }), newText: text },
    sortText: `${isRequired ? 0 : 1}${label}`,
    ...(isRequired ? { detail: "required" } : {}),
    ...(doc === undefined ? {} : { documentation: { kind: MarkupKind.Markdown, value: doc } }),
  };
}

const OPEN_LINK = /\]\((?<path>[^()\s\\]{0,200})$/u;

/** Files of the skill, after `](`. */
function fileLinks<Skill extends OpenSkill>(
  skill: Skill,
  offset: number,
  { entries }: LanguagePorts<Skill>,
): Completions | undefined {
  const before = skill.document.getText().slice(Math.max(0, offset - 210), offset);
  const path = OPEN_LINK.exec(before)?.groups?.["path"];
  if (path === undefined) return undefined;
  const inner = path.slice(0, path.lastIndexOf("/") + 1);
  const items = entries(skill, inner)
    .filter(({ name }) => !name.startsWith(".") && (inner !== "" || name !== "SKILL.md"))
    .map(({ name, isFolder }): CompletionItem => {
      const label = isFolder ? `${name}/` : name;
      return { label, text: label, kind: "file", isRequired: false };
    });
  return { start: offset - path.length + inner.length, end: offset, items };
}

export function hover<Skill extends OpenSkill>(
  skill: Skill,
  position: Position,
  { fieldsFrom }: LanguagePorts<Skill>,
): Hover | undefined {
  const { document } = skill;
  const dialect = findDialect(fieldsFrom(skill.dialect, skill));
  if (dialect === undefined) return undefined;
  const offset = document.offsetAt(position);
  const at = fieldAt(document.getText(), offset, listFields(dialect.id));
  const value = at === undefined ? undefined : describeField(at, dialect);
  if (at === undefined || value === undefined) return undefined;
  return { contents: { kind: MarkupKind.Markdown, value }, range: toRange(document, at) };
}

interface ResolvedReference extends Span {
  readonly uri: string;
}

/** References to files that exist inside of the folder of the skill. */
function resolveReferences<Skill extends OpenSkill>(
  skill: Skill,
  { resolve }: LanguagePorts<Skill>,
): readonly ResolvedReference[] {
  return findReferences(skill.document.getText()).flatMap(({ start, end, path }) => {
    const uri = resolve(skill, path);
    return uri === undefined ? [] : [{ start, end, uri }];
  });
}

export function documentLinks<Skill extends OpenSkill>(
  skill: Skill,
  ports: LanguagePorts<Skill>,
): readonly DocumentLink[] {
  return resolveReferences(skill, ports).map((reference) => ({
    range: toRange(skill.document, reference),
    target: reference.uri,
  }));
}

export function definition<Skill extends OpenSkill>(
  skill: Skill,
  position: Position,
  ports: LanguagePorts<Skill>,
): Location | undefined {
  const offset = skill.document.offsetAt(position);
  const found = resolveReferences(skill, ports).find(
    ({ start, end }) => start <= offset && offset <= end,
  );
  if (found === undefined) return undefined;
  const start = { line: 0, character: 0 };
  return { uri: found.uri, range: { start, end: start } };
}

export function symbols({ document }: OpenSkill): readonly DocumentSymbol[] {
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

export function inlayHints({ document }: OpenSkill, range: Range): readonly InlayHint[] {
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

/** Five numbers each: lines and characters from the one before, length, kind, and no modifiers. */
export function semanticTokens({ document }: OpenSkill): SemanticTokens {
  let before = { line: 0, character: 0 };
  const data = findTokens(document.getText()).flatMap(({ kind, start, end }) => {
    const at = document.positionAt(start);
    const isSameLine = at.line === before.line;
    const character = at.character - (isSameLine ? before.character : 0);
    const token = [at.line - before.line, character, end - start, TOKEN_KINDS.indexOf(kind), 0];
    before = at;
    return token;
  });
  return { data };
}
