/** What is wrong with skills, and the fixes. */
import {
  createLinter,
  type FileResult,
  fixText,
  type LintReport,
  renderPacked,
} from "../../check/index.ts";
import { unifiedDiff } from "../../check/report/index.ts";
import type { SkippedEntry } from "../../platform/index.ts";
import { chooseDialect, type Diagnostic } from "../../skill/index.ts";
import type { Context } from "../context.ts";
import { fail } from "../errors.ts";
import type { InlineSkill, SkillRef } from "../fields.ts";
import { toSource } from "../sources.ts";
import { toLintInput } from "./lint-input.ts";
import type { FixedFile, LintRun, LintSettings, LocalLinter, UnfixedFile } from "./lint-run.ts";

export interface LintRequest {
  readonly skills: readonly SkillRef[];
  readonly dialect?: string;
  readonly fix: boolean;
  readonly fixUnsafe: boolean;
  readonly fixDryRun: boolean;
  readonly scan: boolean;
  readonly config?: string;
  readonly jobs?: number;
  readonly noCache: boolean;
}

export interface LintedFile {
  readonly path: string;
  readonly name?: string;
  readonly description?: string;
  readonly dialect: string;
  /** Completes "This is … because …". */
  readonly reason: string;
  /** Without the file, which is named above. */
  readonly diagnostics: readonly Omit<Diagnostic, "file" | "cause">[];
}

export interface LintFix {
  readonly path: string;
  readonly applied: readonly { readonly title: string; readonly code: string }[];
  /** The fixed text, where it was sent along. */
  readonly text?: string;
  /** What would be written, where nothing was. */
  readonly diff?: string;
}

export interface LintAnswer extends Omit<LintReport, "files"> {
  readonly files: readonly LintedFile[];
  readonly skipped: readonly SkippedEntry[];
  /** The files that were fixed, where that was asked for; the report is about the fixed ones. */
  readonly fixed?: readonly LintFix[];
  /** Files with fixes that were not written, and why. */
  readonly unfixed?: readonly UnfixedFile[];
}

export async function lintSkills(context: Context, request: LintRequest): Promise<LintAnswer> {
  const { skills, dialect, config } = request;
  const here = await context.files?.linting();
  const settings: LintSettings = {
    ...(dialect === undefined ? {} : { dialect: chooseDialect(dialect).id }),
    ...here?.settings(config),
  };
  const texts = skills.filter((ref) => typeof ref !== "string");
  const paths = skills.filter((ref) => typeof ref === "string");
  if (texts.length === 0 && here !== undefined)
    return await lintPaths(paths, here, settings, request);
  const [path] = paths;
  if (path !== undefined) throw fail("app/inline-only", { ref: path });
  return await lintTexts(texts, settings, request, context);
}

async function lintPaths(
  paths: readonly string[],
  here: LocalLinter,
  settings: LintSettings,
  { fix, fixUnsafe: isUnsafe, fixDryRun: isDryRun, scan, jobs, noCache }: LintRequest,
): Promise<LintAnswer> {
  const lintAll = async (): Promise<LintRun> => {
    const run = await here.lint(paths, settings, { jobs, isCached: !noCache });
    return scan ? await here.scan(run, { jobs }) : run;
  };
  const first = await lintAll();
  if (!fix && !isUnsafe && !isDryRun) return toAnswer(first);
  const trees = paths.length === 0 ? ["."] : paths;
  const { fixed, unfixed } = await here.fix(first, settings, { isUnsafe, isDryRun, trees });
  const last = isDryRun || fixed.length === 0 ? first : await lintAll();
  return { ...toAnswer(last), fixed: fixed.map((file) => toFix(file, isDryRun)), unfixed };
}

function toFix({ path, before, after, applied }: FixedFile, isDryRun: boolean): LintFix {
  const diff = isDryRun ? { diff: unifiedDiff(path, before, after) } : {};
  return { path, applied: applied.map(({ title, code }) => ({ title, code })), ...diff };
}

async function lintTexts(
  texts: readonly InlineSkill[],
  settings: LintSettings,
  { fix, fixUnsafe, fixDryRun, scan, jobs }: LintRequest,
  { files }: Context,
): Promise<LintAnswer> {
  const isFixing = fix || fixUnsafe || fixDryRun;
  if (isFixing && files !== undefined) throw fail("app/no-file-to-fix", undefined);
  const fixed = isFixing ? texts.map((text) => fixOne(text, settings, fixUnsafe)) : [];
  const sources = (isFixing ? fixed : texts).map((text) => toSource(text, files));
  const linter = createLinter(settings);
  const results = sources.map((source) => linter.lintFile(toLintInput(source)));
  const run: LintRun = {
    report: linter.finish(results),
    files: sources.map(({ path }, index) => ({ path: texts[index]?.path ?? "", shown: path })),
    skipped: [],
    texts: new Map(texts.map(({ text }, index) => [sources[index]?.path ?? "", text])),
  };
  const here = scan ? await files?.linting() : undefined;
  const answer = toAnswer((await here?.scan(run, { jobs })) ?? run);
  if (!isFixing) return answer;
  const changed = fixed.filter(({ applied }) => applied.length > 0);
  return { ...answer, fixed: changed, unfixed: [] };
}

function fixOne(
  skill: InlineSkill,
  settings: LintSettings,
  isUnsafe: boolean,
): Required<Pick<LintFix, "path" | "applied" | "text">> {
  const input = toLintInput(toSource(skill, undefined));
  const { text, applied } = fixText(input, settings, { unsafe: isUnsafe });
  return { path: skill.path, text, applied: applied.map(({ title, code }) => ({ title, code })) };
}

function toAnswer({ report, skipped }: LintRun): LintAnswer {
  const { files, errors, warnings, infos, fixable, skills } = report;
  return {
    errors,
    warnings,
    infos,
    fixable,
    ...(skills === undefined ? {} : { skills }),
    files: files.map((file) =>
      file.packed === undefined ? toLintedFile(file) : (new PackedLintedFile(file) as LintedFile),
    ),
    skipped,
  };
}

/** One of thousands: what the linter left as text is written as it is, and parsed only when it is inspected. */
export class PackedLintedFile implements Pick<LintedFile, "path" | "dialect" | "reason"> {
  readonly #file: FileResult;

  constructor(file: FileResult) {
    this.#file = file;
  }

  get path(): string {
    return this.#file.path;
  }

  get name(): string | undefined {
    return this.#file.name;
  }

  get description(): string | undefined {
    return this.#file.description;
  }

  get dialect(): string {
    return this.#file.dialect;
  }

  get reason(): string {
    return this.#file.dialectReason;
  }

  get diagnostics(): LintedFile["diagnostics"] {
    return toLintedFile(this.#file).diagnostics;
  }

  toJSON(): LintedFile {
    return toLintedFile(this.#file);
  }

  /** The same as text. */
  render(): string {
    const { packed } = this.#file;
    return packed === undefined ? JSON.stringify(this) : renderPacked(packed);
  }
}

function toLintedFile(file: FileResult): LintedFile {
  const { path, dialect, dialectReason, name, description, diagnostics } = file;
  return {
    path,
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
    dialect,
    reason: dialectReason,
    diagnostics: diagnostics.map(({ file: _file, cause: _cause, ...rest }) => rest),
  };
}
