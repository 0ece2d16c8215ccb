import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

/** The looks of the editor, by the tokens of the page: they reach into its shadow. */
const look = EditorView.theme({
  "&": { height: "100%", fontSize: "13px", backgroundColor: "var(--surface)", color: "var(--ink)" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.55" },
  ".cm-content": { padding: "10px 0", caretColor: "var(--ink)" },
  ".cm-gutters": {
    backgroundColor: "var(--surface)",
    color: "var(--ink-3)",
    border: "none",
    borderRight: "1px solid var(--line)",
  },
  ".cm-activeLine": { backgroundColor: "color-mix(in srgb, var(--surface-2) 60%, transparent)" },
  ".cm-activeLineGutter": { backgroundColor: "var(--surface-2)", color: "var(--ink)" },
  "&.cm-focused .cm-cursor": { borderLeftColor: "var(--ink)" },
  "&.cm-focused .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: "var(--accent-soft) !important",
  },
  ".cm-tooltip": {
    backgroundColor: "var(--surface)",
    color: "var(--ink)",
    border: "1px solid var(--line)",
    borderRadius: "6px",
    boxShadow: "var(--shadow)",
    fontFamily: "var(--font)",
    fontSize: "12.5px",
    maxWidth: "460px",
  },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": { fontFamily: "var(--mono)", maxHeight: "16em" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": {
    backgroundColor: "var(--accent-soft)",
    color: "var(--ink)",
  },
  ".cm-completionInfo": { padding: "8px 10px", fontFamily: "var(--font)" },
  ".cm-completionDetail": { color: "var(--ink-3)", fontStyle: "normal" },
  ".cm-field-hover": { padding: "8px 10px" },
  ".cm-field-hover p": { margin: "0 0 4px" },
  ".cm-field-hover code": { fontFamily: "var(--mono)" },
  ".cm-diagnostic": { padding: "6px 10px", borderLeft: "3px solid var(--line-strong)" },
  ".cm-diagnostic-error": { borderLeftColor: "var(--bad)" },
  ".cm-diagnostic-warning": { borderLeftColor: "var(--warn)" },
  ".cm-diagnostic-info": { borderLeftColor: "var(--info)" },
  ".cm-diagnosticAction": {
    backgroundColor: "var(--accent)",
    color: "var(--on-accent)",
    borderRadius: "4px",
    padding: "2px 8px",
    font: "inherit",
  },
  ".cm-lintRange-error": { backgroundImage: "none", borderBottom: "2px dotted var(--bad)" },
  ".cm-lintRange-warning": { backgroundImage: "none", borderBottom: "2px dotted var(--warn)" },
  ".cm-lintRange-info": { backgroundImage: "none", borderBottom: "2px dotted var(--info)" },
  ".cm-lintRange-hint": { backgroundImage: "none", borderBottom: "1px dotted var(--ink-3)" },
  ".cm-lint-marker": { width: "10px", height: "10px", marginTop: "5px" },
  ".cm-lint-marker-error": { content: "none", borderRadius: "50%", backgroundColor: "var(--bad)" },
  ".cm-lint-marker-warning": { content: "none", backgroundColor: "var(--warn)", rotate: "45deg" },
  ".cm-lint-marker-info": { content: "none", borderRadius: "2px", backgroundColor: "var(--info)" },
  ".cm-bulbs": { width: "20px" },
  ".cm-bulb": {
    display: "grid",
    placeItems: "center",
    width: "18px",
    height: "20px",
    cursor: "pointer",
  },
  ".cm-bulb svg": {
    width: "14px",
    height: "14px",
    padding: "1px",
    border: "1px solid var(--warn-line)",
    borderRadius: "4px",
    backgroundColor: "var(--warn-soft)",
    fill: "none",
    stroke: "var(--warn)",
    strokeWidth: "2",
    strokeLinecap: "round",
    strokeLinejoin: "round",
  },
  ".cm-panels": { backgroundColor: "var(--surface-2)", color: "var(--ink)" },
  ".cm-panels button, .cm-panels input": { font: "12.5px var(--font)" },
  ".cm-searchMatch": { backgroundColor: "var(--warn-soft)" },
  ".cm-changedLine, .cm-deletedChunk": { backgroundColor: "transparent" },
  "&.cm-merge-a .cm-changedLine": { backgroundColor: "var(--bad-soft)" },
  "&.cm-merge-b .cm-changedLine": { backgroundColor: "var(--good-soft)" },
  "&.cm-merge-a .cm-changedText": { background: "color-mix(in srgb, var(--bad) 8%, transparent)" },
  "&.cm-merge-b .cm-changedText": {
    background: "color-mix(in srgb, var(--good) 8%, transparent)",
  },
  ".cm-collapsedLines": {
    background: "var(--surface-2)",
    color: "var(--ink-2)",
    fontFamily: "var(--font)",
  },
  // Its own marks are in no font that is shipped.
  ".cm-collapsedLines::before, .cm-collapsedLines::after": { content: "none" },
});

const colours = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: "var(--syntax-key)" },
  { tag: [tags.string, tags.content], color: "var(--ink)" },
  { tag: tags.string, color: "var(--syntax-string)" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--syntax-number)" },
  { tag: tags.comment, color: "var(--syntax-comment)", fontStyle: "italic" },
  { tag: tags.heading, color: "var(--syntax-heading)", fontWeight: "650" },
  { tag: tags.strong, fontWeight: "650" },
  { tag: tags.emphasis, fontStyle: "italic" },
  { tag: [tags.link, tags.url], color: "var(--syntax-link)" },
  { tag: tags.monospace, color: "var(--syntax-code)" },
  { tag: [tags.meta, tags.processingInstruction], color: "var(--ink-3)" },
]);

export const editorLook: Extension = [look, syntaxHighlighting(colours)];
