import { bytecodeFacts } from "../artifacts/bytecode.ts";
import { inspectArtifacts } from "../artifacts/inspect.ts";
import { KINDS } from "../artifacts/kinds.ts";
import type { ScanSeverity } from "../finding.ts";
import type { ScanRule } from "../rule.ts";

export const artifactBytecode: ScanRule = {
  code: "scan/artifact-bytecode",
  title: "Code comes as source.",
  severity: "low",
  category: "artifacts",
  hint: "Delete it: Python and Java make it from the source, and nobody can review it.",
  check(context) {
    const { artifacts } = context.ask(inspectArtifacts);
    const paths = new Set(artifacts.map(({ path }) => path));
    for (const { kind, path, file, bytes } of artifacts) {
      if (KINDS[kind].group !== "bytecode") continue;
      const [severity, what] =
        kind === "python-bytecode"
          ? judge(bytecodeFacts(path, bytes, (other) => paths.has(other)))
          : (["low", `${KINDS[kind].title} \`PATH\``] as const);
      context.report({
        file,
        severity,
        message: `The skill contains ${what.replace("PATH", () => path)}, which cannot be reviewed as source.`,
      });
    }
  },
};

function judge(facts: {
  readonly source: string | undefined;
  readonly isImportable: boolean;
  readonly isUnchecked: boolean;
}): readonly [ScanSeverity, string] {
  if (facts.isUnchecked)
    return ["high", "Python bytecode `PATH`, which runs whatever the source says"];
  if (facts.source !== undefined) return ["low", "Python bytecode `PATH` beside its source"];
  return facts.isImportable
    ? ["high", "Python bytecode `PATH` without its source"]
    : ["medium", "left over Python bytecode `PATH` without its source"];
}
