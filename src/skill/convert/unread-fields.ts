import type { Reading } from "../dialects/index.ts";
import type { Json } from "../model/index.ts";
import { splitChunks } from "../text/index.ts";

/** A field that stands in the file and not in what the system reads of it. */
export interface UnreadField {
  readonly key: string;
  readonly note: string;
  /** The value, or its text where nobody could read that. */
  readonly value: Json;
}

/** Fields that the dialect does not see, and those whose YAML nobody can read. */
export function findUnreadFields({ dialect, document, view }: Reading): readonly UnreadField[] {
  const { frontmatter, fence, text, problems } = document;
  const unseen = new Map<string, UnreadField>();
  const isBroken = problems.some(({ kind }) => kind === "invalid-yaml");
  const inner = fence === undefined ? "" : text.slice(fence.inner.start, fence.inner.end);
  for (const { key, valueStart, valueEnd } of isBroken ? splitChunks(inner) : []) {
    if (Object.hasOwn(frontmatter, key) || Object.hasOwn(view, key)) continue;
    const value = inner.slice(valueStart, valueEnd);
    unseen.set(key, { key, note: "Its YAML cannot be read.", value });
  }
  for (const [key, value] of Object.entries(frontmatter))
    if (!Object.hasOwn(view, key))
      unseen.set(key, { key, note: `${dialect.title} does not see it.`, value });
  return [...unseen.values()];
}
