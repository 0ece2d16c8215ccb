import type { DocumentTrait } from "../artifacts/document.ts";
import { inspectArtifacts } from "../artifacts/inspect.ts";
import type { ScanSeverity } from "../finding.ts";
import type { ScanRule } from "../rule.ts";

interface Verdict {
  readonly severity: ScanSeverity;
  readonly what: string;
}

export const artifactDocument: ScanRule = {
  code: "scan/artifact-document",
  title: "A document runs nothing when it is opened.",
  severity: "medium",
  category: "artifacts",
  hint: "Save it without macros, scripts and actions.",
  check(context) {
    for (const { path, file, traits } of context.ask(inspectArtifacts).artifacts) {
      const verdict = judge(traits);
      if (verdict === undefined) continue;
      context.report({
        file,
        severity: verdict.severity,
        message: `The document \`${path}\` ${verdict.what}.`,
      });
    }
  },
};

function judge(traits: ReadonlySet<DocumentTrait>): Verdict | undefined {
  const isAutomatic = traits.has("opens-by-itself");
  if (traits.has("launch")) return { severity: "high", what: "starts a program" };
  if (traits.has("macros"))
    return isAutomatic
      ? { severity: "high", what: "runs macros when it is opened" }
      : { severity: "medium", what: "holds macros" };
  if (traits.has("remote-template"))
    return { severity: "high", what: "fetches a template when it is opened" };
  if (traits.has("script")) return { severity: "medium", what: "holds a script" };
  return isAutomatic && traits.has("embedded-file")
    ? { severity: "medium", what: "opens a file inside of it" }
    : undefined;
}
