import type { CallToolResult } from "@modelcontextprotocol/server";
import { didYouMean } from "../../../skill/model/index.ts";
import type { Catalog } from "../../../app/catalog/index.ts";

/** An answer for programs, and the text that a model reads. */
export function answer(
  structured: { readonly [key: string]: unknown },
  text?: string,
): CallToolResult {
  return {
    content: [{ type: "text", text: text ?? JSON.stringify(structured, null, 2) }],
    structuredContent: { ...structured },
  };
}

/** A refusal that a model can act on. */
export function refusal(text: string): CallToolResult {
  return { content: [{ type: "text", text }], isError: true };
}

export function unknownSkill(catalog: Catalog, name: string): CallToolResult {
  const names = catalog.listed.map((skill) => skill.path);
  const hint = didYouMean(name, names) ?? "`search_skills` finds skills.";
  return refusal(`No skill \`${name}\` is served. ${hint}`);
}
