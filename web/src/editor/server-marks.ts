/** Words with a meaning of their own, and where lists of skills cut the description, as the language server says. */
import type { LSPPlugin } from "@codemirror/lsp-client";
import { type Range, RangeSet, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, WidgetType } from "@codemirror/view";
import type { InlayHint, SemanticTokens } from "vscode-languageserver/node";

class Hint extends WidgetType {
  readonly #label: string;
  readonly #tooltip: string;

  constructor(label: string, tooltip: string) {
    super();
    this.#label = label;
    this.#tooltip = tooltip;
  }

  override toDOM(): HTMLElement {
    const mark = document.createElement("span");
    mark.className = "cm-hint";
    mark.textContent = this.#label;
    mark.title = this.#tooltip;
    return mark;
  }
}

const setMarks = StateEffect.define<DecorationSet>();

export const serverMarks: StateField<DecorationSet> = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (marks, { changes, effects }) =>
    effects.find((effect) => effect.is(setMarks))?.value ?? marks.map(changes),
  provide: (field) => EditorView.decorations.from(field),
});

/** Asks for the marks of the text that the server has; they are dropped where somebody has typed since. */
export async function showServerMarks(view: EditorView, plugin: LSPPlugin): Promise<void> {
  const { client, uri } = plugin;
  const { doc } = view.state;
  const textDocument = { uri };
  const range = { start: { line: 0, character: 0 }, end: plugin.toPosition(doc.length) };
  const [tokens, hints] = await Promise.all([
    client.request<object, SemanticTokens>("textDocument/semanticTokens/full", { textDocument }),
    client.request<object, InlayHint[]>("textDocument/inlayHint", { textDocument, range }),
  ]);
  if (!view.state.doc.eq(doc)) return;
  const types = client.serverCapabilities?.semanticTokensProvider?.legend.tokenTypes ?? [];
  const marks = [
    ...readTokens(tokens.data, types, (position) => plugin.fromPosition(position)),
    ...hints.map(({ position, label, tooltip }) => {
      const widget = new Hint(textOf(label), textOf(tooltip));
      return Decoration.widget({ widget, side: 1 }).range(plugin.fromPosition(position));
    }),
  ];
  view.dispatch({ effects: setMarks.of(RangeSet.of(marks, true)) });
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function readTokens(
  data: readonly number[],
  types: readonly string[],
  toOffset: (position: { readonly line: number; readonly character: number }) => number,
): readonly Range<Decoration>[] {
  const marks: Range<Decoration>[] = [];
  let at = { line: 0, character: 0 };
  for (let index = 0; index + 4 < data.length; index += 5) {
    const [lines = 0, characters = 0, length = 0, type = 0] = data.slice(index, index + 4);
    at = { line: at.line + lines, character: (lines === 0 ? at.character : 0) + characters };
    const from = toOffset(at);
    const mark = Decoration.mark({ class: `cm-token-${types[type] ?? ""}` });
    marks.push(mark.range(from, from + length));
  }
  return marks;
}
