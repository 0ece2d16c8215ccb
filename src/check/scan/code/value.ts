/** What is known of a value while code is followed. */
import type { DecodeKind } from "../finding.ts";
import type { Source, SourceKind } from "./facts.ts";
import type { FunctionForm } from "./form.ts";

/** Names and their values, inside other names. */
export interface Scope {
  readonly names: Map<string, Value>;
  readonly outer: Scope | undefined;
  /** Names that belong to the outermost scope, by declaration. */
  readonly shared: Set<string>;
}

export type Reference =
  /** Something of the language or of a library, by its dotted name; `()` stands for the result of a call. */
  | { readonly kind: "path"; readonly name: string }
  | {
      readonly kind: "function";
      readonly form: FunctionForm;
      readonly scope: Scope;
      readonly self?: Value;
    }
  /** A class of the skill, or an object of it: both are the same set of members. */
  | { readonly kind: "class"; readonly members: Scope; readonly bases: readonly Value[] }
  | { readonly kind: "object"; readonly members: Scope; readonly bases: readonly Value[] }
  | { readonly kind: "module"; readonly scope: Scope };

/** Lists and maps change in place, as they do in the code. */
export interface Value {
  readonly text?: string;
  readonly number?: number;
  sources: readonly Source[];
  readonly reference?: Reference;
  /** The value whose member this is. */
  readonly receiver?: Value;
  items?: Value[];
  entries?: Map<string, Value>;
  /** Text of which only parts are known. */
  readonly parts?: readonly (string | Value)[];
  /** How a known text was encoded in the skill. */
  readonly encoding?: readonly DecodeKind[];
  /** It was computed from several pieces rather than written. */
  readonly isPutTogether?: boolean;
  /** What was written to the file that this value names. */
  written?: Value;
  /** What was put into it, or into something within it, under names that are not followed. */
  noted?: Value[];
  /** The arguments of the call that made it. */
  readonly made?: readonly Value[];
}

/** What stands in a text for a part that is not known. */
export const HOLE = "…";

const NO_SOURCES: readonly Source[] = [];
const MAXIMUM_SOURCES = 24;
const MAXIMUM_TEXT = 100_000;
const MAXIMUM_PARTS = 200;

export function unknown(sources: readonly Source[] = NO_SOURCES): Value {
  return { sources };
}

export function known(text: string, from?: Value): Value {
  const encoding = from?.encoding;
  return {
    text: text.length > MAXIMUM_TEXT ? text.slice(0, MAXIMUM_TEXT) : text,
    sources: from?.sources ?? NO_SOURCES,
    ...(encoding === undefined ? {} : { encoding }),
    ...(from?.isPutTogether === true ? { isPutTogether: true } : {}),
  };
}

export function pathValue(name: string, receiver?: Value): Value {
  return {
    sources: receiver?.sources ?? NO_SOURCES,
    reference: { kind: "path", name },
    ...(receiver === undefined ? {} : { receiver }),
  };
}

export function pathOf(value: Value | undefined): string | undefined {
  return value?.reference?.kind === "path" ? value.reference.name : undefined;
}

/** The text with a mark for each part that is not known; undefined where nothing is. */
export function shapeOf(value: Value | undefined): string | undefined {
  if (value === undefined) return undefined;
  if (value.text !== undefined) return value.text;
  if (value.number !== undefined) return String(value.number);
  if (value.parts === undefined) return undefined;
  return value.parts.map((part) => (typeof part === "string" ? part : HOLE)).join("");
}

const MAXIMUM_TEXTS = 60;

/** The texts that stand in lists and maps, each on a line; undefined where none is known. */
export function textsIn(value: Value): string | undefined {
  const found: string[] = [];
  const seen = new Set<Value>();
  const gather = (one: Value): void => {
    if (found.length >= MAXIMUM_TEXTS || seen.has(one)) return;
    seen.add(one);
    const shape = shapeOf(one);
    if (shape !== undefined) found.push(shape);
    for (const item of one.items ?? []) gather(item);
    for (const [key, entry] of one.entries ?? []) {
      const inner = shapeOf(entry);
      if (inner === undefined) {
        found.push(`${key}:`);
        gather(entry);
      } else found.push(`${key}: ${inner}`);
    }
    for (const noted of one.noted ?? []) gather(noted);
  };
  gather(value);
  return found.length === 0 ? undefined : found.join("\n").slice(0, 10_000);
}

export function shownOf(value: Value): string {
  return shapeOf(value) ?? HOLE;
}

export function mergeSources(values: readonly (Value | undefined)[]): readonly Source[] {
  const filled = values.filter((value) => value !== undefined && value.sources.length > 0);
  if (filled.length === 0) return NO_SOURCES;
  if (filled.length === 1) return filled[0]?.sources ?? NO_SOURCES;
  const all = new Set<Source>();
  for (const value of filled) for (const source of value?.sources ?? []) all.add(source);
  return [...all].slice(0, MAXIMUM_SOURCES);
}

