import { dialects, findDialect, type Json } from "../../../src/skill/index.ts";
import { renderFrontmatter } from "../../../src/skill/text/rewrite.ts";

export interface DraftRequest {
  readonly name: string;
  readonly description: string;
  /** Where absent, the dialect of skills that the server keeps. */
  readonly dialect?: string;
}

/** A first version of a skill, with the fields that its system expects. */
export function draftSkill({ name, description, dialect: id }: DraftRequest): string {
  const hosted = dialects.find(({ isHosted }) => isHosted === true);
  const dialect = (id === undefined ? undefined : findDialect(id)) ?? hosted;
  if (dialect === undefined) throw new Error("There is no dialect for skills of a server.");
  const given: { readonly [key: string]: Json } = { name, description, ...dialect.skeleton(name) };
  const keys = [...dialect.keyOrder, ...Object.keys(given)].filter((key) =>
    Object.hasOwn(given, key),
  );
  const ordered = Object.fromEntries([...new Set(keys)].map((key) => [key, given[key] ?? null]));
  const { allowsFlow, jsonKeys } = dialect;
  const frontmatter = renderFrontmatter(ordered, { allowsFlow, jsonKeys });
  const title = name.replaceAll("-", " ").replace(/^./u, (letter) => letter.toUpperCase());
  return `---\n${frontmatter}\n---\n\n# ${title}\n\n1. Find out what the user wants, and ask where it is not clear.\n2. Do it, one step at a time.\n3. Check the result and show it to the user.\n`;
}
