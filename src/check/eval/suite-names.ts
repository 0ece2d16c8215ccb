/** Where an evaluation file names a skill, so that a new name can be written there and all else stay as it is. */
import {
  isMap,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  parseDocument,
  type Scalar,
  visit,
} from "yaml";
import type { Span } from "../../skill/index.ts";
import type { SuiteFile } from "./model.ts";
import { parseFile } from "./parse.ts";
import { detectFormat } from "./read.ts";

/** Keys of one name. Lists under some of them hold requests. */
const OF_ONE: ReadonlySet<string> = new Set([
  "skill_name",
  "skill",
  "expected_skill",
  "expect",
  "expected_action",
  "should_trigger",
  "should_activate",
]);
/** Keys of a list of names. */
const OF_MANY: ReadonlySet<string> = new Set([
  "expected_skills",
  "acceptable_skills",
  "allowed_skills",
  "optional_skills",
  "forbidden_skills",
  "not_expected_skills",
  "reject",
  "skills",
  "skills_expected_to_activate",
  "fires",
  "silent",
  "acceptable",
]);
/** Keys that mean other things elsewhere. */
const OF_FORMAT: { readonly [format: string]: ReadonlySet<string> } = {
  vally: new Set(["required", "disallowed"]),
};
/** In it, names of skills are keys. */
const BY_SKILL = "library-triggers";

/** Empty for a file that is no evaluation, or cannot be read as it is. */
export function findSuiteNames(file: SuiteFile, name: string): readonly Span[] {
  if (!file.text.includes(name)) return [];
  const { value } = parseFile(file);
  const format = value === undefined ? undefined : detectFormat(value, file)?.id;
  if (format === undefined) return [];
  // JSON has tabs between its values alone, where YAML does not take them.
  const isJson = /\.json$/iu.test(file.path);
  const tree = parseDocument(isJson ? file.text.replaceAll("\t", " ") : file.text, {
    uniqueKeys: false,
    prettyErrors: false,
    logLevel: "silent",
  });
  if (tree.errors.length > 0) return [];
  const found: Span[] = [];
  const add = (node: unknown): void => {
    const span = isScalar(node) && node.value === name ? spanOf(node, file.text, name) : undefined;
    if (span !== undefined) found.push(span);
  };
  visit(tree, {
    Pair: (_, { key, value: held }: Pair) => {
      const word = isScalar(key) ? String(key.value) : "";
      if (OF_ONE.has(word) || OF_MANY.has(word)) add(held);
      if (isSeq<Node>(held) && (OF_MANY.has(word) || OF_FORMAT[format]?.has(word) === true))
        held.items.forEach(add);
      if (format === BY_SKILL && isMap(held)) add(key);
    },
  });
  return found;
}

/** The name without its quotes; nothing where it is written in some other way. */
function spanOf({ range }: Scalar, text: string, name: string): Span | undefined {
  if (range === null || range === undefined) return undefined;
  const [from, to] = range;
  const start = from + (/["']/u.test(text[from] ?? "") ? 1 : 0);
  const end = start + name.length;
  return text.slice(start, end) === name && end <= to ? { start, end } : undefined;
}
