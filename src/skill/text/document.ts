import {
  isObject,
  type JsonObject,
  lazyProperties,
  type Span,
  type TextEdit,
  withKey,
} from "../model/index.ts";
import { type Fence, findFence } from "./fence.ts";
import { mayHoldJsonComment, readJsonMetadata } from "./json-metadata.ts";
import type { Problem } from "./problem.ts";
import { recoverYaml, splitChunks } from "./recover.ts";
import { parseYaml } from "./values.ts";

/** A file as it was written: the text untouched, and what stands where. */
export interface Document {
  readonly text: string;
  readonly fence?: Fence;
  /** Where the instructions begin. */
  readonly bodyStart: number;
  /** Values by YAML 1.2, mended where strict YAML would refuse them. */
  readonly frontmatter: JsonObject;
  readonly problems: readonly Problem[];
  /** Edits after which the frontmatter is strict YAML, as far as it could be mended. */
  readonly repairs: readonly TextEdit[];
}

/** More than this is no frontmatter; the largest met in the wild has 3,500 bytes. */
const MAX_FRONTMATTER = 262_144;
/** Aliases multiply: a few dozen can stand for millions of nodes. Real skills use none. */
const MAX_ALIASES = 20;

/** An unquoted template mark, which YAML takes for a map inside a map. */
const TEMPLATE_VALUE = /^[\w-]+:[ \t]+\{\{/m;

/** Splits a SKILL.md into frontmatter and body and parses the frontmatter; never throws on what is in the text. */
export function readDocument(text: string, decoding: readonly Problem[] = []): Document {
  const contentStart = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  const found = findFence(text, contentStart);
  const problems = joined(joined(decoding, shapeProblems(text, contentStart)), found.problems);
  if (found.fence === undefined)
    return { text, bodyStart: contentStart, frontmatter: {}, problems, repairs: [] };
  const { fence } = found;
  const known = { text, fence, bodyStart: bodyStartOf(text, fence) };
  return withParsed(known, { text, fence, problems, parsed: undefined });
}

interface UnparsedFrontmatter {
  readonly text: string;
  readonly fence: Fence;
  readonly problems: readonly Problem[];
  parsed: ParsedFrontmatter | undefined;
}

/** Systems with a parser of their own never ask for these. */
const withParsed = lazyProperties<UnparsedFrontmatter, ParsedFrontmatter>({
  frontmatter: (unparsed) => parse(unparsed).frontmatter,
  problems: (unparsed) => parse(unparsed).problems,
  repairs: (unparsed) => parse(unparsed).repairs,
});

function parse(unparsed: UnparsedFrontmatter): ParsedFrontmatter {
  const { text, fence, problems } = unparsed;
  return (unparsed.parsed ??= parseFenced(text, fence, problems));
}

const NONE: readonly never[] = [];

/** Most files have no problems at all, so nothing is made for those. */
function joined<T>(first: readonly T[], second: readonly T[]): readonly T[] {
  if (second.length === 0) return first;
  return first.length === 0 ? second : [...first, ...second];
}

type ParsedFrontmatter = Pick<Document, "frontmatter" | "problems" | "repairs">;

function parseFenced(
  text: string,
  { inner }: Fence,
  before: readonly Problem[],
): ParsedFrontmatter {
  const values = readInner(detach(text.slice(inner.start, inner.end)));
  const { value: frontmatter } = values;
  if (values.problems.length === 0 && values.repairs.length === 0)
    return { frontmatter, problems: before, repairs: NONE };
  const problems = [...before];
  // A problem of an empty frontmatter at the end of the file has no character to stand on.
  const shift = (span: Span): Span => ({
    start: Math.min(span.start + inner.start, text.length),
    end: Math.min(span.end + inner.start, text.length),
  });
  const shiftEdit = (edit: TextEdit): TextEdit => ({ ...edit, ...shift(edit) });
  for (const problem of values.problems)
    problems.push({
      ...problem,
      ...shift(problem),
      ...(problem.edits === undefined ? {} : { edits: problem.edits.map(shiftEdit) }),
    });
  return { frontmatter, problems, repairs: values.repairs.map(shiftEdit) };
}

/**
 * A copy that does not keep the whole file in memory: engines make a slice a view of its parent, and
 * values outlive the text they were read from.
 */
function detach(part: string): string {
  return `${part} `.slice(0, -1);
}

export function bodyOf(document: Document): string {
  return document.text.slice(document.bodyStart);
}

function bodyStartOf(text: string, fence: Fence): number {
  const end = fence.closer.end;
  if (!fence.isClosed) return end;
  if (text[end] === "\r" && text[end + 1] === "\n") return end + 2;
  return end < text.length ? end + 1 : end;
}

function shapeProblems(text: string, contentStart: number): readonly Problem[] {
  if (contentStart === 0 && !text.includes("\r")) return NONE;
  const problems: Problem[] = [];
  if (contentStart === 1)
    problems.push({
      kind: "byte-order-mark",
      severity: "warning",
      start: 0,
      end: 1,
      message: "The file begins with a byte order mark instead of `---`.",
      hint: "Several systems then see no frontmatter at all. Save the file as UTF-8 without a mark.",
      edits: [{ start: 0, end: 1, text: "" }],
      fixTitle: "Remove the byte order mark",
    });
  if (!text.includes("\r")) return problems;
  const withoutPairs = text.replaceAll("\r\n", "");
  const loneReturn = withoutPairs.includes("\r");
  const loneFeed = withoutPairs.includes("\n");
  if (loneReturn) {
    const at = text.search(/\r(?!\n)/);
    problems.push({
      kind: "carriage-return",
      severity: "warning",
      start: at,
      end: at + 1,
      message: "A line ends with a carriage return instead of a line feed.",
      hint: "Some systems read such a file as one line. Save it with `\\n` line ends.",
      edits: [...text.matchAll(/\r(?!\n)/g)].map((match) => ({
        start: match.index,
        end: match.index + 1,
        text: "\n",
      })),
      fixTitle: "Replace lone carriage returns by line feeds",
    });
  } else if (loneFeed && text.includes("\r\n")) {
    const at = text.indexOf("\r\n");
    problems.push({
      kind: "mixed-line-ends",
      severity: "info",
      start: at,
      end: at + 2,
      message: "The file mixes two kinds of line ends.",
      hint: "Save the file with one kind of line end.",
    });
  }
  return problems;
}

interface InnerValues {
  readonly value: JsonObject;
  readonly problems: readonly Problem[];
  readonly repairs: readonly TextEdit[];
}

function readInner(inner: string): InnerValues {
  if (inner.trim() === "")
    return {
      value: {},
      repairs: [],
      problems: [
        {
          ...wholeOf(inner),
          kind: "empty-frontmatter",
          severity: "warning",
          message: "The frontmatter is empty: write fields between the `---` lines.",
          hint: "Add at least `name` and `description`.",
        },
      ],
    };
  const refusal = refuseHuge(inner);
  if (refusal !== undefined) return { value: {}, repairs: [], problems: [refusal] };
  // The parsers take a lone carriage return for a character; the replacement keeps every offset.
  const readable = inner.includes("\r") ? inner.replace(/\r(?!\n)/g, "\n") : inner;
  const result = parseYaml(readable, "core");
  if (!result.ok) return recoverYaml(readable, result.failure, "core");
  if (isObject(result.value)) {
    if (!readable.includes("{{") || !TEMPLATE_VALUE.test(readable))
      return readComments(readable, result.value);
    const failure = { reason: "a map stands as a key", offset: 0, isDuplicateKey: false };
    return recoverYaml(readable, failure, "core");
  }
  const isEmpty = result.value === undefined || result.value === null;
  return {
    value: {},
    repairs: [],
    problems: [
      {
        ...wholeOf(inner),
        kind: isEmpty ? "empty-frontmatter" : "not-a-mapping",
        severity: isEmpty ? "warning" : "error",
        message: isEmpty
          ? "The frontmatter has no `key: value` lines."
          : "The frontmatter is not `key: value` lines.",
        hint: "Write one field a line, for example `name: my-skill`.",
      },
    ],
  };
}

function wholeOf(inner: string): Span {
  return { start: 0, end: Math.max(1, inner.trimEnd().length) };
}

/** YAML takes a comment of JSON5 for part of a key, so that `metadata` says something else. */
function readComments(inner: string, value: JsonObject): InnerValues {
  if (!Object.hasOwn(value, "metadata") || !mayHoldJsonComment(inner))
    return { value, problems: NONE, repairs: NONE };
  const entry = splitChunks(inner).find(({ key }) => key === "metadata");
  const json = entry === undefined ? undefined : readJsonMetadata(inner, entry);
  if (json?.problem === undefined) return { value, problems: NONE, repairs: NONE };
  return {
    value: withKey(value, "metadata", json.value),
    problems: [json.problem],
    repairs: json.repairs,
  };
}

function refuseHuge(inner: string): Problem | undefined {
  const aliases = inner.includes("*") ? (inner.match(/(?:^|[\s,[{])\*\w+/g)?.length ?? 0) : 0;
  const isLong = inner.length > MAX_FRONTMATTER;
  if (!isLong && aliases <= MAX_ALIASES) return undefined;
  return {
    kind: "too-large",
    severity: "error",
    start: 0,
    end: Math.min(inner.length, 80),
    message: isLong
      ? `The frontmatter has ${inner.length} characters; at most ${MAX_FRONTMATTER} are allowed.`
      : `The frontmatter has ${aliases} YAML aliases; at most ${MAX_ALIASES} are allowed.`,
    hint: "Such frontmatter can be made to exhaust a reader's memory, so it is not read.",
  };
}
