import { convert, countOutcomes, type LossReport } from "../../../src/skill/convert/index.ts";
import { chooseDialect, type Diagnostic } from "../../../src/skill/index.ts";
import { type SourceText, withoutCause } from "./check.ts";

export interface ConvertedText {
  readonly text: string;
  readonly from: string;
  readonly to: string;
  readonly name?: string;
  readonly report: LossReport;
  readonly counts: ReturnType<typeof countOutcomes>;
  readonly diagnostics: readonly Diagnostic[];
  readonly files: { readonly [path: string]: string };
}

export function convertSource({ path, text, dialect }: SourceText, to: string): ConvertedText {
  const done = convert(text, {
    path,
    to: chooseDialect(to),
    ...(dialect === undefined ? {} : { from: dialect }),
  });
  return {
    text: done.text,
    from: done.from.id,
    to: done.to.id,
    ...(done.name === undefined ? {} : { name: done.name }),
    report: done.report,
    counts: countOutcomes(done.report),
    diagnostics: done.diagnostics.map(withoutCause),
    files: done.files ?? {},
  };
}
