import { disguiseOf } from "../artifacts/disguise.ts";
import { endingOf, inspectArtifacts, INSIDE } from "../artifacts/inspect.ts";
import { bareTitle, KINDS } from "../artifacts/kinds.ts";
import type { ScanRule } from "../rule.ts";

export const artifactProgram: ScanRule = {
  code: "scan/artifact-program",
  title: "A skill brings no compiled program along.",
  severity: "medium",
  category: "artifacts",
  hint: "Nobody can review it. Ask for its source, or let the skill install a released version.",
  check(context) {
    for (const artifact of context.ask(inspectArtifacts).artifacts) {
      const { path, file, kind } = artifact;
      const { group } = KINDS[kind];
      const isHosted = kind === "text" && HOSTED.test(artifact.ending);
      if (group !== "program" && group !== "installer" && !isHosted) continue;
      // `artifact-disguise` says more about it.
      if (disguiseOf(artifact) !== undefined) continue;
      // A shortcut starts whatever it names; in a skill it has no other use.
      const isLure = kind === "windows-shortcut" || isDoubleEnding(path);
      context.report({
        file,
        message: `The ${isHosted ? "script of the Windows script host" : bareTitle(kind)} \`${path}\` cannot be reviewed as text.`,
        ...(isLure || path.includes(INSIDE) ? { severity: isLure ? "high" : "medium" } : {}),
      });
    }
  },
};

/** Scripts that Windows runs on a double click, and that no agent needs. */
const HOSTED = /^(?:hta|vbs|vbe|jse|wsf|wsh|scf)$/;

/** `invoice.pdf.exe`: the first ending is for the eye, the second for the system. */
function isDoubleEnding(path: string): boolean {
  const ending = endingOf(path);
  if (!/^(?:exe|scr|com|cpl|lnk|app|dmg|pkg|msi)$/.test(ending)) return false;
  return /\.(?:pdf|docx?|xlsx?|pptx?|txt|md|png|jpe?g|gif|mp[34]|zip)\.\w+$/i.test(path);
}
