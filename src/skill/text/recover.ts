import {
  defineKey,
  isObject,
  type Json,
  type JsonObject,
  type Span,
  type TextEdit,
} from "../model/index.ts";
import { applyEdits } from "./edit.ts";
import { lineAt } from "./fence.ts";
import { readJsonMetadata } from "./json-metadata.ts";
import type { Problem } from "./problem.ts";
import { parseYaml, type ScalarRule, type YamlFailure } from "./values.ts";
import { withoutEnd } from "../model/index.ts";

/** A top-level entry of the frontmatter: its line and the indented lines that belong to it. */
export interface Chunk extends Span {
  readonly key: string;
  /** Where the value begins on the key's line; the end of the line where it is empty. */
  readonly valueStart: number;
  readonly valueEnd: number;
}

export interface Recovery {
  readonly value: JsonObject;
  readonly problems: readonly Problem[];
  /** Edits on the same text after which every chunk that could be mended parses. */
  readonly repairs: readonly TextEdit[];
}

const KEY = /^(["']?)([A-Za-z_][^\s:"'#]*(?: [^\s:"'#]+)*)\1[ \t]*:(?=[ \t]|$)[ \t]*/;

/** Lines that can belong to the entry above: indented, blank, list items, closing brackets, comments. */
const CONTINUATION = /^(?:[ \t]|$|- |-$|[\]}#])/;

/** Splits the inner text into top-level entries; lines that belong to none are left out. */
export function splitChunks(inner: string): readonly Chunk[] {
  return splitEntries(inner).chunks;
}

function splitEntries(inner: string): { readonly chunks: readonly Chunk[]; readonly stray?: Span } {
  const chunks: Chunk[] = [];
  let stray: Span | undefined;
  let at = 0;
  let open: { key: string; start: number; valueStart: number } | undefined;
  const close = (end: number): void => {
    if (open === undefined) return;
    const body = inner.slice(open.valueStart, end);
    chunks.push({ ...open, end, valueEnd: open.valueStart + body.trimEnd().length });
    open = undefined;
  };
  while (at < inner.length) {
    const line = lineAt(inner, at);
    const match = KEY.exec(line.text);
    if (match !== null) {
      close(at);
      open = { key: match[2] as string, start: at, valueStart: at + match[0].length };
    } else if (!CONTINUATION.test(line.text)) {
      close(at);
      stray ??= { start: line.start, end: line.end };
    }
    if (line.next === line.end) break;
    at = line.next;
  }
  close(inner.length);
  return { chunks, ...(stray === undefined ? {} : { stray }) };
}

/**
 * Reads what strict YAML refuses: each entry on its own, prose quoted where it breaks the syntax
 * (an unquoted `: ` is the most frequent defect of published skills), tabs as indentation, keys
 * given twice. Everything mended is reported; what cannot be is reported with its place.
 */
export function recoverYaml(inner: string, failure: YamlFailure, rule: ScalarRule): Recovery {
  const whole = failure.isDuplicateKey ? parseYaml(inner, rule, { lastKeyWins: true }) : undefined;
  if (whole?.ok === true && isObject(whole.value))
    return { value: whole.value, problems: duplicateProblems(inner, failure), repairs: [] };
  const value: Record<string, Json> = {};
  const problems: Problem[] = [];
  const repairs: TextEdit[] = [];
  const seen = new Map<string, Chunk>();
  const { chunks, stray } = splitEntries(inner);
  for (const chunk of chunks) {
    const result = readChunk(inner, chunk, rule);
    problems.push(...result.problems);
    repairs.push(...result.repairs);
    const earlier = seen.get(chunk.key);
    if (earlier !== undefined) problems.push(duplicateProblem(inner, chunk));
    seen.set(chunk.key, chunk);
    if (result.value !== undefined)
      for (const [key, item] of Object.entries(result.value)) defineKey(value, key, item);
  }
  if (stray !== undefined) problems.push(strayLine(stray));
  if (problems.length === 0)
    problems.push(invalid(failure.reason, failure.offset, lineAt(inner, failure.offset).end));
  return { value, problems, repairs };
}

interface ChunkResult {
  readonly value?: JsonObject;
  readonly problems: readonly Problem[];
  readonly repairs: readonly TextEdit[];
}

function readChunk(inner: string, chunk: Chunk, rule: ScalarRule): ChunkResult {
  const text = inner.slice(chunk.start, chunk.end);
  const json = readJsonMetadata(inner, chunk);
  if (json?.problem !== undefined)
    return { value: { [chunk.key]: json.value }, problems: [json.problem], repairs: json.repairs };
  const plain = parseYaml(text, rule);
  // `{{ name }}` is YAML for a map used as a key; nobody means that.
  const isTemplate = inner.startsWith("{{", chunk.valueStart);
  if (plain.ok && isObject(plain.value) && !isTemplate)
    return { value: plain.value, problems: [], repairs: [] };
  const candidates = [untab(inner, chunk), ...quotings(inner, chunk)];
  for (const candidate of candidates) {
    if (candidate === undefined) continue;
    const edits = candidate.edits.map((edit) => ({
      start: edit.start - chunk.start,
      end: edit.end - chunk.start,
      text: edit.text,
    }));
    const mended = parseYaml(applyEdits(text, edits).text, rule);
    if (mended.ok && isObject(mended.value))
      return { value: mended.value, problems: [candidate], repairs: candidate.edits };
  }
  const failure = plain.ok
    ? { reason: "the line is no field", offset: 0, isDuplicateKey: false }
    : plain.failure;
  if (failure.isDuplicateKey) {
    const lenient = parseYaml(text, rule, { lastKeyWins: true });
    const problem = duplicateProblem(inner, chunk, chunk.start + failure.offset);
    if (lenient.ok && isObject(lenient.value))
      return { value: lenient.value, problems: [problem], repairs: [] };
  }
  const at = Math.min(chunk.start + failure.offset, Math.max(chunk.start, inner.length - 1));
  return {
    problems: [invalid(failure.reason, at, Math.max(at + 1, lineAt(inner, at).end), chunk.key)],
    repairs: json?.repairs ?? [],
    ...(json === undefined ? {} : { value: { [chunk.key]: json.value } }),
  };
}

function invalid(reason: string, start: number, end: number, key?: string): Problem {
  const where = key === undefined ? "" : ` in \`${key}\``;
  return {
    kind: "invalid-yaml",
    severity: "error",
    start,
    end,
    message: `Invalid YAML${where}: ${reason}.`,
    hint: "Strict readers refuse the whole file. Correct the line, or quote the value.",
  };
}

function strayLine(span: Span): Problem {
  return {
    ...span,
    kind: "invalid-yaml",
    severity: "error",
    message: "Unexpected line in the frontmatter, expected `key: value`.",
    hint: "If the instructions begin here, a closing `---` line is missing above it.",
  };
}

function untab(
  inner: string,
  chunk: Chunk,
): (Problem & { edits: readonly TextEdit[] }) | undefined {
  const edits: TextEdit[] = [];
  let at = chunk.start;
  while (at < chunk.end) {
    const line = lineAt(inner, at);
    const blanks = /^[ \t]*\t[ \t]*/.exec(line.text)?.[0];
    if (blanks !== undefined)
      edits.push({ start: at, end: at + blanks.length, text: blanks.replaceAll("\t", "  ") });
    if (line.next === line.end) break;
    at = line.next;
  }
  const first = edits[0];
  if (first === undefined) return undefined;
  return {
    kind: "tab-indent",
    severity: "error",
    start: first.start,
    end: first.end,
    message: "Unexpected tab as indentation, expected blanks.",
    hint: "YAML forbids tabs there; strict readers refuse the file.",
    edits,
    fixTitle: "Replace the tabs by blanks",
  };
}

function quotings(
  inner: string,
  chunk: Chunk,
): readonly (Problem & { edits: readonly TextEdit[] })[] {
  if (chunk.valueEnd <= chunk.valueStart) return [];
  const keyLineEnd = lineAt(inner, chunk.start).end;
  const result: (Problem & { edits: readonly TextEdit[] })[] = [];
  const first = inner[chunk.valueStart];
  const isInline = chunk.valueStart < keyLineEnd;
  if (isInline && first !== "|" && first !== ">") {
    const span = { start: chunk.valueStart, end: chunk.valueEnd };
    result.push(quoteProblem(inner, span, chunk.key));
  }
  const nested = nestedQuotes(inner, chunk);
  const firstNested = nested[0];
  if (firstNested !== undefined)
    result.push({
      ...quoteProblem(inner, { start: firstNested.start, end: firstNested.end }, chunk.key),
      edits: nested,
    });
  return result;
}

const NESTED = /^([ \t]+(?:- )?(?:- )?[A-Za-z_][\w.-]*:[ \t]+)([^\s"'|>{[&*!].*)$/;

function nestedQuotes(inner: string, chunk: Chunk): readonly TextEdit[] {
  const edits: TextEdit[] = [];
  let line = lineAt(inner, chunk.start);
  while (line.next !== line.end && line.next < chunk.end) {
    line = lineAt(inner, line.next);
    const match = NESTED.exec(line.text);
    const value = withoutEnd(match?.[2] ?? "", " \t");
    if (match === null || !/:(?:\s|$)/.test(value)) continue;
    const start = line.start + (match[1] as string).length;
    edits.push({ start, end: start + value.length, text: quote(value) });
  }
  return edits;
}

function quoteProblem(
  inner: string,
  span: Span,
  key: string,
): Problem & { edits: readonly TextEdit[] } {
  const value = inner.slice(span.start, span.end);
  return {
    ...span,
    kind: "unquoted-text",
    severity: "error",
    message: `Unexpected ${reasonOf(value)} in the unquoted value of \`${key}\`, expected quoted text.`,
    hint: "Strict YAML readers refuse the file. Put the value in quotes.",
    edits: [{ ...span, text: quote(value) }],
    fixTitle: "Quote the value",
  };
}

function reasonOf(value: string): string {
  if (/:(?:\s|$)/.test(value) && !/^[@*&!%,`"'[{]/.test(value)) return "`: `";
  return `\`${[...value][0] ?? ""}\` at the start`;
}

/** Quotes text so that it folds over lines just as plain text does. */
function quote(value: string): string {
  const needsEscape = /["\\]/.test(value);
  if (
    needsEscape &&
    !value.includes("'") &&
    !/[\u0000-\u001f]/.test(value.replace(/[\r\n\t]/g, ""))
  )
    return `'${value}'`;
  return `"${value.replace(/["\\]/g, "\\$&")}"`;
}

function duplicateProblem(inner: string, chunk: Chunk, at: number = chunk.start): Problem {
  const line = lineAt(inner, at);
  const key =
    /^[ \t]*(?:- )?["']?([^"':]+)/.exec(inner.slice(line.start, line.end))?.[1] ?? chunk.key;
  return {
    kind: "duplicate-key",
    severity: "error",
    start: line.start,
    end: Math.max(line.start + 1, line.end),
    message: `The key \`${key.trim()}\` appears twice.`,
    hint: "Some readers take the last one, others refuse the file. Remove one of the two.",
  };
}

function duplicateProblems(inner: string, failure: YamlFailure): readonly Problem[] {
  const chunks = splitChunks(inner);
  const seen = new Set<string>();
  const problems: Problem[] = [];
  for (const chunk of chunks) {
    if (seen.has(chunk.key)) problems.push(duplicateProblem(inner, chunk));
    seen.add(chunk.key);
  }
  if (problems.length > 0) return problems;
  const chunk = chunks.findLast((item) => item.start <= failure.offset) ?? chunks[0];
  return chunk === undefined ? [] : [duplicateProblem(inner, chunk, failure.offset)];
}
