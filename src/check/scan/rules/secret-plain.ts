import type { ScanSeverity } from "../finding.ts";
import type { ScanRule } from "../rule.ts";
import { secretsIn } from "../secrets/hide.ts";
import { redact, redactSecrets } from "../secrets/merge.ts";

/** Where people put secrets that were made to be found. */
const FIXTURE = /(?:^|\/)(?:tests?|__tests__|fixtures?|testdata|mocks?|samples?|examples?)\//i;
const AROUND = 40;

export const secretPlain: ScanRule = {
  code: "scan/secret-plain",
  title: "No secret stands in a file of the skill.",
  severity: "high",
  category: "secrets",
  hint: "Whoever gets the skill gets the secret. Revoke it, and name an environment variable instead.",
  check(context) {
    for (const [path, secrets] of context.ask(secretsIn)) {
      const text = context.fileAt(path)?.text ?? "";
      for (const { name, start, end } of secrets) {
        const from = Math.max(0, start - AROUND);
        const inside = secrets
          .filter((other) => other.start >= from && other.end <= end)
          .map((other) => ({ start: other.start - from, end: other.end - from }));
        context.report({
          file: path,
          span: { start, end },
          severity: severityOf(name, path),
          evidence: redactSecrets(text.slice(from, end), inside),
          message: `Secret in plain text, ${name}: \`${redact(text.slice(start, end))}\`.`,
        });
      }
    }
  },
};

function severityOf(name: string, path: string): ScanSeverity {
  if (FIXTURE.test(path)) return "low";
  // These are handed out for others to see now and then; keys of accounts never are.
  return /web token|webhook|in an address|of a database/.test(name) ? "medium" : "high";
}
