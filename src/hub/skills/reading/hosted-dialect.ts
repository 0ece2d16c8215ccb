import { type Dialect, dialects } from "../../../skill/index.ts";

/** The rules by which the server keeps skills. */
export function hostedDialect(): Dialect {
  const found = dialects.find(({ isHosted }) => isHosted === true);
  if (found === undefined) throw new Error("No format in the list is the hosted one.");
  return found;
}
