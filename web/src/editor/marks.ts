import type { Diagnostic as Mark } from "@codemirror/lint";
import type { EditorState, Text } from "@codemirror/state";
import type { Diagnostic, Position } from "../../../src/skill/index.ts";
import { positionOf, textOf } from "./text.ts";

/** Findings as the editor shows them, with a button for each fix. */
export function toMarks(state: EditorState, diagnostics: readonly Diagnostic[]): readonly Mark[] {
  return diagnostics.map((diagnostic) => {
    const { range, severity, message, hint, code, fix } = diagnostic;
    const from = range === undefined ? 0 : at(state.doc, range.start);
    const to = range === undefined ? 0 : at(state.doc, range.end);
    return {
      from,
      to: Math.max(from, to),
      severity,
      source: code,
      message: plain(hint === undefined ? message : `${message} ${hint}`),
      ...(fix === undefined
        ? {}
        : {
            actions: [
              {
                name: fix.title,
                apply: (view) => {
                  const text = textOf(view.state);
                  view.dispatch({
                    changes: fix.edits.map((edit) => ({
                      from: positionOf(text, edit.start),
                      to: positionOf(text, edit.end),
                      insert: edit.text.replaceAll("\r\n", "\n"),
                    })),
                    userEvent: "input.fix",
                  });
                },
              },
            ],
          }),
    };
  });
}

/** A place that may be of a text a moment ago. */
function at(doc: Text, { line, column }: Position): number {
  if (line > doc.lines) return doc.length;
  const { from, to } = doc.line(Math.max(1, line));
  return Math.min(from + column - 1, to);
}

function plain(text: string): string {
  return text.replaceAll("`", "");
}
