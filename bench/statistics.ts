import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/** What can be counted in a tree without a YAML parser, so that no parser's view colours it. */
export interface TreeStatistics {
  readonly rows: readonly StatisticsRow[];
}

export interface StatisticsRow {
  readonly what: string;
  readonly value: string;
  /** The same figure over 19,967 distinct public skills. */
  readonly surveyed: string;
}

interface SkillFacts {
  readonly bytes: number;
  readonly lines: number;
  readonly files: number;
  readonly totalBytes: number;
  readonly text: string;
  readonly dir: string;
  /** Text between the fences; undefined where there is none. */
  readonly frontmatter: string | undefined;
  readonly body: string;
  readonly keys: readonly string[];
}

const frontmatterPattern = /^\ufeff?---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/;
const namePattern = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const specificationKeys = new Set([
  "name",
  "description",
  "license",
  "compatibility",
  "metadata",
  "allowed-tools",
]);

export function measureTree(root: string): TreeStatistics {
  const skills = readdirSync(root).map((dir) => readFacts(root, dir));
  const withFrontmatter = skills.filter((skill) => skill.frontmatter !== undefined);
  return {
    rows: [
      ...sizeRows(skills, withFrontmatter),
      ...fieldRows(withFrontmatter),
      ...keyRows(withFrontmatter),
      ...bodyRows(skills),
    ],
  };
}

export function renderStatistics(statistics: TreeStatistics): string {
  const rows = statistics.rows.map(
    ({ what, value, surveyed }) => `| ${what} | ${value} | ${surveyed} |\n`,
  );
  return `| what | this tree | surveyed |\n|---|---|---|\n${rows.join("")}`;
}

function readFacts(root: string, dir: string): SkillFacts {
  const folder = join(root, dir);
  const sizes = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => statSync(join(entry.parentPath, entry.name)).size);
  const text = readFileSync(join(folder, "SKILL.md"), "utf8");
  const match = frontmatterPattern.exec(text);
  const frontmatter = match?.[1];
  return {
    dir,
    text,
    frontmatter,
    bytes: Buffer.byteLength(text),
    lines: text.split("\n").length,
    files: sizes.length,
    totalBytes: sizes.reduce((sum, size) => sum + size, 0),
    body: text.slice(match?.[0].length ?? 0),
    keys: [...(frontmatter ?? "").matchAll(/^([\w.-]+):/gm)].map(([, key]) => key ?? ""),
  };
}

function sizeRows(skills: readonly SkillFacts[], parsed: readonly SkillFacts[]): StatisticsRow[] {
  const bytes = skills.map((skill) => skill.bytes);
  const frontmatter = parsed.map((skill) => Buffer.byteLength(skill.frontmatter ?? ""));
  return [
    row("skills", String(skills.length), "19967 (speed tree: 6000)"),
    row("MB of SKILL.md", megabytes(bytes), "speed tree: 42.6"),
    row("MB of all files", megabytes(skills.map((skill) => skill.totalBytes)), "speed tree: 185"),
    row("files", String(skills.reduce((sum, skill) => sum + skill.files, 0)), "speed tree: 19084"),
    row("bytes p50/p95/p99/max", spread(bytes), "5058/19463/35980/294426"),
    row("lines p50/p95/p99/max", spread(skills.map((skill) => skill.lines)), "140/588/-/3503"),
    row("frontmatter p50/p95/p99/max", spread(frontmatter), "341/796/1145/3500"),
    row("files in dir p50/p95/p99/max", spread(skills.map((skill) => skill.files)), "1/9/-/1104"),
    row(
      "dir bytes p50/p95/p99/max",
      spread(skills.map((skill) => skill.totalBytes)),
      "7K/72K/237K/14.7M",
    ),
    share("> 50 KB", skills, (skill) => skill.bytes > 50_000, "0.46 %"),
    share("> 500 lines", skills, (skill) => skill.lines > 500, "7.5 %"),
    share("SKILL.md alone", skills, (skill) => skill.files === 1, "62 %"),
  ];
}

