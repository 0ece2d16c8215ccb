/** A bulb at every line that has a fix, and the key that opens what it offers. */
import { type Extension, RangeSet, StateEffect, StateField } from "@codemirror/state";
import { type EditorView, gutter, GutterMarker, keymap } from "@codemirror/view";
import type { Diagnostic } from "vscode-languageserver/node";
import { fixOf } from "./marks.ts";

/** A line, and where it is on the screen. */
export interface QuickFixPlace {
  readonly line: number;
  readonly left: number;
  readonly top: number;
}

const BULB =
  "M9 18h6M10 21h4M12 3a6 6 0 0 0-3.6 10.8c.6.5.6 1.2.6 2.2h6c0-1 0-1.7.6-2.2A6 6 0 0 0 12 3z";
const SVG = "http://www.w3.org/2000/svg";

class Bulb extends GutterMarker {
  override toDOM(): Node {
    const button = document.createElement("div");
    button.className = "cm-bulb";
    button.title = "Quick fix (Ctrl .)";
    const picture = document.createElementNS(SVG, "svg");
    picture.setAttribute("viewBox", "0 0 24 24");
    const path = document.createElementNS(SVG, "path");
    path.setAttribute("d", BULB);
    picture.append(path);
    button.append(picture);
    return button;
  }
}

const bulb = new Bulb();
const setLines = StateEffect.define<readonly number[]>();

const lines = StateField.define<RangeSet<GutterMarker>>({
  create: () => RangeSet.empty,
  update: (marks, { changes, effects }) => {
    const set = effects.find((effect) => effect.is(setLines));
    return set === undefined
      ? marks.map(changes)
      : RangeSet.of(set.value.map((position) => bulb.range(position)));
  },
});

export function quickFixes(open: (place: QuickFixPlace) => void, fixAll: () => void): Extension {
  const openAt = (view: EditorView, position: number): void => {
    const { number, from } = view.state.doc.lineAt(position);
    const shown = view.coordsAtPos(from) ?? view.contentDOM.getBoundingClientRect();
    open({ line: number, left: shown.left, top: shown.bottom });
  };
  return [
    lines,
    gutter({
      class: "cm-bulbs",
      markers: (view) => view.state.field(lines),
      initialSpacer: () => bulb,
      domEventHandlers: {
        mousedown: (view, { from }) => {
          let isMarked = false;
          view.state.field(lines).between(from, from, () => {
            isMarked = true;
          });
          if (isMarked) openAt(view, from);
          return isMarked;
        },
      },
    }),
    keymap.of([
      {
        key: "Mod-.",
        preventDefault: true,
        run: (view) => {
          openAt(view, view.state.selection.main.head);
          return true;
        },
      },
      {
        key: "Mod-Shift-.",
        preventDefault: true,
        run: () => {
          fixAll();
          return true;
        },
      },
    ]),
  ];
}

/** Puts a bulb at the lines that have a fix now. */
export function showBulbs(view: EditorView, diagnostics: readonly Diagnostic[]): void {
  if (view.state.field(lines, false) === undefined) return;
  const { doc } = view.state;
  const numbers = diagnostics.flatMap(({ data, range }) =>
    fixOf(data) === undefined ? [] : [Math.min(doc.lines, range.start.line + 1)],
  );
  const positions = [...new Set(numbers)]
    .toSorted((a, b) => a - b)
    .map((number) => doc.line(number).from);
  view.dispatch({ effects: setLines.of(positions) });
}
