import type { Rule } from "../rule.ts";
import { nameDirectory } from "./name-directory.ts";

/** Every rule, in the order in which they run. */
export const rules: readonly Rule[] = [nameDirectory];
