/** From the words of Skillwright to those of the protocol. */
import type {
  Diagnostic as LspDiagnostic,
  DiagnosticRelatedInformation,
  Range as LspRange,
  TextEdit as LspEdit,
} from "vscode-languageserver-types";
import { DiagnosticSeverity } from "vscode-languageserver-types";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { Diagnostic, Range, Severity, Span, TextEdit } from "../../../skill/index.ts";

const SOURCE = "skillwright";

const SEVERITIES: { readonly [S in Severity]: DiagnosticSeverity } = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  info: DiagnosticSeverity.Information,
  hint: DiagnosticSeverity.Hint,
};

/** What an editor gets along with a finding, to show its fix at once. */
export interface DiagnosticData {
  readonly fix: { readonly title: string; readonly edits: readonly LspEdit[] };
}

export function toRange(document: TextDocument, { start, end }: Span): LspRange {
  return { start: document.positionAt(start), end: document.positionAt(Math.max(start, end)) };
}

export function toEdit(document: TextDocument, edit: TextEdit): LspEdit {
  return { range: toRange(document, edit), newText: edit.text };
}

/** One edit that leaves out what both texts begin and end with. */
export function changedPart(before: string, after: string): TextEdit {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start++;
  let end = 0;
  while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  return { start, end: before.length - end, text: after.slice(start, after.length - end) };
}

export function toSpan({ range }: Diagnostic): Span {
  return { start: range?.start.offset ?? 0, end: range?.end.offset ?? 0 };
}

/** A finding in a document that is open. */
export function toDiagnostic(
  document: TextDocument,
  diagnostic: Diagnostic,
  toUri: (shown: string) => string | undefined,
  pageOf?: (code: string) => string | undefined,
): LspDiagnostic {
  const { fix } = diagnostic;
  const data: DiagnosticData | undefined = fix && {
    fix: { title: fix.title, edits: fix.edits.map((edit) => toEdit(document, edit)) },
  };
  return {
    ...toForeignDiagnostic(diagnostic, pageOf),
    range: toRange(document, toSpan(diagnostic)),
    ...relatedTo(diagnostic, toUri),
    ...(data === undefined ? {} : { data }),
  };
}

/** A finding in a file whose text is not at hand: by lines and columns. */
export function toForeignDiagnostic(
  diagnostic: Diagnostic,
  pageOf?: (code: string) => string | undefined,
): LspDiagnostic {
  const { code, severity, message, hint, range } = diagnostic;
  const page = pageOf?.(code);
  return {
    range: { start: toPosition(range?.start), end: toPosition(range?.end) },
    severity: SEVERITIES[severity],
    code,
    ...(page === undefined ? {} : { codeDescription: { href: page } }),
    source: SOURCE,
    message: hint === undefined ? message : `${message}\n${hint}`,
  };
}

function toPosition(at: Range["start"] | undefined): LspRange["start"] {
  return { line: Math.max(0, (at?.line ?? 1) - 1), character: Math.max(0, (at?.column ?? 1) - 1) };
}

function relatedTo(
  { related = [] }: Diagnostic,
  toUri: (shown: string) => string | undefined,
): { readonly relatedInformation?: DiagnosticRelatedInformation[] } {
  const found = related.flatMap(({ message, file, range }) => {
    const uri = file === undefined ? undefined : toUri(file);
    if (uri === undefined) return [];
    const place = toForeignDiagnostic({
      code: "",
      severity: "info",
      message,
      ...(range === undefined ? {} : { range }),
    });
    return [{ message, location: { uri, range: place.range } }];
  });
  return found.length === 0 ? {} : { relatedInformation: found };
}
