import type { Action, Diagnostic as Mark } from "@codemirror/lint";
import type { EditorState, Text } from "@codemirror/state";
import type { Diagnostic, Position } from "vscode-languageserver/node";
import type { DiagnosticData } from "../../../src/check/editor/index.ts";

const SEVERITIES = ["error", "error", "warning", "info", "hint"] as const;

/** Findings of the language server as the editor shows them, with a button for each fix. */
export function toMarks(state: EditorState, diagnostics: readonly Diagnostic[]): readonly Mark[] {
  return diagnostics.map(({ range, severity = 1, message, code, data }) => ({
    from: offsetAt(state.doc, range.start),
    to: offsetAt(state.doc, range.end),
    severity: SEVERITIES[severity],
    source: String(code),
    message: plain(typeof message === "string" ? message : message.value),
    actions: actionsOf(data),
  }));
}

/** The fix that comes along with a finding. */
export function fixOf(data: unknown): DiagnosticData["fix"] | undefined {
  // Only the language server of the page writes it.
  return (data as DiagnosticData | undefined)?.fix;
}

function actionsOf(data: unknown): readonly Action[] {
  const fix = fixOf(data);
  if (fix === undefined) return [];
  return [
    {
      name: fix.title,
      apply: (view) =>
        view.dispatch({
          changes: fix.edits.map(({ range, newText }) => ({
            from: offsetAt(view.state.doc, range.start),
            to: offsetAt(view.state.doc, range.end),
            insert: newText.replaceAll("\r\n", "\n"),
          })),
          userEvent: "input.fix",
        }),
    },
  ];
}

/** A place that may be of a text a moment ago. */
function offsetAt(doc: Text, { line, character }: Position): number {
  if (line >= doc.lines) return doc.length;
  const { from, to } = doc.line(line + 1);
  return Math.min(from + character, to);
}

function plain(text: string): string {
  return text.replaceAll("`", "").replaceAll("\n", " ");
}
