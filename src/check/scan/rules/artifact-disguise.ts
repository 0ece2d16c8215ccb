import { disguiseOf, foreignInterpreter } from "../artifacts/disguise.ts";
import { inspectArtifacts } from "../artifacts/inspect.ts";
import type { ScanRule } from "../rule.ts";

export const artifactDisguise: ScanRule = {
  code: "scan/artifact-disguise",
  title: "A file is what its name says.",
  severity: "high",
  category: "artifacts",
  hint: "Look at the content, not at the name. Honest files need no disguise.",
  check(context) {
    for (const artifact of context.ask(inspectArtifacts).artifacts) {
      const { file, path } = artifact;
      const disguise = disguiseOf(artifact);
      const interpreter = disguise === undefined ? foreignInterpreter(artifact) : undefined;
      if (disguise !== undefined)
        context.report({
          file,
          message: `\`${path}\` is not what \`.${disguise.promises}\` promises, but ${disguise.is}.`,
          severity: disguise.isRunnable ? "high" : "medium",
        });
      else if (interpreter !== undefined)
        context.report({
          file,
          message: `\`${path}\` is not what \`.${artifact.ending}\` promises, but a script for \`${interpreter}\`.`,
          severity: "medium",
        });
    }
  },
};
