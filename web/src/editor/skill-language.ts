/** How a SKILL.md is coloured; what is known of it beyond its syntax comes from the language server. */
import { markdown } from "@codemirror/lang-markdown";
import { yamlFrontmatter } from "@codemirror/lang-yaml";
import type { Extension } from "@codemirror/state";

export function skillLanguage(): Extension {
  return yamlFrontmatter({ content: markdown() });
}
