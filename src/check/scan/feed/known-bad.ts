import { bytesOf, INSIDE } from "../artifacts/inspect.ts";
import type { Digest } from "../baseline/index.ts";
import type { ScanContext } from "../context.ts";
import type { FeedText, KnownBadPort } from "../ports.ts";
import type { ScanRule } from "../rule.ts";
import type { ScanFile } from "../skill-files.ts";
import { supplyOf } from "../supply/dependencies.ts";
import { explain, isSecurityText } from "../text/explain.ts";
import { ABOUT_SECURITY } from "../text/reasons.ts";
import { type Matcher, matcherOf, type Phrase } from "../words/matcher.ts";
import { type Feed, type FeedEntry, type FeedKind, readFeed } from "./feed.ts";
import { SHIPPED_FEED } from "./shipped.ts";

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

/** Where a skill that brings a feed has it. */
export const FEED_FILE = "feed.json";

/** Places where whoever publishes has a page of his own. */
const HOMES = ["github.com/", "raw.githubusercontent.com/", "clawhub.ai/", "clawhub.com/"];

/** The entries of a feed, in the form in which a skill is searched for them. */
interface Index {
  readonly byDigest: ReadonlyMap<string, FeedEntry>;
  readonly byPackage: ReadonlyMap<string, FeedEntry>;
  readonly byText: ReadonlyMap<string, FeedEntry>;
  readonly find: Matcher<string>;
}

function indexOf(feeds: readonly Feed[]): Index {
  const entries = feeds.flatMap((feed) => feed.entries);
  const of = (...kinds: readonly FeedKind[]): readonly FeedEntry[] =>
    entries.filter(({ kind }) => kinds.includes(kind));
  const byText = new Map<string, FeedEntry>([
    ...of("domain", "address", "url").map((entry) => [entry.value, entry] as const),
    ...of("publisher").flatMap((entry) =>
      HOMES.map((home) => [`${home}${entry.value}`, entry] as const),
    ),
  ]);
  const phrases: readonly Phrase<string>[] = [...byText.keys()].map((text) => ({
    text,
    class: text,
  }));
  return {
    byDigest: new Map(of("file", "tree").map((entry) => [entry.kind + entry.value, entry])),
    byPackage: new Map(of("package").map((entry) => [entry.value, entry])),
    byText,
    find: matcherOf(phrases),
  };
}

/** Whoever provides feeds hands them over with every skill; the last ones are kept ready. */
const indexes = new WeakMap<
  KnownBadPort,
  { readonly index: Index; readonly broken: readonly FeedText[] }
>();
let shipped: Index | undefined;

function indexFor(port: KnownBadPort | undefined): ReturnType<typeof indexes.get> & {} {
  if (port === undefined) {
    shipped ??= indexOf([SHIPPED_FEED]);
    return { index: shipped, broken: [] };
  }
  const known = indexes.get(port);
  if (known !== undefined) return known;
  const read = port.feeds.map((feed) => ({ feed, value: readFeed(feed.text, feed.file).value }));
  const made = {
    index: indexOf([SHIPPED_FEED, ...read.flatMap(({ value }) => value ?? [])]),
    broken: read.filter(({ value }) => value === undefined).map(({ feed }) => feed),
  };
  indexes.set(port, made);
  return made;
}

/** Knows what is in feeds: the one that comes along, and those of the caller. */
export const knownBad: ScanRule = {
  code: "scan/known-bad",
  title: "Nothing of the skill is known to be bad.",
  severity: "critical",
  category: "execution",
  hint: "Do not use it. Read what the source says about it, and report where it came from.",
  check(context) {
    const { knownBad: port } = context.ports;
    const { index, broken } = indexFor(port);
    if (port !== undefined) findDigests(context, index, port.digest);
    findPackages(context, index);
    findTexts(context, index);
    for (const { file } of broken)
      context.report({
        file: context.skillFile ?? context.files[0]?.path ?? "",
        severity: "medium",
        message: `The feed \`${file}\` could not be read, so nothing was compared with it.`,
        hint: "Fetch it again with `skillwright feed update`, or remove it.",
      });
  },
};

function saying({ kind, value, name, source, date }: FeedEntry): string {
  const what = kind === "file" || kind === "tree" ? `\`${name}\`` : `\`${value}\` (${name})`;
  return `${what} is known to be malicious: ${source}, since ${date}.`;
}

function findDigests(context: ScanContext, { byDigest }: Index, digest: Digest): void {
  if (byDigest.size === 0) return;
  const report = (file: string, entry: FeedEntry | undefined): void => {
    if (entry === undefined) return;
    context.report({ file, message: saying(entry), evidence: `sha256:${entry.value}` });
  };
  for (const file of context.files)
    if (file.link === undefined) report(file.path, byDigest.get(`file${digest(bytesOf(file))}`));
  const first = context.skillFile ?? context.files[0]?.path;
  if (first !== undefined) report(first, byDigest.get(`tree${treeDigest(context.files, digest)}`));
}

function findPackages(context: ScanContext, { byPackage }: Index): void {
  if (byPackage.size === 0) return;
  for (const { spec, file, span } of context.ask(supplyOf).dependencies) {
    const entry = byPackage.get(spec.name?.toLowerCase() ?? "");
    if (entry === undefined) continue;
    context.report({ file, ...(span === undefined ? {} : { span }), message: saying(entry) });
  }
}

/** In a text on attacks, what is only named is evidence of the author's knowledge; in code it is a step. */
function findTexts(context: ScanContext, { byText, find }: Index): void {
  if (byText.size === 0) return;
  for (const file of context.files.filter(({ path, text }) => !isFeed(path, text)))
    for (const view of context.views(file)) {
      const text = view.text.toLowerCase();
      for (const { class: value, start, end } of find(text)) {
        const entry = byText.get(value);
        if (entry === undefined || !isWhole(text, start, end)) continue;
        const isRun = file.kind === "code" || isInCode(context, file.path, value);
        const isNamed = !isRun && context.ask(isSecurityText);
        const judged = isNamed
          ? explain("critical", { steps: 2, reason: ABOUT_SECURITY, text: "" })
          : { severity: "critical" as const };
        context.report({
          file: file.path,
          span: view.original({ start, end }),
          ...judged,
          message: saying(entry),
          decoding: view.decoding,
        });
      }
    }
}

/** A feed that is published as a skill names nothing but what is bad. */
function isFeed(path: string, text: string | undefined): boolean {
  if (path !== FEED_FILE || text === undefined) return false;
  const { value, diagnostics } = readFeed(text, path);
  return value !== undefined && diagnostics.length === 0;
}

/** `tables.dev` is part of `cdn.tables.dev`, and of neither `my-tables.dev` nor `tables.dev.example`. */
function isWhole(text: string, start: number, end: number): boolean {
  return text.charAt(start - 1) !== "-" && !/^(?:-|\.[a-z0-9])/.test(text.slice(end, end + 2));
}

function isInCode(context: ScanContext, path: string, value: string): boolean {
  return context.units.some(
    ({ file, text, origin }) =>
      file === path && origin === "fence" && text.toLowerCase().includes(value),
  );
}
