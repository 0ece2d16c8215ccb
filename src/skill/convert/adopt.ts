import { fillPath, meaningIfFit } from "../dialects/shared/write.ts";
import { type FacetId, facetTitles, getFacet, isEqual, splitFacet } from "../model/index.ts";
import { type Draft, isOneOf, putFacet } from "./draft.ts";

/** Words about a skill mean the same wherever they stand; requirements and rights do not. */
const HARMLESS: ReadonlySet<string> = new Set(["identity", "guidance", "ownership"]);

function isHarmless(id: FacetId): boolean {
  return HARMLESS.has(splitFacet(id)[0]);
}

/**
 * A field such as `version` that the source does not know, at a place where the target reads just
 * that, stays and is read from now on. A note for the way back keeps it an unknown field there. What
 * a migration left in place comes back to whoever reads it.
 */
export function adoptExtensions(draft: Draft): void {
  const { source, target, namespace, limits } = draft;
  for (const extension of source.skill.extensions) {
    const { path, value } = extension;
    if (source.origins.has(extension) || isOneOf(limits.extensions, path)) continue;
    const isLent = isOneOf(source.stowed.lent, path);
    for (const field of target.fields) {
      const { facet } = field;
      if (facet === undefined || draft.facets.has(facet)) continue;
      if (!isLent && !isHarmless(facet)) continue;
      if (getFacet(source.skill, facet) !== undefined || limits.flat.has(facet)) continue;
      const paths = [field.path, ...(isLent ? (field.aliases ?? []) : [])];
      if (!paths.some((item) => isEqual(fillPath(item, target, namespace), path))) continue;
      const meaning = meaningIfFit(target, field, value);
      if (meaning === undefined) continue;
      putFacet(draft, facet, { path, value, meaning });
      (isLent ? draft.returned : draft.adopted).push(path);
      const note = `${target.title} reads it as the ${facetTitles[facet]}.`;
      draft.entries.push({ source: path, outcome: "kept", target: path, note });
      break;
    }
  }
}
