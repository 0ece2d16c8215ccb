import { isAtLeast, type ScanCategory, type ScanFinding } from "../finding.ts";
import type { ScanRule } from "../rule.ts";
import { isSecurityText } from "../text/explain.ts";

/** Kinds of findings that are steps of one attack; what is only untidy is none of them. */
const STEPS: ReadonlySet<ScanCategory> = new Set([
  "injection",
  "execution",
  "exfiltration",
  "credentials",
  "persistence",
  "privilege",
  "destruction",
  "obfuscation",
]);
/** Rules whose `medium` is a judgement of their own; elsewhere it is something grave that is only shown. */
const JUDGED: ReadonlySet<string> = new Set(
  [
    "agent-memory",
    "concealment",
    "hidden-characters",
    "hidden-instructions",
    "lookalike-letters",
    "paste-and-run",
    "piped-installer",
    "remote-instructions",
    "skipped-confirmation",
    "talk-copied",
    "wallet-access",
    "weakened-security",
  ].map((name) => `scan/${name}`),
);
const FEWEST = 2;

export const weighedTogether: ScanRule = {
  code: "scan/weighed-together",
  title: "Several things of which each may be honest do not make up an attack.",
  severity: "high",
  category: "injection",
  confidence: "medium",
  hint: "Each of these is found in honest skills, and hardly ever all of them in one. Read them together.",
  isLast: true,
  check(context) {
    if (context.ask(isSecurityText)) return;
    // What is already grave by itself needs no sum.
    if (context.findings.some(({ severity }) => isAtLeast(severity, "high"))) return;
    const steps = stepsOf(context.findings);
    const [first, ...others] = steps;
    if (first === undefined || steps.length < FEWEST || !steps.some(isAim)) return;
    const span = spanOf(first);
    context.report({
      file: first.file,
      ...(span === undefined ? {} : { span }),
      message: `Several findings add up: ${steps.map(({ code }) => `\`${code}\``).join(", ")}.`,
      trace: steps.map(({ code, message }) => `${code} ${message}`).join("\n"),
      related: others.map((other) => {
        const place = spanOf(other);
        return {
          message: other.message,
          file: other.file,
          ...(place === undefined ? {} : { span: place }),
        };
      }),
    });
  },
};

/** An attack turns the agent or takes something away; the rest is on the way to it. */
function isAim({ category }: ScanFinding): boolean {
  return category === "injection" || category === "exfiltration";
}

/** The first finding of each category, where the rule was sure enough. */
function stepsOf(findings: readonly ScanFinding[]): readonly ScanFinding[] {
  const byCategory = new Map<ScanCategory, ScanFinding>();
  for (const finding of findings)
    if (
      finding.severity === "medium" &&
      finding.confidence !== "low" &&
      STEPS.has(finding.category) &&
      JUDGED.has(finding.code) &&
      !byCategory.has(finding.category)
    )
      byCategory.set(finding.category, finding);
  return [...byCategory.values()];
}

function spanOf({ range }: ScanFinding): { start: number; end: number } | undefined {
  return range === undefined ? undefined : { start: range.start.offset, end: range.end.offset };
}
