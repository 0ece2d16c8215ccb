/** What the editor knows of a SKILL.md: its syntax, its fields and their values. */
import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from "@codemirror/autocomplete";
import { markdown } from "@codemirror/lang-markdown";
import { yamlFrontmatter } from "@codemirror/lang-yaml";
import type { Extension, Text } from "@codemirror/state";
import { hoverTooltip, type Tooltip } from "@codemirror/view";
import {
  completeField,
  type CompletionItem,
  fieldAt,
  placeAt,
} from "../../../src/check/editor/index.ts";
import type { FieldInfo } from "../engine/systems.ts";

/** Gives the fields once they are known; no fields where they cannot be known. */
export type LoadFields = () => Promise<readonly FieldInfo[]>;

/**
 * Asks for the fields whenever it needs them, so that a word which is written before they are there is completed
 * once they come, and nothing that is shown is closed by their coming.
 */
export function skillLanguage(loadFields?: LoadFields): Extension {
  const syntax = yamlFrontmatter({ content: markdown() });
  if (loadFields === undefined) return syntax;
  return [
    syntax,
    autocompletion({
      override: [async (context) => complete(context, await loadFields())],
    }),
    hoverTooltip(async (view, position) => hover(view.state.doc, position, await loadFields())),
  ];
}

export function complete(
  context: CompletionContext,
  fields: readonly FieldInfo[],
): CompletionResult | null {
  const text = context.state.doc.toString();
  if (!context.explicit && placeAt(text, context.pos)?.key === "") return null;
  const found = completeField(text, context.pos, fields);
  if (found === undefined) return null;
  return { from: found.start, options: found.items.map(toOption), validFor: /^[\w-]*$/u };
}

function toOption({ label, text, kind, isRequired, doc }: CompletionItem): Completion {
  if (kind === "value") return { label, type: "constant" };
  return {
    label,
    type: "property",
    apply: text,
    detail: isRequired ? "required" : "",
    ...(doc === undefined ? {} : { info: plain(doc) }),
    boost: isRequired ? 2 : 0,
  };
}

function hover(doc: Text, position: number, fields: readonly FieldInfo[]): Tooltip | null {
  const at = fieldAt(doc.toString(), position, fields);
  if (at?.field === undefined) return null;
  const { field } = at;
  return {
    pos: at.start,
    end: at.end,
    above: true,
    create: () => {
      const dom = document.createElement("div");
      dom.className = "cm-field-hover";
      dom.append(paragraph(field.doc), paragraph(`Takes ${plain(field.takes)}.`));
      if (field.isRequired) dom.append(paragraph("It is required."));
      return { dom };
    },
  };
}

function paragraph(text: string): HTMLElement {
  const element = document.createElement("p");
  element.textContent = text;
  return element;
}

function plain(text: string): string {
  return text.replaceAll("`", "");
}
