/** The verdict of one format on skills. */
import type { SkippedEntry } from "../../platform/index.ts";
import {
  decodeText,
  type Dialect,
  openSpecification,
  readAs,
  readDocument,
  chooseDialect,
  type Severity,
  type Violation,
  findViolations,
} from "../../skill/index.ts";
import type { Context, SkillSource } from "../context.ts";
import type { SkillRef } from "../fields.ts";
import { forEachSkill } from "../sources.ts";

export interface ValidationProblem {
  readonly field: string;
  readonly severity: Severity;
  readonly message: string;
  readonly hint?: string;
}

export interface ValidatedSkill {
  readonly path: string;
  readonly valid: boolean;
  /** Names of the fields with errors, sorted. */
  readonly fields: readonly string[];
  readonly problems: readonly ValidationProblem[];
}

export interface Validation {
  readonly dialect: string;
  readonly valid: number;
  readonly invalid: number;
  readonly skipped: readonly SkippedEntry[];
  readonly skills: readonly ValidatedSkill[];
}

export function validateSkills(
  context: Context,
  refs: readonly SkillRef[],
  id: string | undefined,
): Validation {
  const dialect = id === undefined ? openSpecification() : chooseDialect(id);
  const { results, skipped } = forEachSkill(
    context,
    refs,
    (source) => validateSource(source, dialect),
    ({ path, reason }): ValidatedSkill => {
      const message = `The file cannot be read: ${reason}.`;
      const problem: ValidationProblem = { field: "file", severity: "error", message };
      return { path, valid: false, fields: ["file"], problems: [problem] };
    },
  );
  const invalid = results.filter(({ valid }) => !valid).length;
  return {
    dialect: dialect.id,
    valid: results.length - invalid,
    invalid,
    skipped,
    skills: results,
  };
}

function validateSource(
  { path, directory, content }: SkillSource,
  dialect: Dialect,
): ValidatedSkill {
  const { text, problems: decoding } =
    typeof content === "string" ? { text: content, problems: [] } : decodeText(content);
  const parsed = readAs(dialect, readDocument(text, decoding), {
    path,
    ...(directory === undefined ? {} : { directory }),
  });
  const problems = findViolations(parsed).map(toProblem);
  const errors = problems.filter(({ severity }) => severity === "error");
  const fields = [...new Set(errors.map(({ field }) => field))].toSorted();
  return { path, valid: errors.length === 0, fields, problems };
}

function toProblem({ path, field, severity, message, hint }: Violation): ValidationProblem {
  return {
    field: field ?? path.join("."),
    severity,
    message,
    ...(hint === undefined ? {} : { hint }),
  };
}
