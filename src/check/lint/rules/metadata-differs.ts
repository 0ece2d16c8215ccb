import {
  coerce,
  type Dialect,
  formatPath,
  getKey,
  getPath,
  isEqual,
  isList,
  isObject,
  type Json,
  type MetadataBlock,
  NAMESPACE,
  type Reading,
  readAs,
  readDocument,
  resolveMetadata,
} from "../../../skill/index.ts";
import type { FileRule, RuleContext } from "../rule.ts";
import { listFamily } from "../vocabulary.ts";

/** What decides whether a skill is offered. */
const GATES: ReadonlySet<string | number | undefined> = new Set(["always", "os", "requires"]);

/** One program checks a skill and another one runs it: both must see the same requirements. */
export const metadataDiffers: FileRule = {
  code: "lint/metadata-differs",
  title: "All programs of a family read the same `metadata`.",
  severity: "warning",
  appliesTo: (dialect) => dialect.namespaces.length > 0 && listFamily(dialect).length > 1,
  scope: "file",
  check: (context) => {
    const { dialect, document, reading } = context;
    if (getKey(document.frontmatter, "metadata") === undefined) return;
    // A namespace that is not read, a file that is refused, a list that is none: told by themselves.
    const own = findBlock(reading);
    if (reading.refusals.length > 0 || own.namespace === null) return;
    if (isCommonForm(context)) return;
    if (context.violations.some(({ path }) => path[0] === "metadata")) return;
    for (const other of listFamily(dialect)) {
      const difference = other.id === dialect.id ? undefined : differenceTo(other, own, context);
      if (difference === undefined) continue;
      context.report({
        message: `${other.title} reads \`metadata\` differently: ${difference}.`,
        hint: "Write it as JSON on one line, with quoted keys and real lists, in one namespace.",
        path: ["metadata"],
        at: "key",
      });
      return;
    }
  },
};

/**
 * Real lists in one namespace, written in a way that the whole family reads: nothing can differ.
 * Spares most files the readings by every program.
 */
function isCommonForm({ dialect, document, reading }: RuleContext): boolean {
  const { fence, text, problems } = document;
  const metadata = getKey(reading.view, "metadata");
  if (fence === undefined || problems.length > 0 || !isObject(metadata)) return false;
  const family = listFamily(dialect);
  const names = new Set(family.flatMap((other) => other.namespaces));
  const requires = getPath(metadata, [reading.namespace ?? "", "requires"]) ?? {};
  if (Object.keys(metadata).filter((key) => names.has(key)).length !== 1) return false;
  if (!isObject(requires) || !Object.values(requires).every(isList)) return false;
  const line = /^metadata:(.*)$/m.exec(text.slice(fence.inner.start, fence.inner.end))?.[1] ?? "";
  const form = line.trim() === "" ? "block" : isStrictJson(line) ? "json" : undefined;
  return form !== undefined && family.every((other) => reads(other, form));
}

function isStrictJson(text: string): boolean {
  // A failed parse costs more than the look that foresees it.
  if (!/^\s*\{\s*".*\}\s*$/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const known = new WeakMap<Dialect, { readonly block: boolean; readonly json: boolean }>();

/** Whether a program takes requirements in this form: asked once, with a file of our own. */
function reads(dialect: Dialect, form: "block" | "json"): boolean {
  const found = known.get(dialect);
  if (found !== undefined) return found[form];
  const namespace = dialect.namespaces[0] ?? "";
  const takes = (metadata: string): boolean => {
    const text = `---\nname: a\ndescription: b\nmetadata:${metadata}\n---\n`;
    const block = findBlock(readAs(dialect, readDocument(text)));
    return isEqual(getPath(block.data, ["requires", "bins"]), ["x"]);
  };
  const json = takes(` {"${namespace}": {"requires": {"bins": ["x"]}}}`);
  const start = `\n  ${namespace}:\n    requires:\n      bins:`;
  const answer = { json, block: takes(`${start}\n        - x`) && takes(`${start} ["x"]`) };
  known.set(dialect, answer);
  return answer[form];
}

function findBlock(reading: Reading): MetadataBlock {
  const block = reading.dialect.metadata?.(reading);
  if (block !== undefined) return block;
  const { namespace, data } = resolveMetadata(reading.view, reading.dialect);
  return { namespace: namespace ?? null, data: data ?? null };
}

function differenceTo(
  other: Dialect,
  own: MetadataBlock,
  { dialect, document, path }: RuleContext,
): string | undefined {
  const reading = readAs(other, document, { path });
  if (reading.refusals.length > 0) return undefined;
  const theirs = findBlock(reading);
  // A namespace that the other does not know at all is another matter than one it fails to read.
  if (theirs.namespace === null && !other.namespaces.includes(own.namespace ?? ""))
    return undefined;
  const here = readGates(own, dialect);
  const there = readGates(theirs, other);
  const gate = [...here.keys(), ...there.keys()].find(
    (key) => !isEqual(here.get(key), there.get(key)),
  );
  if (gate === undefined) return undefined;
  if (own.namespace === theirs.namespace) return `the two disagree on \`${gate}\``;
  return `${dialect.title} takes ${nameOf(own)}, ${other.title} ${nameOf(theirs)}`;
}

function nameOf(block: MetadataBlock): string {
  return block.namespace === null ? "nothing" : `\`${block.namespace}\``;
}

/** What the block demands, as the table of the dialect means it; empty lists demand nothing. */
function readGates({ data }: MetadataBlock, dialect: Dialect): ReadonlyMap<string, Json> {
  const gates = new Map<string, Json>();
  for (const { path, shape } of dialect.fields) {
    const inner = path.slice(path.indexOf(NAMESPACE) + 1);
    if (!path.includes(NAMESPACE) || !GATES.has(inner[0])) continue;
    const value = getPath(data, inner);
    const meaning = value === undefined ? undefined : coerce(value, shape);
    const isEmpty = meaning === undefined || (isList(meaning) && meaning.length === 0);
    if (!isEmpty && !isObject(meaning)) gates.set(formatPath(inner), meaning);
  }
  return gates;
}
