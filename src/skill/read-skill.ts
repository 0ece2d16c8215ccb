import {
  type Dialect,
  detectDialect,
  findDialect,
  readAs,
  type Reading,
  skillOf,
} from "./dialects/index.ts";
import { type Diagnostic, type Outcome, type Skill, SkillError } from "./model/index.ts";
import {
  decodeText,
  type Document,
  lineStarts,
  type Problem,
  rangeOf,
  readDocument,
} from "./text/index.ts";

export interface ReadOptions {
  /** Where the file lies; its folder gives the name where the file says none. */
  readonly path?: string;
  /** A dialect id such as `gaia-nested`; without it the dialect is detected. */
  readonly dialect?: string;
}

export interface ReadSkill {
  readonly skill: Skill;
  readonly dialect: Dialect;
  /** Completes "This is … because …". */
  readonly reason: string;
  readonly document: Document;
  readonly reading: Reading;
}

/** Reads one SKILL.md of any dialect; never throws on what is in the file. */
export function readSkill(
  source: string | Uint8Array,
  options: ReadOptions = {},
): Outcome<ReadSkill> {
  const decoded = typeof source === "string" ? { text: source, problems: [] } : decodeText(source);
  const document = readDocument(decoded.text, decoded.problems);
  const { dialect, reason } = chooseDialect(document, options);
  const reading = readAs(
    dialect,
    document,
    options.path === undefined ? {} : { path: options.path },
  );
  return {
    value: { skill: skillOf(reading), dialect, reason, document, reading },
    diagnostics: problemDiagnostics(document, options.path),
  };
}

function chooseDialect(
  document: Document,
  options: ReadOptions,
): { readonly dialect: Dialect; readonly reason: string } {
  if (options.dialect === undefined) return detectDialect(document.frontmatter, options.path);
  const dialect = findDialect(options.dialect);
  if (dialect !== undefined) return { dialect, reason: "it was asked for by name" };
  throw new SkillError({
    code: "config/unknown-dialect",
    severity: "error",
    message: `Unexpected dialect \`${options.dialect}\`, expected the id of a known one.`,
    hint: "Leave it out to have the dialect detected.",
  });
}

/** What is odd about the writing of a file, as diagnostics with places. */
export function problemDiagnostics(document: Document, file?: string): readonly Diagnostic[] {
  if (document.problems.length === 0) return [];
  const starts = lineStarts(document.text);
  return document.problems.map((problem) => ({
    code: `parse/${problem.kind}`,
    severity: problem.severity,
    message: problem.message,
    ...(problem.hint === undefined ? {} : { hint: problem.hint }),
    ...(file === undefined ? {} : { file }),
    range: rangeOf(starts, problem),
    ...fixOf(problem),
  }));
}

function fixOf(problem: Problem): Pick<Diagnostic, "fix"> {
  if (problem.edits === undefined) return {};
  return {
    fix: {
      title: problem.fixTitle ?? "Mend it",
      safety: problem.isUnsafe === true ? "unsafe" : "safe",
      edits: problem.edits,
    },
  };
}
