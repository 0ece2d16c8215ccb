/** From the words of Skillwright to those of the protocol. */
import {
  type Diagnostic as LspDiagnostic,
  DiagnosticSeverity,
  type Range as LspRange,
  type TextEdit as LspEdit,
} from "vscode-languageserver/node";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { Diagnostic, Range, Severity, Span, TextEdit } from "../../skill/model/index.ts";
import { uriFromPath } from "./workspace.ts";

const SOURCE = "skillwright";

const SEVERITIES: { readonly [S in Severity]: DiagnosticSeverity } = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  info: DiagnosticSeverity.Information,
  hint: DiagnosticSeverity.Hint,
};

export function toRange(document: TextDocument, { start, end }: Span): LspRange {
  return { start: document.positionAt(start), end: document.positionAt(Math.max(start, end)) };
}

export function toEdit(document: TextDocument, edit: TextEdit): LspEdit {
  return { range: toRange(document, edit), newText: edit.text };
}

export function spanOf({ range }: Diagnostic): Span {
  return { start: range?.start.offset ?? 0, end: range?.end.offset ?? 0 };
}

/** A finding in a document that is open. */
export function toDiagnostic(
  document: TextDocument,
  diagnostic: Diagnostic,
  toPath: (shown: string) => string | undefined,
): LspDiagnostic {
  return {
    ...toForeignDiagnostic(diagnostic),
    range: toRange(document, spanOf(diagnostic)),
    ...relatedTo(diagnostic, toPath),
  };
}

/** A finding in a file whose text is not at hand: by lines and columns. */
export function toForeignDiagnostic(diagnostic: Diagnostic): LspDiagnostic {
  const { code, severity, message, hint, range } = diagnostic;
  return {
    range: { start: toPosition(range?.start), end: toPosition(range?.end) },
    severity: SEVERITIES[severity],
    code,
    source: SOURCE,
    message: hint === undefined ? message : `${message}\n${hint}`,
  };
}

function toPosition(at: Range["start"] | undefined): LspRange["start"] {
  return { line: Math.max(0, (at?.line ?? 1) - 1), character: Math.max(0, (at?.column ?? 1) - 1) };
}

function relatedTo(
  { related = [] }: Diagnostic,
  toPath: (shown: string) => string | undefined,
): Pick<LspDiagnostic, "relatedInformation"> {
  const found = related.flatMap(({ message, file, range }) => {
    const path = file === undefined ? undefined : toPath(file);
    if (path === undefined || range === undefined) return [];
    const place = toForeignDiagnostic({ code: "", severity: "info", message, range });
    return [{ message, location: { uri: uriFromPath(path), range: place.range } }];
  });
  return found.length === 0 ? {} : { relatedInformation: found };
}