function fieldRows(skills: readonly SkillFacts[]): StatisticsRow[] {
  const withMetadata = skills.filter((skill) => skill.keys.includes("metadata"));
  const withTools = skills.filter((skill) => skill.keys.includes("allowed-tools"));
  return [
    share("name differs from directory", skills, (skill) => nameOf(skill) !== skill.dir, "13.1 %"),
    share("name breaks the rule", skills, (skill) => !namePattern.test(nameOf(skill)), "4.4 %"),
    row("description p50/p95/p99/max", spread(skills.map(descriptionLength)), "201/538/751/1929"),
    share("description plain", skills, has(/^description: [^"'|>\s]/m), "50.3 %"),
    share("description double-quoted", skills, has(/^description: "/m), "24.8 %"),
    share("description literal", skills, has(/^description: \|/m), "16.4 %"),
    share("description single-quoted", skills, has(/^description: '/m), "4.6 %"),
    share("description folded", skills, has(/^description: >/m), "3.7 %"),
    share(
      "description CJK",
      skills,
      has(/^description:.*(?:\n .*)*[\u3040-\u30ff\u4e00-\u9fff]/m),
      "4.4 %",
    ),
    share("metadata block", withMetadata, has(/^metadata:[ \t]*\r?\n {2}[^{]/m), "71.0 %"),
    share("metadata one-line flow", withMetadata, has(/^metadata: \{.*\}[ \t\r]*$/m), "23.2 %"),
    share(
      "metadata several-line flow",
      withMetadata,
      has(/^metadata:(?: \{|[ \t]*\r?\n {2}\{)[^}]*\n/m),
      "5.8 %",
    ),
    share("tools with commas", withTools, has(/^allowed-tools: "?[A-Za-z].*,/m), "77.2 %"),
    share("tools as array", withTools, has(/^allowed-tools:(?: \[|[ \t]*\r?\n {2}-)/m), "16.4 %"),
    share("tools with scope", withTools, has(/\bBash\(/), "46.8 %"),
  ];
}

function keyRows(skills: readonly SkillFacts[]): StatisticsRow[] {
  const surveyed: readonly (readonly [string, number])[] = [
    ["license", 5262],
    ["version", 5096],
    ["author", 4460],
    ["metadata", 3858],
    ["allowed-tools", 3802],
    ["source", 2461],
    ["risk", 2201],
    ["date_added", 1935],
    ["tags", 1741],
    ["requires", 921],
    ["domain", 859],
    ["origin", 628],
    ["homepage", 589],
    ["category", 514],
    ["tools", 436],
    ["argument-hint", 345],
    ["user-invocable", 298],
    ["triggers", 290],
    ["inputs", 9],
  ];
  const plainKeys = new Set(["name", "description"]);
  return [
    share("keys name and description only", skills, hasOnly(plainKeys), "28 %"),
    share("specification keys only", skills, hasOnly(specificationKeys), "45.5 %"),
    ...surveyed.map(([key, count]) =>
      share(`key ${key}`, skills, (skill) => skill.keys.includes(key), percent(count / 19_399)),
    ),
  ];
}

function bodyRows(skills: readonly SkillFacts[]): StatisticsRow[] {
  return [
    share("no frontmatter", skills, (skill) => skill.frontmatter === undefined, "2.3 %"),
    share("BOM", skills, (skill) => skill.text.startsWith("\ufeff"), "0.04 %"),
    share("CRLF", skills, (skill) => skill.text.includes("\r\n"), "0.30 %"),
    share("unclosed fence", skills, (skill) => countFences(skill.body) % 2 === 1, "0.54 %"),
    share("HTML comment", skills, inBody(/<!--/), "5.2 %"),
    share("{{…}}", skills, inBody(/\{\{/), "4.1 %"),
    share("$ARGUMENTS", skills, inBody(/\$ARGUMENTS/), "2.4 %"),
    share("{baseDir}", skills, inBody(/\{baseDir\}/), "3.3 %"),
    share("link to a parent folder", skills, inBody(/\]\(\.\.\//), "2.1 %"),
    share("zero-width character", skills, inBody(/[\u200b\u200c]/), "0.08 %"),
  ];
}

type Test = (skill: SkillFacts) => boolean;

function has(pattern: RegExp): Test {
  return (skill) => pattern.test(skill.frontmatter ?? "");
}

function inBody(pattern: RegExp): Test {
  return (skill) => pattern.test(skill.body);
}

function hasOnly(keys: ReadonlySet<string>): Test {
  return (skill) => skill.keys.every((key) => keys.has(key));
}

function megabytes(values: readonly number[]): string {
  return (values.reduce((sum, value) => sum + value, 0) / 1e6).toFixed(1);
}

function countFences(body: string): number {
  return (body.match(/^(?:```|~~~)/gm) ?? []).length;
}

function nameOf(skill: SkillFacts): string {
  return /^name: *"?(.*?)"?\r?$/m.exec(skill.frontmatter ?? "")?.[1] ?? skill.dir;
}

function descriptionLength(skill: SkillFacts): number {
  const raw =
    /^description:[ \t]*([^\n]*(?:\n(?: .*|)$)*)/m.exec(skill.frontmatter ?? "")?.[1] ?? "";
  return raw.replaceAll(/^[|>]-?\s*|\n +/g, " ").trim().length;
}

function spread(values: readonly number[]): string {
  const sorted = values.toSorted((left, right) => left - right);
  return [0.5, 0.95, 0.99, 1]
    .map((part) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0)
    .join("/");
}

function row(what: string, value: string, surveyed: string): StatisticsRow {
  return { what, value, surveyed };
}

function share(
  what: string,
  skills: readonly SkillFacts[],
  isCounted: Test,
  surveyed: string,
): StatisticsRow {
  return row(what, percent(skills.filter(isCounted).length / Math.max(1, skills.length)), surveyed);
}

function percent(part: number): string {
  return `${(part * 100).toFixed(part < 0.01 ? 2 : 1)} %`;
}
