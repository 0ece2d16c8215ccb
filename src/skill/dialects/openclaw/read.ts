import {
  getKey,
  getPath,
  isList,
  isObject,
  type Json,
  type JsonObject,
} from "../../model/index.ts";
import {
  lineEnd,
  lineStarts,
  normalizeLineEnds,
  type Problem,
  readDocument,
} from "../../text/index.ts";
import type { Description, Dialect, MetadataBlock, ParseResult, Reading } from "../dialect.ts";
import { cutFence } from "../shared/parse.ts";
import { type BlockFailure, readBlock } from "./block.ts";
import { readInstallSteps, textList } from "./install.ts";
import { requirementLists } from "./schema.ts";

function textAt(reading: Reading, key: string): string {
  const value = getKey(reading.view, key);
  return typeof value === "string" ? value.trim() : "";
}

/** Both fields stand in the file; nothing takes their place. */
export function describe(reading: Reading): Description {
  const name = textAt(reading, "name");
  const description = textAt(reading, "description");
  return { ...(name === "" ? {} : { name }), ...(description === "" ? {} : { description }) };
}

/** The folder names a skill that has no name of its own. */
export function describeByRelease(reading: Reading): Description {
  const { name = reading.directory, description } = describe(reading);
  return {
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
  };
}

/** Reads as the release does: every value is text, and prose is mended in three fields. */
export function parseByRelease(dialect: Dialect, original: string): ParseResult {
  const text = normalizeLineEnds(original.replace(/^\ufeff/, ""));
  const cut = cutFence(text, dialect.fence);
  if (cut === "missing") return { ok: true, parsed: { frontmatter: {}, body: text } };
  if (cut === "unclosed") return { ok: false, problems: [unclosed(original)] };
  const result = readBlock(cut.inner.replace(/\n$/, ""));
  return result.ok
    ? { ok: true, parsed: { frontmatter: result.values, body: cut.body } }
    : { ok: false, problems: [refusal(original, result.failure)] };
}

function unclosed(original: string): Problem {
  const known = readDocument(original).problems.find(({ kind }) => kind === "unclosed-frontmatter");
  return (
    known ?? {
      kind: "unclosed-frontmatter",
      severity: "error",
      start: 0,
      end: lineEnd(original, 0),
      message: "Unexpected end of file inside the frontmatter, expected a closing `---` line.",
    }
  );
}

/** Prefers what the lenient reader says of the same line, since that comes with a fix. */
function refusal(original: string, failure: BlockFailure): Problem {
  // The block begins on the second line, and mending keeps the number of lines.
  const start = lineStarts(original)[(failure.line ?? 0) + 1] ?? 0;
  const end = Math.max(start + 1, lineEnd(original, start));
  const known = readDocument(original).problems.find((problem) => {
    const isThere = failure.line === undefined || (problem.start < end && problem.end > start);
    return problem.severity === "error" && isThere;
  });
  if (known !== undefined) return known;
  return {
    kind: failure.kind,
    severity: "error",
    start,
    end,
    message: failure.message,
    hint: "The loader then leaves the skill out. Correct the line, or quote the value.",
  };
}

/** The block as the loader keeps it: known fields of the right type, lists made of text. */
export function metadataByRelease(reading: Reading): MetadataBlock {
  for (const namespace of reading.dialect.namespaces) {
    const value = getPath(reading.view, ["metadata", namespace]);
    // A list counts as an object there, one without any of the fields.
    if (isObject(value)) return { namespace, data: normalizeBlock(value) };
    if (isList(value)) return { namespace, data: {} };
  }
  return { namespace: null, data: null };
}

function normalizeBlock(raw: JsonObject): JsonObject {
  const kept: Record<string, Json> = {};
  const always = getKey(raw, "always");
  if (typeof always === "boolean") kept["always"] = always;
  for (const key of ["emoji", "homepage", "skillKey", "primaryEnv"]) {
    const value = getKey(raw, key);
    if (typeof value === "string" && (key !== "skillKey" || value.trim() !== "")) kept[key] = value;
  }
  const systems = textList(getKey(raw, "os"));
  if (systems.length > 0) kept["os"] = systems;
  const requires = getKey(raw, "requires");
  if (isObject(requires) || isList(requires)) {
    const lists = isObject(requires) ? requires : {};
    kept["requires"] = Object.fromEntries(
      requirementLists.map((name) => [name, textList(getKey(lists, name))]),
    );
  }
  const install = readInstallSteps(getKey(raw, "install"));
  if (install.length > 0) kept["install"] = install;
  return kept;
}
