import {
  type Document,
  isList,
  isObject,
  type Json,
  parseYaml,
  type Path,
  type Reading,
} from "../../../skill/index.ts";
import { quoteValue, valueSpan } from "../edits.ts";
import type { FileRule } from "../rule.ts";
import { shapeAt } from "../vocabulary.ts";

/** What is text to a reader of YAML 1.2 without quotes, and something else to older ones. */
const SUSPECT =
  /^(?:yes|no|on|off|[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?|[-+]?[0-9]+_[0-9_.]*|[-+]?0b[01_]+|[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:[Tt \t].*)?)$/i;
const DATE = /^[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:[Tt \t]|$)/;

/** The same unquoted word is text to one reader and a number, a switch or a date to another. */
export const yamlSurprise: FileRule = {
  code: "lint/yaml-surprise",
  title: "Texts that YAML readers take for something else are quoted.",
  severity: "warning",
  fixable: "safe",
  scope: "file",
  check: ({ document, reading, violations, report }) => {
    for (const { path, isLoose } of findSuspects(reading, document.frontmatter, [])) {
      if (violations.some((violation) => samePath(violation.path, path))) continue;
      const span = valueSpan(document, path);
      if (span === undefined) continue;
      const written = document.text.slice(span.start, span.end);
      const surprise = describeSurprise(written);
      const fix = surprise === undefined ? undefined : quoteValue(document, path);
      if (surprise === undefined || fix === undefined) continue;
      report({
        message: `YAML does not read the unquoted \`${written}\` in \`${String(path.at(-1))}\` as text.`,
        hint: `Some YAML readers make ${surprise} of it.`,
        path,
        ...(isLoose ? { severity: "info" } : {}),
        fix,
      });
    }
  },
};

function samePath(a: Path, b: Path): boolean {
  return a.length === b.length && a.every((step, index) => step === b[index]);
}

interface Suspect {
  readonly path: Path;
  /** Text by the general rule for `metadata`, not by a field of its own. */
  readonly isLoose: boolean;
}

/** Values that are meant as text and may surprise. Nearly all are ordinary: no path is made for them. */
function findSuspects(
  reading: Reading,
  value: Json,
  path: (string | number)[],
): readonly Suspect[] {
  if (isList(value)) return value.flatMap((item, index) => stepInto(reading, item, path, index));
  if (isObject(value)) {
    const found: Suspect[] = [];
    for (const key of Object.keys(value))
      found.push(...stepInto(reading, value[key] as Json, path, key));
    return found;
  }
  if (typeof value === "string") {
    if (!SUSPECT.test(value) || isQuoted(reading.document, value)) return NONE;
  } else if (typeof value !== "number") return NONE;
  const kind = shapeAt(reading, path)?.kind;
  if (kind === "text") return [{ path: [...path], isLoose: false }];
  const isMetadata = reading.dialect.metadataIsStrings && path[0] === "metadata";
  const isLoose = isMetadata && path.length === 2 && kind === "any";
  return isLoose ? [{ path: [...path], isLoose }] : NONE;
}

const NONE: readonly Suspect[] = [];

function stepInto(
  reading: Reading,
  value: Json,
  path: (string | number)[],
  step: string | number,
): readonly Suspect[] {
  path.push(step);
  const found = findSuspects(reading, value, path);
  path.pop();
  return found;
}

/** Wherever the text stands in the frontmatter, a quote stands before it. */
function isQuoted({ fence, text }: Document, value: string): boolean {
  if (fence === undefined) return false;
  const inner = text.slice(fence.inner.start, fence.inner.end);
  for (let at = inner.indexOf(value); at !== -1; at = inner.indexOf(value, at + 1))
    if (!/["']/.test(inner[at - 1] ?? "")) return false;
  return true;
}

/** What another reader would take the word for; undefined where all agree on text. */
function describeSurprise(written: string): string | undefined {
  if (/^["'|>[{&*!]/.test(written)) return undefined;
  if (DATE.test(written)) return "a date";
  const core = parseScalar(written, "core");
  const old = parseScalar(written, "yaml11");
  for (const value of [core, old]) {
    if (typeof value === "boolean" && typeof core === "string") return `\`${value}\``;
    if (typeof value === "number" && String(value) !== written) return `the number ${value}`;
  }
  return undefined;
}

function parseScalar(written: string, rule: "core" | "yaml11"): Json | undefined {
  const result = parseYaml(written, rule);
  return result.ok ? result.value : undefined;
}
