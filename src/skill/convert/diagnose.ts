import { type Dialect, readAs, type Reading, findViolations } from "../dialects/index.ts";
import type { Diagnostic } from "../model/index.ts";
import { lineStarts, rangeOf, readDocument } from "../text/index.ts";
import { locate } from "../text/places.ts";

/** What a dialect finds wrong with a file. */
export function diagnose(reading: Reading): readonly Diagnostic[] {
  const { document } = reading;
  const starts = lineStarts(document.text);
  return findViolations(reading).map((violation) => ({
    code: `lint/${violation.rule}`,
    severity: violation.severity,
    message: violation.message,
    ...(violation.hint === undefined ? {} : { hint: violation.hint }),
    ...(reading.path === undefined ? {} : { file: reading.path }),
    path: violation.path,
    range: rangeOf(starts, violation.span ?? locate(document, violation.path, violation.at)),
  }));
}

/** What a dialect finds wrong with a text where it will lie, which counts for the name of its folder. */
export function diagnoseAt(text: string, dialect: Dialect, path: string): readonly Diagnostic[] {
  return diagnose(readAs(dialect, readDocument(text), { path }));
}
