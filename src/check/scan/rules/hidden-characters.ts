import { findHidden, nameHidden } from "../../lint/hidden.ts";
import type { ScanRule } from "../rule.ts";
import type { ScanSeverity } from "../finding.ts";

const OVERRIDES = new Set([0x202d, 0x202e]);
const MANY = 8;
const MESSAGE = 48;

export const hiddenCharacters: ScanRule = {
  code: "scan/hidden-characters",
  title: "Files hold only characters that a reader sees.",
  severity: "medium",
  category: "obfuscation",
  hint: "Such characters make text read differently to people and to agents. Remove them.",
  check(context) {
    for (const file of context.files)
      for (const { start, end, kind, codePoints } of findHidden(file.text ?? "")) {
        const severity = severityOf(kind, codePoints);
        if (severity === undefined) continue;
        context.report({
          file: file.path,
          span: { start, end },
          severity,
          evidence: nameHidden(codePoints),
          message: `The text contains ${nameHidden(codePoints)}, which a reader cannot see.`,
        });
      }
  },
};

function severityOf(kind: string, codePoints: readonly number[]): ScanSeverity | undefined {
  if (kind === "tag") return "high";
  if (kind === "selector") return codePoints.length >= MANY ? "high" : "medium";
  if (kind === "direction")
    return codePoints.some((point) => OVERRIDES.has(point)) ? "high" : "low";
  if (kind === "zero-width") {
    // A long row of them spells something; no way of writing needs it.
    if (codePoints.length >= MESSAGE) return "high";
    return codePoints.length >= MANY ? "medium" : "info";
  }
  return undefined;
}
