import {
  type FacetId,
  getPath,
  isAbsent,
  type Json,
  type Path,
  resolvePath,
} from "../../skill/index.ts";
import type { RuleContext } from "./rule.ts";

export interface FacetText {
  /** Without blanks around it, never empty. */
  readonly text: string;
  readonly path: Path;
}

/** The text of one facet, read without building the whole model: rules ask for it in every file. */
export function facetText(context: RuleContext, id: FacetId): FacetText | undefined {
  for (const field of context.dialect.fields) {
    if (field.facet !== id) continue;
    const path = resolvePath(field, context.reading);
    const value: Json | undefined = getPath(context.reading.view, path);
    if (isAbsent(value)) continue;
    const text = typeof value === "string" ? value.trim() : "";
    return text === "" ? undefined : { text, path };
  }
  return undefined;
}
