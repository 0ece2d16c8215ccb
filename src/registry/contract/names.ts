import { parse, type SemVer, valid } from "semver";
import { partsOf } from "../../platform/archive/index.ts";
import { isSemver } from "../../skill/index.ts";
import { marketCodes, marketRefusal } from "./diagnostics.ts";

/** What a client asks for: a skill of a publisher, or whoever has the plain name. */
export interface SkillName {
  readonly slug: string;
  readonly publisher: string | undefined;
}

/** Of the rules of the systems the one that all of them take. */
const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/u;
const LONGEST_SLUG = 64;
const HANDLE = /^[a-z0-9](?:[a-z0-9._-]{0,38}[a-z0-9])?$/u;
const TAG = /^[a-z][a-z0-9._-]{0,63}$/u;
const LONGEST_VERSION = 64;

/** Reads `slug` or `@publisher/slug`; what is neither is the name of nothing. */
export function readSkillName(text: string): SkillName | undefined {
  const [, publisher, slug = ""] = /^(?:@([^/]*)\/)?(.*)$/su.exec(text) ?? [];
  if (!isSlug(slug) || (publisher !== undefined && !isHandle(publisher))) return undefined;
  return { slug, publisher };
}

export function toFullName(publisher: string, slug: string): string {
  return `@${publisher}/${slug}`;
}

export function isSlug(text: string): boolean {
  return text.length <= LONGEST_SLUG && SLUG.test(text) && isPathPart(text);
}

/** A name becomes a folder wherever the skill is installed, and some words are none on some systems. */
function isPathPart(text: string): boolean {
  try {
    return partsOf(text, 0).length === 1;
  } catch {
    return false;
  }
}

function isHandle(text: string): boolean {
  return HANDLE.test(text) && !text.includes("..");
}

export function checkSlug(slug: string): void {
  if (isSlug(slug)) return;
  throw marketRefusal(
    marketCodes.invalid,
    `The name \`${slug}\` is not valid: use at most ${LONGEST_SLUG} lower-case letters, digits and single hyphens between them, and no word such as \`con\` that no folder can have on every system.`,
    { path: ["name"] },
  );
}

/** Handles that would be taken for the registry or those who run it, or, as `skills`, for plain names at npm. */
const RESERVED_HANDLES: ReadonlySet<string> = new Set([
  "admin",
  "administrator",
  "moderator",
  "official",
  "registry",
  "reporter",
  "root",
  "skills",
  "skillwright",
  "staff",
  "support",
  "system",
  "upstream",
]);

export function checkHandle(handle: string): void {
  if (isHandle(handle) && !RESERVED_HANDLES.has(handle)) return;
  throw marketRefusal(
    marketCodes.invalid,
    `The handle \`${handle}\` is not valid: use at most 40 lower-case letters, digits, dots, hyphens and underscores, and no word that stands for the registry.`,
    { path: ["handle"] },
  );
}

/** A handle as near to a text as can be; `user` where nothing of it fits. */
export function handleFrom(text: string): string {
  const made = text
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/gu, "-")
    .replaceAll(/\.{2,}/gu, ".")
    .slice(0, 32)
    .replaceAll(/^[._-]+|(?<![._-])[._-]+$/gu, "");
  return isHandle(made) && !RESERVED_HANDLES.has(made) ? made : "user";
}

export function checkVersion(version: string): void {
  if (isSemver(version) && version.length <= LONGEST_VERSION && valid(version) !== null) return;
  throw marketRefusal(
    marketCodes.invalid,
    `The version \`${version}\` is not valid: use SemVer 2.0.0 such as \`1.0.0\`, with numbers that programs can count to.`,
    { path: ["version"] },
  );
}

/** Newest last. What no program can compare comes first, so that it is never the newest. */
export function compareVersions(one: string, other: string): number {
  return compareParsed(parse(one), parse(other));
}

function compareParsed(one: SemVer | null, other: SemVer | null): number {
  if (one !== null && other !== null) return one.compare(other);
  return Number(one !== null) - Number(other !== null);
}

/** In the order of `compareVersions`. Each version is parsed once: comparing texts would parse them anew each time. */
function sorted<T extends { readonly version: string }>(items: readonly T[], sign: 1 | -1) {
  return items
    .map((item) => ({ item, parsed: parse(item.version) }))
    .toSorted((a, b) => sign * compareParsed(a.parsed, b.parsed));
}

export function newestFirst<T extends { readonly version: string }>(items: readonly T[]): T[] {
  return sorted(items, -1).map(({ item }) => item);
}

/** The place of each item from the lowest version on; those that compare as equal share one. */
export function versionRanks<T extends { readonly version: string }>(
  items: readonly T[],
): ReadonlyMap<T, number> {
  const ranks = new Map<T, number>();
  let rank = 0;
  let before: SemVer | null | undefined;
  for (const { item, parsed } of sorted(items, 1)) {
    if (before !== undefined && compareParsed(before, parsed) < 0) rank += 1;
    ranks.set(item, rank);
    before = parsed;
  }
  return ranks;
}

/** Versions that differ in what follows `+` alone are one by SemVer, so only one of them is published. */
export function versionKey(version: string): string {
  return version.split("+", 1)[0] ?? "";
}

export function isTag(text: string): boolean {
  return TAG.test(text) && !isSemver(text);
}

export function checkTag(tag: string): void {
  if (isTag(tag)) return;
  throw marketRefusal(
    marketCodes.invalid,
    `The tag \`${tag}\` is not valid: use a word in lower case that is not a version.`,
    { path: ["tags"] },
  );
}

/** Beginnings that the specification of GAIA keeps for some, and for whom. */
const RESERVED_PREFIXES: readonly (readonly [prefix: string, whose: string])[] = [
  ["amd-", "skills that AMD publishes"],
  ["gaia-", "skills of the GAIA framework"],
  ["mcp-", "skills that wrap an MCP server"],
];

/**
 * Refuses a new name with a reserved beginning. Official publishers may use each; whoever wraps an MCP server
 * says so by the permission to connect to one.
 */
export function checkReserved(
  slug: string,
  { isOfficial, permissions }: { isOfficial: boolean; permissions: readonly string[] },
): void {
  const found = RESERVED_PREFIXES.find(([prefix]) => slug.startsWith(prefix));
  if (found === undefined || isOfficial) return;
  const [prefix, whose] = found;
  const wrapsServer = permissions.some((permission) => permission.startsWith("mcp:connect"));
  if (prefix === "mcp-" && wrapsServer) return;
  throw marketRefusal(
    marketCodes.invalid,
    `The prefix \`${prefix}\` in \`${slug}\` is reserved for ${whose}.`,
    { path: ["name"], hint: "Choose another name." },
  );
}
