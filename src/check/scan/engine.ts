import { inspectArtifacts } from "./artifacts/inspect.ts";
import { sniff } from "./artifacts/sniff.ts";
import type { GrammarLanguage } from "./code/syntax.ts";
import type { SourceFile } from "./context.ts";
import { type ScanFinding, SCAN_SEVERITIES, type ScanSeverity } from "./finding.ts";
import type { FoundSecret, SecretPort } from "./ports.ts";
import type { ScanRule } from "./rule.ts";
import { scanRules } from "./rules/index.ts";
import { type ObservedUse, seenUses } from "./declared/seen.ts";
import { isNotebook } from "./instructions/index.ts";
import { SkillContext } from "./skill-context.ts";
import { DEFAULT_LIMITS, type ScanInput, type ScanLimits } from "./skill-files.ts";
import { readFiles } from "./read-files.ts";
import { unreadCode } from "./code/report.ts";
import { decide, scoreOf, type ScanScore, type ScanTier, type ScanVerdict } from "./verdict.ts";

/** For which tier to decide, and with which rules. */
export interface ScanOptions {
  /** Without it, `community`. */
  readonly tier?: ScanTier;
  /** Other rules than the ones that come along. */
  readonly rules?: readonly ScanRule[];
}

/** Everything that a scan found, with the verdict. */
export interface ScanReport {
  readonly name: string | undefined;
  readonly directory: string | undefined;
  readonly findings: readonly ScanFinding[];
  readonly counts: { readonly [Name in ScanSeverity]: number };
  readonly verdict: ScanVerdict;
  readonly score: ScanScore;
  readonly files: number;
  /** What it was seen to use, by its code and by the commands in its instructions. */
  readonly uses: readonly ObservedUse[];
  /** Files of which a part was not looked at. */
  readonly unread: readonly string[];
}

/** Looks at a skill as a whole. Nothing of it is executed, and nothing is fetched. */
export async function scan(input: ScanInput, options: ScanOptions = {}): Promise<ScanReport> {
  const limits: ScanLimits = { ...DEFAULT_LIMITS, ...input.limits };
  const { files, unread: unreadFiles } = readFiles(input, limits);
  const secrets = await findAll(input.ports?.secrets, files);
  await input.ports?.syntax?.load(languagesOf(files));
  const context = new SkillContext(input, files, limits, secrets);
  for (const rule of options.rules ?? scanRules) runRule(context, rule);
  const unread = [...new Set([...unreadFiles, ...context.cut, ...unreadParts(context)])];
  reportUnread(context, unread);
  reportData(context);
  const findings = settle(context.findings, limits);
  return {
    name: nameOf(context),
    directory: input.directory,
    findings,
    counts: countOf(findings),
    verdict: decide(options.tier ?? "community", findings, unread),
    score: scoreOf(findings),
    files: input.files.length,
    uses: context.ask(seenUses),
    unread,
  };
}

/** The verdict of another tier on the same findings. */
export function judge(report: ScanReport, tier: ScanTier): ScanVerdict {
  return decide(tier, report.findings, report.unread);
}

/** The same report without the findings that are not `kept`: a baseline accepts some. */
export function withFindings(report: ScanReport, kept: readonly ScanFinding[]): ScanReport {
  const { tier } = report.verdict;
  const unread = stillUnread(report.unread, kept);
  return {
    ...report,
    unread,
    findings: kept,
    counts: countOf(kept),
    verdict: decide(tier, kept, unread),
    score: scoreOf(kept),
  };
}

async function findAll(
  port: SecretPort | undefined,
  files: readonly SourceFile[],
): Promise<ReadonlyMap<string, readonly FoundSecret[]>> {
  const found = new Map<string, readonly FoundSecret[]>();
  if (port === undefined) return found;
  for (const { path, text } of files)
    if (text !== undefined) found.set(path, await port.find(path, text));
  return found;
}

