import { type Dialect, dialects, findDialect, profiles } from "./dialects/index.ts";
import { didYouMean, SkillError } from "./model/index.ts";

/** Ids of every dialect and of their editions. */
export function dialectIds(): readonly string[] {
  return [...dialects, ...profiles].map(({ id }) => id);
}

/** The dialect, or the one of this id; an unknown id is refused with the one that was probably meant. */
export function requireDialect(chosen: Dialect | string): Dialect {
  if (typeof chosen === "object" && chosen !== null) return chosen;
  const dialect = findDialect(chosen);
  if (dialect !== undefined) return dialect;
  throw new SkillError({
    code: "config/unknown-dialect",
    severity: "error",
    message: `There is no format \`${chosen}\`.`,
    hint: unknownDialectHint(chosen),
  });
}

/** Names the edition of the document, where a bare name means the one that people run. */
const DOCUMENT = "@seed";

/**
 * What a person means by a name: of a system with editions the one that people run today, and with `@seed` the one of
 * its document. Ids in data are exact, and are for `requireDialect`.
 */
export function chooseDialect(chosen: Dialect | string): Dialect {
  if (typeof chosen !== "string") return chosen;
  const current = currentEdition(chosen);
  if (current !== undefined) return current;
  const name = chosen.endsWith(DOCUMENT) ? chosen.slice(0, -DOCUMENT.length) : chosen;
  return currentEdition(name) === undefined ? requireDialect(chosen) : requireDialect(name);
}

function currentEdition(id: string): Dialect | undefined {
  return profiles.find((profile) => profile.isCurrent === true && profile.id.startsWith(`${id}@`));
}

export function unknownDialectHint(id: string): string {
  return didYouMean(id, dialectIds()) ?? `Known formats: ${dialectIds().join(", ")}.`;
}

/** What is meant where no dialect is named: the specification that all makers share. */
export function openSpecification(): Dialect {
  const open = dialects.find((dialect) => dialect.isOpenSpecification === true);
  if (open === undefined) throw new Error("No dialect is the open specification.");
  return open;
}
