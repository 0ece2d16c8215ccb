import { inspectArtifacts } from "../artifacts/inspect.ts";
import { KINDS } from "../artifacts/kinds.ts";
import type { ScanRule } from "../rule.ts";

const OWNERS_RIGHTS = 0o6000;
const EXECUTABLE = 0o111;

export const artifactMode: ScanRule = {
  code: "scan/artifact-mode",
  title: "Only programs have the right to run.",
  severity: "low",
  category: "artifacts",
  hint: "Take the right away with `chmod`.",
  check(context) {
    for (const { path, file, mode, kind } of context.ask(inspectArtifacts).artifacts) {
      const rights = mode ?? 0;
      if (path !== file) continue;
      if ((rights & OWNERS_RIGHTS) !== 0)
        context.report({
          file,
          severity: "high",
          message: `\`${path}\` runs with the rights of its owner (setuid or setgid).`,
        });
      else if ((rights & EXECUTABLE) !== 0 && isNeverRun(kind))
        context.report({
          file,
          severity: "info",
          message: `\`${path}\` is executable, although it is ${KINDS[kind].title}.`,
        });
    }
  },
};

function isNeverRun(kind: keyof typeof KINDS): boolean {
  const { group } = KINDS[kind];
  return group === "image" || group === "document" || group === "media";
}
