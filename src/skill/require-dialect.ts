import { type Dialect, dialects, findDialect, profiles } from "./dialects/index.ts";
import { SkillError } from "./model/index.ts";

/** The dialect, or the one of this id; an id that nobody has is refused with those that exist. */
export function requireDialect(chosen: Dialect | string): Dialect {
  if (typeof chosen === "object" && chosen !== null) return chosen;
  const dialect = findDialect(chosen);
  if (dialect !== undefined) return dialect;
  const ids = [...dialects, ...profiles].map(({ id }) => `\`${id}\``).join(", ");
  throw new SkillError({
    code: "config/unknown-dialect",
    severity: "error",
    message: `Unexpected dialect \`${chosen}\`, expected one of ${ids}.`,
    hint: "Name one of these, or have the dialect of a file detected by leaving it out.",
  });
}
