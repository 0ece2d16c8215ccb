import type { ArchiveProblemKind } from "../artifacts/archive.ts";
import { fileOf, inspectArtifacts } from "../artifacts/inspect.ts";
import { bareTitle } from "../artifacts/kinds.ts";
import type { ScanSeverity } from "../finding.ts";
import type { ScanRule } from "../rule.ts";

const SEVERITIES: { readonly [Kind in ArchiveProblemKind]: ScanSeverity } = {
  encrypted: "high",
  "leads-out": "high",
  "link-out": "high",
  bomb: "high",
  "hidden-entry": "high",
  "odd-name": "high",
  device: "medium",
  duplicate: "medium",
  "header-mismatch": "medium",
  "privileged-mode": "medium",
  "text-in-front": "medium",
  "too-deep": "medium",
  unreadable: "medium",
  "case-collision": "low",
  "too-many": "low",
  damaged: "low",
  cut: "info",
};

/** Names that a message shows of an archive that holds nothing odd. */
const SHOWN = 3;

export const artifactArchive: ScanRule = {
  code: "scan/artifact-archive",
  title: "An archive can be opened and looked through.",
  severity: "info",
  category: "artifacts",
  hint: "Unpack it into the skill's folder, so that everybody sees what it brings.",
  check(context) {
    for (const archive of context.ask(inspectArtifacts).archives) {
      const { path, kind, names, problems } = archive;
      const file = fileOf(path);
      for (const { kind: problem, entry, detail } of problems) {
        const what = entry === undefined ? "The" : `The entry \`${entry}\` of the`;
        context.report({
          file,
          message: `${what} archive \`${path}\` ${detail}.`,
          severity: SEVERITIES[problem],
        });
      }
      if (problems.length > 0 || archive.isContainer) continue;
      const shown = names.slice(0, SHOWN).map((name) => `\`${name}\``);
      const more = names.length > SHOWN ? ` and ${names.length - SHOWN} more` : "";
      context.report({
        file,
        message: `The ${bareTitle(kind)} \`${path}\` contains ${shown.join(", ")}${more}.`,
      });
    }
  },
};
