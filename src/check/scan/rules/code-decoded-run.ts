import type { CodeReport, Execution } from "../code/index.ts";
import { codeOf, tell } from "../code/telling.ts";
import type { ScanRule } from "../rule.ts";

export const codeDecodedRun: ScanRule = {
  code: "scan/code-decoded-run",
  title: "Code that runs stands in the skill in plain text.",
  severity: "high",
  category: "obfuscation",
  hint: "Read the decoded text below. Honest code has no reason to be encoded.",
  check(context) {
    const report = codeOf(context);
    for (const run of report.executions) {
      if (run.encoding.length === 0 || run.kind === "load") continue;
      // Only what the skill itself carries encoded; what was fetched is another matter.
      if (run.sources.some(({ kind }) => kind === "remote")) continue;
      tell(context, run, {
        severity: doesHarm(report, run) ? "critical" : "high",
        encoding: run.encoding,
        ...(run.text === undefined ? {} : { evidence: run.text }),
        message: `\`${run.tool}\` runs text that is hidden by ${run.encoding.join(" and ")}.`,
      });
    }
  },
};

/** Whether the decoded text itself reaches out. */
function doesHarm({ sends, executions, reads }: CodeReport, run: Execution): boolean {
  const isInside = (fact: {
    readonly place: Execution["place"];
    readonly decoding: readonly string[];
  }): boolean =>
    fact.decoding.length > 0 &&
    fact.place.file === run.place.file &&
    fact.place.span.start === run.place.span.start;
  return (
    sends.some(isInside) ||
    executions.some(isInside) ||
    reads.some((read) => read.kind !== "file" && isInside(read))
  );
}