/** Programs that take code of a language as an argument or from their input. */
const WITHIN: { readonly [language: string]: RegExp } = {
  python:
    /\bpython[\d.]*["',\s]+-|\bbase64\b|\beval\b|#![^\n]{0,40}python|\.(?:py|pth)["'](?:,|\))|>\s{0,4}[\w./$~{}"-]{1,80}\.(?:py|pth)\b/,
  javascript:
    /\b(?:node|bun|deno)["',\s]+(?:-|eval)|<script\b|#![^\n]{0,40}node|>\s{0,4}[\w./$~{}"-]{1,80}\.[cm]?js\b/i,
  typescript: /<script\b[^>]{0,200}\blang=["']?ts/i,
  powershell: /\b(?:powershell|pwsh)\b/i,
  ruby: /\bruby["',\s]+-|#![^\n]{0,40}ruby/,
  php: /\bphp["',\s]+-|#![^\n]{0,40}php/,
};

/** Fences of Markdown may hold any of the first three, and most skills have some. */
function languagesOf(files: readonly SourceFile[]): readonly GrammarLanguage[] {
  const texts = files.flatMap(({ text, kind }) =>
    text !== undefined && (kind === "skill" || kind === "markdown") ? [text] : [],
  );
  const has = (language: string, fence: RegExp): boolean =>
    files.some((file) => file.language === language) ||
    (language === "python" && files.some(({ path }) => isNotebook(path))) ||
    texts.some((text) => fence.test(text)) ||
    // `python -c …` in a script of another language.
    files.some(({ text }) => text !== undefined && WITHIN[language]?.test(text) === true);
  return [
    ...(has("python", /```\s*(?:py|python)/i) ? (["python"] as const) : []),
    ...(has("javascript", /```\s*(?:js|javascript|node)/i) ? (["javascript"] as const) : []),
    ...(has("typescript", /```\s*(?:ts|typescript)\b/i) ? (["typescript"] as const) : []),
    ...(files.some(({ path }) => path.endsWith(".tsx")) ||
    texts.some((text) => /```\s*tsx/i.test(text))
      ? (["tsx"] as const)
      : []),
    "bash",
    ...(has("powershell", /```\s*(?:powershell|pwsh|ps1)/i) ? (["powershell"] as const) : []),
    ...(has("ruby", /```\s*(?:ruby|rb)\b/i) ? (["ruby"] as const) : []),
    ...(has("php", /```\s*php/i) ? (["php"] as const) : []),
    ...(has("go", /```\s*go(?:lang)?\b/i) ? (["go"] as const) : []),
  ];
}

function runRule(context: SkillContext, rule: ScanRule): void {
  context.rule = rule;
  try {
    rule.check(context);
  } catch (cause) {
    const words = cause instanceof Error ? cause.message : String(cause);
    context.rule = { code: "scan/internal", severity: "medium", category: "artifacts" };
    context.report({
      file: context.skillFile ?? context.files[0]?.path ?? "",
      message: `The rule \`${rule.code}\` failed: ${words.replace(/\.$/, "")}.`,
      hint: "This is a defect of Skillwright. Please report it with the skill.",
    });
  }
}

/** Code that could not be followed and archives that could not be opened; their rules say why. */
function unreadParts(context: SkillContext): readonly string[] {
  return [...context.ask(unreadCode), ...context.ask(inspectArtifacts).closed];
}

/** Files that are named one by one, so that each can be accepted by itself. */
const MOST_NAMED = 50;
const NOT_READ = "scan/not-read";

function reportUnread(context: SkillContext, unread: readonly string[]): void {
  context.rule = { code: NOT_READ, severity: "medium", category: "artifacts" };
  for (const [index, path] of unread.slice(0, MOST_NAMED).entries()) {
    const others = index === MOST_NAMED - 1 ? unread.length - MOST_NAMED : 0;
    const more = others === 0 ? "" : ` and ${others} more files`;
    context.report({
      file: path,
      message: `Parts of \`${path}\`${more} were not read.`,
      hint: "What is too large, too deep or closed was not scanned. Look at it yourself, or split it.",
    });
  }
}

/** Files that were not read and that nobody has accepted. */
function stillUnread(unread: readonly string[], kept: readonly ScanFinding[]): readonly string[] {
  return unread.filter(
    (path, index) =>
      index >= MOST_NAMED || kept.some(({ code, file }) => code === NOT_READ && file === path),
  );
}

/** A text with zeros in it looks like data to some programs and like text to others; data of no known format is told. */
function reportData(context: SkillContext): void {
  context.rule = { code: "scan/not-text", severity: "medium", category: "obfuscation" };
  for (const { path, text, bytes, link } of context.files) {
    const at = bytes.length === 0 ? -1 : (text?.indexOf("\0") ?? -1);
    if (at !== -1)
      context.report({
        file: path,
        span: { start: at, end: at + 1 },
        evidence: "U+0000",
        message: `The text of \`${path}\` contains a NUL byte.`,
        hint: "Some programs take such a file for data and pass over it, others read it. Remove the zeros.",
      });
    else if (text === undefined && link === undefined && sniff(bytes) === "unknown")
      context.report({
        file: path,
        severity: "low",
        message: `\`${path}\` has no format that can be looked at.`,
        hint: "It was not looked at. Find out what the skill needs it for.",
      });
  }
}

/** Each place once for a rule, the worst first; what a decoded view repeats is dropped. */
function settle(findings: readonly ScanFinding[], limits: ScanLimits): readonly ScanFinding[] {
  const kept: ScanFinding[] = [];
  const counts = new Map<string, number>();
  const sorted = [...findings].sort(byImportance);
  for (const finding of sorted) {
    const key = `${finding.code}\0${finding.file}`;
    const count = counts.get(key) ?? 0;
    if (kept.some((other) => covers(other, finding))) continue;
    counts.set(key, count + 1);
    if (count < limits.findings) kept.push(finding);
    else addToLast(kept, finding);
  }
  return kept;
}

/** The last finding that is listed stands for those that are not. */
function addToLast(kept: ScanFinding[], other: ScanFinding): void {
  const at = kept.findLastIndex(({ code, file }) => code === other.code && file === other.file);
  const last = kept[at];
  if (last === undefined) return;
  const { severity, message, evidence, trace = "" } = other;
  const told = [last.trace ?? "", severity, message, evidence?.text ?? "", trace].join("\n");
  kept[at] = { ...last, more: (last.more ?? 0) + 1, trace: told };
}

function byImportance(a: ScanFinding, b: ScanFinding): number {
  return (
    SCAN_SEVERITIES.indexOf(a.severity) - SCAN_SEVERITIES.indexOf(b.severity) ||
    (a.evidence?.decoding.length ?? 0) - (b.evidence?.decoding.length ?? 0) ||
    compare(a.file, b.file) ||
    (a.range?.start.offset ?? 0) - (b.range?.start.offset ?? 0) ||
    compare(a.code, b.code)
  );
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function covers(kept: ScanFinding, other: ScanFinding): boolean {
  if (kept.code !== other.code || kept.file !== other.file) return false;
  const { range: a } = kept;
  const { range: b } = other;
  if (a === undefined || b === undefined) return a === b && kept.message === other.message;
  return a.start.offset < b.end.offset && b.start.offset < a.end.offset;
}

function countOf(findings: readonly ScanFinding[]): ScanReport["counts"] {
  const of = (severity: ScanSeverity): number =>
    findings.filter((finding) => finding.severity === severity).length;
  return {
    critical: of("critical"),
    high: of("high"),
    medium: of("medium"),
    low: of("low"),
    info: of("info"),
  };
}

function nameOf(context: SkillContext): string | undefined {
  const { skill } = context;
  return skill === undefined ? undefined : skill.dialect.describe(skill.reading).name;
}
