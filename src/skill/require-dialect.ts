import { type Dialect, dialects, findDialect, profiles } from "./dialects/index.ts";
import { nearestWord, SkillError } from "./model/index.ts";

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

export function unknownDialectHint(id: string): string {
  const near = nearestWord(id, dialectIds());
  return near === undefined
    ? `Known formats: ${dialectIds().join(", ")}.`
    : `Did you mean \`${near}\`?`;
}

/** What is meant where no dialect is named: the specification that all makers share. */
export function openSpecification(): Dialect {
  const open = dialects.find((dialect) => dialect.isOpenSpecification === true);
  if (open === undefined) throw new Error("No dialect is the open specification.");
  return open;
}
