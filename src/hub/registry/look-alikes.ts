import {
  toFullName,
  isNearMiss,
  marketCodes,
  toSkeleton,
  type Viewer,
} from "../../registry/contract/index.ts";
import type { Diagnostic } from "../../skill/index.ts";
import type { Query } from "./ports.ts";
import { visibleTo } from "./visible.ts";

/** So many of the most downloaded skills are worth a slip of a finger. */
const POPULAR = 1000;
const MOST_SHOWN = 5;

interface Named {
  readonly slug: string;
  readonly publisher: string;
}

/** Skills of others whose names look like this one, of those that the viewer may find, the most downloaded first. */
export async function findLookAlikes(
  query: Query,
  { slug, publisher }: Named,
  viewer: Viewer,
): Promise<readonly string[]> {
  const skeleton = toSkeleton(slug);
  const others = query
    .selectFrom("market_skills")
    .select(["slug", "publisher", "skeleton"])
    .where("deleted_at", "is", null)
    .where(visibleTo(viewer))
    .$if(!viewer.isModerator, (all) => all.where("is_listed", "=", 1))
    .where("publisher", "!=", publisher)
    // The same name of another publisher says so itself.
    .where("slug", "!=", slug);
  const same = await others
    .where("skeleton", "=", skeleton)
    .orderBy("downloads", "desc")
    .limit(MOST_SHOWN)
    .execute();
  const popular = await others
    .where("is_listed", "=", 1)
    .orderBy("downloads", "desc")
    .limit(POPULAR)
    .execute();
  const near = popular.filter((other) => isNearMiss(skeleton, other.skeleton));
  const names = [...same, ...near].map((other) => toFullName(other.publisher, other.slug));
  return [...new Set(names)].slice(0, MOST_SHOWN);
}

/** Publishers whose handles look like this one. */
async function findLikePublishers(query: Query, handle: string): Promise<readonly string[]> {
  const rows = await query
    .selectFrom("market_publishers")
    .select("handle")
    .where("skeleton", "=", toSkeleton(handle))
    .where("handle", "!=", handle)
    .orderBy("created_at")
    .limit(MOST_SHOWN)
    .execute();
  return rows.map((row) => row.handle);
}

/** What whoever publishes a new skill should think about. */
export async function lookAlikeWarnings(
  query: Query,
  place: Named,
  viewer: Viewer,
): Promise<readonly Diagnostic[]> {
  const skills = await findLookAlikes(query, place, viewer);
  const publishers = await findLikePublishers(query, place.publisher);
  return [
    ...warning(
      `The name \`${place.slug}\` looks like`,
      skills,
      "People may install one for the other, and moderators see this too. Choose a name that cannot be confused.",
    ),
    ...warning(
      `The publisher \`${place.publisher}\` looks like`,
      publishers.map((handle) => `@${handle}`),
      "People may take one for the other, and moderators see this too.",
    ),
  ];
}

function warning(start: string, names: readonly string[], hint: string): readonly Diagnostic[] {
  if (names.length === 0) return [];
  const message = `${start} ${names.map((name) => `\`${name}\``).join(", ")}.`;
  return [{ code: marketCodes.lookAlike, severity: "warning", message, hint }];
}
