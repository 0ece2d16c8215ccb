import { latin1 } from "../artifacts/bytes.ts";
import { shebangOf } from "../artifacts/disguise.ts";
import { type Artifact, inspectArtifacts } from "../artifacts/inspect.ts";
import { type ArtifactGroup, KINDS } from "../artifacts/kinds.ts";
import type { ScanSeverity } from "../finding.ts";
import type { ScanRule } from "../rule.ts";

const RUNNABLE: ReadonlySet<ArtifactGroup> = new Set([
  "program",
  "installer",
  "bytecode",
  "archive",
]);

export const artifactTail: ScanRule = {
  code: "scan/artifact-tail",
  title: "Nothing follows the end of an image.",
  severity: "low",
  category: "artifacts",
  hint: "Save the image anew. Programs that show it pass over what follows, others read it.",
  check(context) {
    for (const artifact of context.ask(inspectArtifacts).artifacts) {
      const { tail, path, file } = artifact;
      if (tail === undefined) continue;
      context.report({
        file,
        severity: severityOf(artifact),
        message: `Behind the end of the image \`${path}\` follows ${KINDS[tail.kind].title} of ${tail.length} bytes.`,
      });
    }
  },
};

function severityOf({ tail, bytes }: Artifact): ScanSeverity {
  if (tail === undefined) return "info";
  if (RUNNABLE.has(KINDS[tail.kind].group)) return "high";
  if (tail.kind !== "text") return "low";
  const rest = bytes.subarray(tail.start);
  const isCode =
    shebangOf(rest) !== undefined ||
    /<\?php|<script|powershell|\/bin\/(?:ba)?sh/i.test(latin1(rest, 0, 4096));
  return isCode ? "high" : "medium";
}
