import { getKey } from "../../model/index.ts";
import type { Description, Reading } from "../dialect.ts";

/** Name and description as they stand in the frontmatter, for systems without fallbacks. */
export function describeAsWritten(reading: Reading): Description {
  const name = trimmed(reading, "name");
  const description = trimmed(reading, "description");
  return {
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
  };
}

/** The text of a top-level field without blanks around it; undefined where it says nothing. */
export function trimmed(reading: Reading, key: string): string | undefined {
  const value = getKey(reading.view, key);
  if (typeof value !== "string") return undefined;
  const content = value.trim();
  return content === "" ? undefined : content;
}
