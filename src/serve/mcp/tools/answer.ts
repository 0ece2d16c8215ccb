import type { CallToolResult, Icon } from "@modelcontextprotocol/server";
import { nearestWord } from "../../../skill/index.ts";
import type { Catalog } from "../catalog/catalog.ts";

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
  const near = nearestWord(
    name,
    catalog.listed.map((skill) => skill.path),
  );
  const hint = near === undefined ? "`search_skills` finds skills." : `Did you mean \`${near}\`?`;
  return refusal(`No skill \`${name}\` is served. ${hint}`);
}

/** A picture of a few lines, as an address that needs no network. */
export function lineIcon(paths: string): readonly Icon[] {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="currentColor" ' +
    `stroke-width="2" stroke-linecap="round" stroke-linejoin="round"><path d="${paths}"/></svg>`;
  return [
    { src: `data:image/svg+xml;base64,${btoa(svg)}`, mimeType: "image/svg+xml", sizes: ["any"] },
  ];
}
