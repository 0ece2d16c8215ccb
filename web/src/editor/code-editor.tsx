import { autocompletion, closeBrackets } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { bracketMatching, indentOnInput } from "@codemirror/language";
import { lintGutter, lintKeymap } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { Compartment, EditorState, type Extension } from "@codemirror/state";
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import "./editor.css";
import { quickFixes, type QuickFixPlace } from "./quick-fix.ts";
import { placeIn } from "./shadow.ts";
import { difference, lineBreakOf, positionOf, textOf } from "./text.ts";
import { editorLook } from "./theme.ts";

export interface CodeEditorProps {
  readonly label: string;
  readonly value: string;
  readonly onChange?: (value: string) => void;
  /** Language, completion and the like; must stay the same object while it means the same. */
  readonly extensions?: Extension;
  /** Where to put the cursor; a new object moves it. */
  readonly goTo?: { readonly offset: number } | undefined;
  /** Asks for what can be fixed at a line; without it there are no bulbs. */
  readonly onQuickFix?: ((place: QuickFixPlace) => void) | undefined;
  readonly onFixAll?: (() => void) | undefined;
  /** Where the cursor is, counted from 1. */
  readonly onCursor?: ((line: number, column: number) => void) | undefined;
}

const NOTHING: Extension = [];

/** An editor for one text. Without `onChange` it only shows it. */
export function CodeEditor(props: CodeEditorProps) {
  const { label, value, onChange, extensions = NOTHING, goTo } = props;
  const { onQuickFix, onFixAll, onCursor } = props;
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const handlers = useRef({ onChange, onQuickFix, onFixAll, onCursor });
  const first = useRef({ value, extensions });
  const [changing] = useState(() => new Compartment());
  useEffect(() => {
    handlers.current = { onChange, onQuickFix, onFixAll, onCursor };
  });
  const isReadOnly = onChange === undefined;
  const hasFixes = onQuickFix !== undefined;
  useEffect(() => {
    if (host.current === null) return undefined;
    const { root, parent } = placeIn(host.current);
    const text = view.current === null ? first.current.value : textOf(view.current.state);
    const editor = new EditorView({
      root,
      parent,
      state: EditorState.create({
        doc: text,
        extensions: [
          EditorState.lineSeparator.of(lineBreakOf(text)),
          basics(label, isReadOnly),
          changing.of(first.current.extensions),
          hasFixes
            ? quickFixes(
                (place) => handlers.current.onQuickFix?.(place),
                () => handlers.current.onFixAll?.(),
              )
            : NOTHING,
          EditorView.updateListener.of(({ docChanged, selectionSet, state, transactions }) => {
            const isOwn = transactions.some((one) => one.isUserEvent("outside"));
            if (docChanged && !isOwn) handlers.current.onChange?.(textOf(state));
            if (!docChanged && !selectionSet) return;
            const { head } = state.selection.main;
            const { number, from } = state.doc.lineAt(head);
            handlers.current.onCursor?.(number, head - from + 1);
          }),
        ],
      }),
    });
    view.current = editor;
    return () => editor.destroy();
  }, [label, isReadOnly, hasFixes, changing]);
  useEffect(() => {
    // What the editor knows may come while somebody writes already: cursor and history stay.
    view.current?.dispatch({ effects: changing.reconfigure(extensions) });
  }, [changing, extensions]);
  // In the same turn as the render that brings the value: a letter that is typed between the two would be taken for
  // a difference and removed.
  useLayoutEffect(() => {
    const editor = view.current;
    if (editor === null || textOf(editor.state) === value) return;
    const { from, to, insert } = difference(textOf(editor.state), value);
    const before = textOf(editor.state);
    const changes = { from: positionOf(before, from), to: positionOf(before, to), insert };
    editor.dispatch({ changes, userEvent: "outside" });
  }, [value]);
  useEffect(() => {
    const editor = view.current;
    if (editor === null || goTo === undefined) return;
    const at = Math.min(positionOf(textOf(editor.state), goTo.offset), editor.state.doc.length);
    editor.dispatch({ selection: { anchor: at }, scrollIntoView: true });
    editor.focus();
  }, [goTo]);
  return <div className="code-editor" ref={host} />;
}

function basics(label: string, isReadOnly: boolean): Extension {
  return [
    lineNumbers(),
    lintGutter(),
    history(),
    drawSelection(),
    indentOnInput(),
    bracketMatching(),
    closeBrackets(),
    autocompletion(),
    highlightActiveLine(),
    highlightActiveLineGutter(),
    highlightSelectionMatches(),
    EditorView.lineWrapping,
    EditorState.tabSize.of(2),
    EditorState.readOnly.of(isReadOnly),
    EditorView.contentAttributes.of({ "aria-label": label }),
    editorLook,
    keymap.of([
      // Tab indents; Escape and then Tab leaves the editor.
      indentWithTab,
      ...defaultKeymap,
      ...historyKeymap,
      ...searchKeymap,
      ...lintKeymap,
    ]),
  ];
}
