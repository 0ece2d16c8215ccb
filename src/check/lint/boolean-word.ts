import { getPath, type Violation } from "../../skill/index.ts";
import type { RuleContext } from "./rule.ts";
import { shapeAt } from "./vocabulary.ts";

const YES = /^(?:true|yes|on|y|t|1)$/i;
const NO = /^(?:false|no|off|n|f|0)$/i;

/** What a word means that stands where the system takes only `true` and `false`. */
export function booleanWord(
  { rule, path }: Violation,
  { reading }: RuleContext,
): boolean | undefined {
  if (rule !== "field-type" || shapeAt(reading, path)?.kind !== "boolean") return undefined;
  const value = getPath(reading.view, path);
  if (typeof value !== "string") return undefined;
  const word = value.trim();
  return YES.test(word) ? true : NO.test(word) ? false : undefined;
}
