import {
  type Diagnostic,
  isList,
  isObject,
  type Json,
  type JsonObject,
  type Outcome,
  parseRelaxedJson,
} from "../../../skill/index.ts";

const KINDS = ["file", "tree", "domain", "address", "url", "package", "publisher"] as const;

/**
 * What an entry names: the digest of a file or of a whole skill, a domain with all below it, an address of a machine, the
 * beginning of a URL, a package, or somebody who publishes skills or code.
 */
export type FeedKind = (typeof KINDS)[number];

/** Something that is known to be bad. */
export interface FeedEntry {
  readonly kind: FeedKind;
  /** In lower case; of digests, 64 hexadecimal digits. */
  readonly value: string;
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
/** Version 1 had digests alone, under `sha256`. */
const VERSIONS: ReadonlySet<unknown> = new Set([1, 2]);
const SHA256 = /^[0-9a-f]{64}$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Reads a feed; an entry that is not whole is told and left out. */
export function readFeed(text: string, file: string): Outcome<Feed> {
  const value = parseRelaxedJson(text, "json5");
  const list = isObject(value) ? value["entries"] : undefined;
  if (!isObject(value) || !isList(list) || !VERSIONS.has(value["version"])) {
    const message = "The feed is not JSON with `version: 2` and a list `entries`.";
    return { diagnostics: [{ code: FEED_CODE, severity: "error", message, file }] };
  }
  const diagnostics: Diagnostic[] = [];
  const entries = list.flatMap((item, index) => {
    const entry = readEntry(item);
    if (entry !== undefined) return [entry];
    const message = "An entry of the feed lacks `kind`, `value`, `name`, `source` or `date`.";
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
  const { sha256, kind: written = "file", value = sha256, name, source, date } = entry;
  const kind = KINDS.find((known) => known === written);
  if (kind === undefined || typeof value !== "string" || value.trim() === "") return undefined;
  if (typeof name !== "string" || typeof source !== "string") return undefined;
  if (typeof date !== "string" || !DAY.test(date)) return undefined;
  const plain = value.trim().toLowerCase();
  if (kind !== "file" && kind !== "tree") return { kind, value: plain, name, source, date };
  const digits = plain.replace(/^sha256:/, "");
  return SHA256.test(digits) ? { kind, value: digits, name, source, date } : undefined;
}
