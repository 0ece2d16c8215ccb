import {
  type Diagnostic,
  isList,
  isObject,
  type Json,
  type JsonObject,
  type Outcome,
  parseRelaxedJson,
} from "../../../skill/index.ts";
import type { Digest } from "../baseline/index.ts";
import type { ScanRule } from "../rule.ts";
import type { ScanFile } from "../skill-files.ts";
import { bytesOf, INSIDE } from "../artifacts/inspect.ts";

/** A file or a whole skill that is known to be bad. */
export interface FeedEntry {
  /** 64 hexadecimal digits. */
  readonly sha256: string;
  readonly kind: "file" | "tree";
  /** What it is called, such as the name of a campaign or of the skill. */
  readonly name: string;
  /** Who says so: a person, a company, an address. */
  readonly source: string;
  /** `YYYY-MM-DD`. */
  readonly date: string;
}

export interface Feed {
  readonly name: string;
  readonly entries: readonly FeedEntry[];
}

export const FEED_CODE = "feed/syntax";
const VERSION = 1;
const SHA256 = /^[0-9a-f]{64}$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Reads a feed; an entry that is not whole is told and left out. */
export function readFeed(text: string, file: string): Outcome<Feed> {
  const value = parseRelaxedJson(text, "json5");
  const list = isObject(value) ? value["entries"] : undefined;
  if (!isObject(value) || !isList(list) || value["version"] !== VERSION) {
    const message = `The feed is not JSON with \`version: ${VERSION}\` and a list \`entries\`.`;
    return { diagnostics: [{ code: FEED_CODE, severity: "error", message, file }] };
  }
  const diagnostics: Diagnostic[] = [];
  const entries = list.flatMap((item, index) => {
    const entry = readEntry(item);
    if (entry !== undefined) return [entry];
    const message = "An entry of the feed lacks `sha256`, `kind`, `name`, `source` or `date`.";
    const path = ["entries", index];
    diagnostics.push({ code: FEED_CODE, severity: "error", message, file, path });
    return [];
  });
  return {
    value: { name: typeof value["name"] === "string" ? value["name"] : file, entries },
    diagnostics,
  };
}

function readEntry(item: Json): FeedEntry | undefined {
  const entry: JsonObject = isObject(item) ? item : {};
  const { sha256, kind = "file", name, source, date } = entry;
  if (typeof sha256 !== "string" || typeof name !== "string" || typeof source !== "string")
    return undefined;
  if (typeof date !== "string" || !DAY.test(date) || (kind !== "file" && kind !== "tree"))
    return undefined;
  const digits = sha256.toLowerCase().replace(/^sha256:/, "");
  return SHA256.test(digits) ? { sha256: digits, kind, name, source, date } : undefined;
}

/**
 * One digest for a skill: of the lines `<sha256 of the file>  <path>`, sorted by path, as `sha256sum` prints them. So
 * anybody can make it: `find . -type f | LC_ALL=C sort | …`.
 */
export function treeDigest(files: readonly ScanFile[], digest: Digest): string {
  const lines = files
    .filter(({ path, link }) => link === undefined && !path.includes(INSIDE))
    .map((file) => ({ path: file.path, line: `${digest(bytesOf(file))}  ${file.path}\n` }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
  return digest(lines.map(({ line }) => line).join(""));
}

/** A rule that knows the files of feeds; add it to the rules of a scan. */
export function knownBadRule(feeds: readonly Feed[], digest: Digest): ScanRule {
  const entries = feeds.flatMap((feed) => feed.entries);
  const index = (kind: FeedEntry["kind"]): ReadonlyMap<string, FeedEntry> =>
    new Map(entries.filter((entry) => entry.kind === kind).map((entry) => [entry.sha256, entry]));
  const byFile = index("file");
  const byTree = index("tree");
  return {
    code: "scan/known-bad",
    title: "No file of the skill is known to be bad.",
    severity: "critical",
    category: "execution",
    hint: "Do not use it. Read what the source says about it, and report where it came from.",
    check(context) {
      const told = (file: string, entry: FeedEntry): void => {
        const { name, source, date } = entry;
        context.report({
          file,
          message: `\`${name}\` is known to be malicious: ${source}, since ${date}.`,
          evidence: `sha256:${entry.sha256}`,
        });
      };
      for (const file of context.files) {
        const entry = file.link === undefined ? byFile.get(digest(bytesOf(file))) : undefined;
        if (entry !== undefined) told(file.path, entry);
      }
      const tree = byTree.size === 0 ? undefined : byTree.get(treeDigest(context.files, digest));
      const first = context.skillFile ?? context.files[0]?.path;
      if (tree !== undefined && first !== undefined) told(first, tree);
    },
  };
}
