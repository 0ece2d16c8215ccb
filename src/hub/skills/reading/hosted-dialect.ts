import { type Dialect, dialects } from "../../../skill/index.ts";

/** The rules by which the server keeps skills. */
export function hostedDialect(): Dialect {
  const found = dialects.find(({ isHosted }) => isHosted === true);
  if (found === undefined) throw new Error("Unexpected list of dialects without a hosted one.");
  return found;
}
