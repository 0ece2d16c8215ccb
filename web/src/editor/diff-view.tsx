import { MergeView, unifiedMergeView } from "@codemirror/merge";
import { EditorState, type Extension } from "@codemirror/state";
import { EditorView, lineNumbers } from "@codemirror/view";
import { useEffect, useRef, useState } from "react";
import { useIsPhone } from "../app/media.ts";
import "./editor.css";
import { skillLanguage } from "./skill-language.ts";
import { placeIn } from "./shadow.ts";
import { lineBreakOf, textOf } from "./text.ts";
import { editorLook } from "./theme.ts";

export interface DiffViewProps {
  readonly before: string;
  readonly after: string;
  readonly beforeLabel: string;
  readonly afterLabel: string;
  /** With it the right side can be changed, and takes pieces over from the left one. */
  readonly onChange?: (after: string) => void;
}

/** Two texts side by side with what differs; below each other where there is no room, and nothing is changed. */
export function DiffView({ before, after, beforeLabel, afterLabel, onChange }: DiffViewProps) {
  const host = useRef<HTMLDivElement>(null);
  const change = useRef(onChange);
  useEffect(() => {
    change.current = onChange;
  });
  const isOpen = onChange !== undefined;
  const isUnified = useIsPhone() && !isOpen;
  const [start] = useState(after);
  // While it is written in, the text that it began with stays its beginning.
  const shown = isOpen ? start : after;
  useEffect(() => {
    if (host.current === null) return undefined;
    const { root, parent } = placeIn(host.current);
    parent.style.overflow = "auto";
    if (isUnified) {
      const view = new EditorView({
        root,
        parent,
        doc: shown,
        extensions: [
          side(afterLabel, shown, true),
          unifiedMergeView({ original: before, mergeControls: false, collapseUnchanged: {} }),
        ],
      });
      return () => view.destroy();
    }
    const merge = new MergeView({
      root,
      parent,
      a: { doc: before, extensions: side(beforeLabel, before, true) },
      b: {
        doc: shown,
        extensions: [
          side(afterLabel, shown, !isOpen),
          EditorView.updateListener.of(({ docChanged, state }) => {
            if (docChanged) change.current?.(textOf(state));
          }),
        ],
      },
      ...(isOpen ? { revertControls: "a-to-b" as const } : { collapseUnchanged: {} }),
    });
    return () => merge.destroy();
  }, [before, shown, beforeLabel, afterLabel, isOpen, isUnified]);
  return <div className="diff-view" ref={host} />;
}

function side(label: string, text: string, isReadOnly: boolean): Extension {
  return [
    EditorState.lineSeparator.of(lineBreakOf(text)),
    EditorState.readOnly.of(isReadOnly),
    EditorView.lineWrapping,
    EditorView.contentAttributes.of({ "aria-label": label }),
    lineNumbers(),
    skillLanguage(),
    editorLook,
  ];
}
