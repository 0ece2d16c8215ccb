import type { ServedSkill } from "../../../app/catalog/index.ts";

/**
 * What FastMCP says of a component: its tags and version. The hints that nothing is changed by reading stand
 * here too, since clients keep only the annotations of resources that the protocol knows.
 */
export function buildMeta({ tags, version }: Pick<ServedSkill, "tags" | "version">): {
  readonly fastmcp: { readonly tags: readonly string[]; readonly version?: string };
  readonly readOnlyHint: true;
  readonly idempotentHint: true;
} {
  return {
    fastmcp: { tags, ...(version === undefined ? {} : { version }) },
    readOnlyHint: true,
    idempotentHint: true,
  };
}