export function addSources(value: Value, more: readonly Source[]): void {
  if (more.length === 0) return;
  value.sources = mergeSources([value, { sources: more }]);
}

/** One entry of a whole: a variable of a file of variables is no longer the file. */
export function partsOf(sources: readonly Source[]): readonly Source[] {
  return mapSources(sources, (source) =>
    source.isPart !== true && isWholeKind(source.kind) ? { ...source, isPart: true } : source,
  );
}

/** Entries gathered again are the whole. */
export function wholeOf(sources: readonly Source[]): readonly Source[] {
  return mapSources(sources, (source) =>
    source.isPart === true ? { ...source, isPart: false } : source,
  );
}

export function encodedOf(sources: readonly Source[]): readonly Source[] {
  return mapSources(sources, (source) =>
    source.isEncoded === true ? source : { ...source, isEncoded: true },
  );
}

function mapSources(
  sources: readonly Source[],
  change: (source: Source) => Source,
): readonly Source[] {
  return sources.length === 0 ? sources : sources.map(change);
}

function isWholeKind(kind: SourceKind): boolean {
  return kind !== "remote" && kind !== "input" && kind !== "variable" && kind !== "environment";
}

/** Parts put together; known as a whole where each of them is. */
export function joined(values: readonly Value[]): Value {
  const sources = mergeSources(values);
  const parts: (string | Value)[] = [];
  for (const value of values) {
    const pieces = value.text ?? (value.number === undefined ? undefined : String(value.number));
    for (const piece of pieces === undefined ? (value.parts ?? [value]) : [pieces]) {
      const last = parts.at(-1);
      if (typeof piece === "string" && typeof last === "string")
        parts[parts.length - 1] = last + piece;
      else parts.push(piece);
    }
  }
  const rest = {
    sources,
    ...(isSplitWord(values) ? ({ encoding: ["concatenation"] } as const) : encodingAmong(values)),
    ...(values.length > 1 ? { isPutTogether: true } : {}),
  };
  const [only] = parts;
  if (parts.length === 0) return { text: "", ...rest };
  // Text that only grows is let go of, so that adding to it again costs nothing.
  if (parts.length > MAXIMUM_PARTS || lengthOf(parts) > MAXIMUM_TEXT)
    return { parts: [...parts.slice(0, 20).map(shorten), unknown()], ...rest };
  return parts.length === 1 && typeof only === "string"
    ? { text: only, ...rest }
    : { parts, ...rest };
}

/** Names of programs and functions that nobody cuts in two without wanting to hide them. */
const HIDDEN_WORDS =
  /(?<![A-Za-z])(?:curl|wget|bash|eval|exec|base64|powershell|netcat|ncat|child_process|subprocess|marshal|id_rsa)(?![a-z])/g;
const LONGEST_SPLIT = 2000;

/** Whether such a word stands in the whole and in none of its pieces. */
function isSplitWord(values: readonly Value[]): boolean {
  if (values.length < 2 || values.length > 40) return false;
  let whole = "";
  const edges = new Set<number>();
  for (const { text } of values) {
    if (text === undefined || whole.length > LONGEST_SPLIT) whole += " ";
    else {
      whole += text;
      edges.add(whole.length);
    }
  }
  return [...whole.matchAll(HIDDEN_WORDS)].some(({ index, 0: word }) =>
    [...edges].some((edge) => edge > index && edge < index + word.length),
  );
}

function lengthOf(parts: readonly (string | Value)[]): number {
  let length = 0;
  for (const part of parts) if (typeof part === "string") length += part.length;
  return length;
}

function shorten(part: string | Value): string | Value {
  return typeof part === "string" ? part.slice(0, 500) : part;
}

/** How the first of these was encoded in the skill, as a part of a value. */
export function encodingAmong(values: readonly (Value | undefined)[]): Pick<Value, "encoding"> {
  const encoding = values.find((value) => value?.encoding !== undefined)?.encoding;
  return encoding === undefined ? {} : { encoding };
}

/** One of several: what all of them may carry, and the first text that is known. */
export function eitherOf(values: readonly Value[]): Value {
  const [only] = values;
  if (values.length === 1 && only !== undefined) return only;
  const told = values.find(
    (value) =>
      shapeOf(value) !== undefined ||
      value.reference !== undefined ||
      value.entries !== undefined ||
      value.items !== undefined,
  );
  return { ...told, sources: mergeSources(values) };
}

export function listOf(items: readonly Value[]): Value {
  return { items: [...items], sources: mergeSources(items) };
}
