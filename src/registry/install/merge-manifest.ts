import { readDocument, readSkill, splitChunks } from "../../skill/index.ts";
import { joinLines, type JoinedText, type Preference, type ThreeTexts } from "./merge-text.ts";

/**
 * Joins both sides of a SKILL.md: the frontmatter by its fields, since lines beside each other say different things
 * there, and the body by its lines. The version is that of the new one, whoever changed it: it says what was merged.
 */
export async function joinManifest(
  texts: ThreeTexts,
  preference: Preference | undefined,
): Promise<JoinedText> {
  const parts = each(texts, partsOf);
  if (parts === undefined) return await joinLines(texts, preference);
  const versions = versionPaths(texts.next);
  const fields = await joinFields(select(parts, "inner"), { preference, versions, path: [] });
  if (fields === undefined) return await joinLines(texts, preference);
  const body = await joinLines(select(parts, "rest"), preference);
  const text = changed(select(parts, "opener")) + fields.text + body.text;
  const hasConflict = fields.hasConflict || body.hasConflict;
  const isRead = hasConflict || readDocument(text).problems.length === 0;
  return isRead ? { text, hasConflict } : await joinLines(texts, preference);
}

interface Parts {
  readonly opener: string;
  readonly inner: string;
  /** The closing line and the body. */
  readonly rest: string;
}

/** Undefined where the frontmatter is not one that can be taken apart. */
function partsOf(text: string): Parts | undefined {
  const { fence, problems } = readDocument(text);
  if (fence?.isClosed !== true || problems.length > 0) return undefined;
  const { start, end } = fence.inner;
  return { opener: text.slice(0, start), inner: text.slice(start, end), rest: text.slice(end) };
}

/** Where the new text says its version, and where files say it whose dialect has no field for one. */
function versionPaths(next: string): ReadonlySet<string> {
  const source = readSkill(next, { path: "SKILL.md" }).value?.skill.sources["identity.version"];
  return new Set([["version"], ["metadata", "version"], source ?? []].map((path) => keyOf(path)));
}

function keyOf(path: readonly (string | number)[]): string {
  return JSON.stringify(path);
}

interface FieldOptions {
  readonly preference: Preference | undefined;
  readonly versions: ReadonlySet<string>;
  /** Of the map whose fields these are. */
  readonly path: readonly string[];
}

/** Undefined where a side is no map with each key once. */
async function joinFields(
  texts: ThreeTexts,
  options: FieldOptions,
): Promise<JoinedText | undefined> {
  const maps = each(texts, entriesOf);
  if (maps === undefined) return undefined;
  let hasConflict = false;
  const joined: string[] = [];
  for (const key of keysInOrder(maps)) {
    const [base, local, next] = [maps.base, maps.local, maps.next].map((map) => map.get(key) ?? "");
    const three = { base: base ?? "", local: local ?? "", next: next ?? "" };
    const field = await joinField(three, { ...options, path: [...options.path, key] });
    hasConflict ||= field.hasConflict;
    joined.push(field.text);
  }
  return { text: joined.join(""), hasConflict };
}

/** Entries with all of their lines by key; lines before the first stand under an empty one. */
function entriesOf(text: string): ReadonlyMap<string, string> | undefined {
  const chunks = splitChunks(text);
  const entries = new Map([["", text.slice(0, chunks[0]?.start ?? 0)]]);
  let at = chunks[0]?.start ?? 0;
  for (const { key, start, end } of chunks) {
    if (start !== at || entries.has(key)) return undefined;
    entries.set(key, text.slice(start, end));
    at = end;
  }
  const isWhole = at === text.length && (text === "" || text.endsWith("\n"));
  return isWhole ? entries : undefined;
}

/** In the order of the new version where it has another one than before, else in that of here. */
function keysInOrder(maps: Three<ReadonlyMap<string, string>>): readonly string[] {
  const [base, local, next] = [maps.base, maps.local, maps.next].map((map) => [...map.keys()]);
  const [first, second] = isSameOrder(base ?? [], next ?? []) ? [local, next] : [next, local];
  const keys = [...(first ?? [])];
  for (const [index, key] of (second ?? []).entries()) {
    if (keys.includes(key)) continue;
    const before = second?.slice(0, index).findLast((other) => keys.includes(other));
    keys.splice(before === undefined ? 0 : keys.indexOf(before) + 1, 0, key);
  }
  return keys;
}

function isSameOrder(one: readonly string[], other: readonly string[]): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

async function joinField(texts: ThreeTexts, options: FieldOptions): Promise<JoinedText> {
  const { base, local, next } = texts;
  const isKnown = base !== "" || next !== "";
  if (isKnown && options.versions.has(keyOf(options.path))) return decided(next);
  if (local === base || local === next) return decided(next);
  if (next === base) return decided(local);
  const maps = each(texts, mapOf);
  const inner =
    maps === undefined || !isAlike(select(maps, "indentation"))
      ? undefined
      : await joinFields(select(maps, "inner"), options);
  if (maps === undefined || inner === undefined) return await joinLines(texts, options.preference);
  const indented = inner.text.replaceAll(/^(?=.)/gmu, maps.next.indentation);
  return {
    text: changed(select(maps, "title")) + indented,
    hasConflict: inner.hasConflict,
  };
}

function decided(text: string): JoinedText {
  return { text, hasConflict: false };
}

/** An entry whose value is a map in the lines below it. */
function mapOf(
  text: string,
): { readonly title: string; readonly indentation: string; readonly inner: string } | undefined {
  const at = text.indexOf("\n") + 1;
  const [title, below] = [text.slice(0, at), text.slice(at)];
  const indentation = /^ +/u.exec(below)?.[0];
  if (indentation === undefined || !/:\s*$/u.test(title)) return undefined;
  const lines = below.split("\n");
  if (lines.some((line) => line.trim() !== "" && !line.startsWith(indentation))) return undefined;
  const inner = lines.map((line) => line.slice(indentation.length)).join("\n");
  return { title, indentation, inner };
}

interface Three<Value> {
  readonly base: Value;
  readonly local: Value;
  readonly next: Value;
}

/** Undefined where it is for one of them. */
function each<From, To>(
  { base, local, next }: Three<From>,
  take: (side: From) => To | undefined,
): Three<To> | undefined {
  const [one, two, three] = [take(base), take(local), take(next)];
  if (one === undefined || two === undefined || three === undefined) return undefined;
  return { base: one, local: two, next: three };
}

function select<Value, Key extends keyof Value>(
  { base, local, next }: Three<Value>,
  key: Key,
): Three<Value[Key]> {
  return { base: base[key], local: local[key], next: next[key] };
}

function isAlike({ base, local, next }: ThreeTexts): boolean {
  return base === local && base === next;
}

/** The side that changed; the new one where both did. */
function changed({ base, local, next }: ThreeTexts): string {
  return next === base ? local : next;
}
