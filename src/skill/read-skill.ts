import { type Dialect, detectDialect, readAs, type Reading, skillOf } from "./dialects/index.ts";
import { type Diagnostic, getKey, isObject, type Outcome, type Skill } from "./model/index.ts";
import { requireDialect } from "./require-dialect.ts";
import {
  decodeText,
  type Document,
  lineStarts,
  type Problem,
  rangeOf,
  readDocument,
} from "./text/index.ts";

/** How a file is read: its path, and the format where it is known. */
export interface ReadOptions {
  /** Where the file lies; its folder gives the name where the file says none. */
  readonly path?: string;
  /** A dialect id such as `gaia-nested`; without it the dialect is detected. */
  readonly dialect?: string;
}

/** A skill as it was read: the model, the document behind it and the format. */
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
  if (typeof source !== "string" && !(source instanceof Uint8Array))
    throw new TypeError(
      `A skill must be the text or the bytes of a SKILL.md, not \`${typeof source}\`.`,
    );
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
  return { dialect: requireDialect(options.dialect), reason: "it was asked for by name" };
}

/** What is odd about the writing of a file, as diagnostics with places. */
function problemDiagnostics(document: Document, file?: string): readonly Diagnostic[] {
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

/** The version that the file gives, also where its dialect has no place for one. */
export function versionIn({ skill, document }: ReadSkill): string | undefined {
  const metadata = getKey(document.frontmatter, "metadata");
  return [
    skill.identity.version,
    getKey(document.frontmatter, "version"),
    isObject(metadata) ? getKey(metadata, "version") : undefined,
  ].find((value): value is string => typeof value === "string" && value !== "");
}
