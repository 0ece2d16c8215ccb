import type { FileRule } from "../rule.ts";
import { findSecrets } from "../secrets.ts";

/** Characters of the secret that a message may show. */
const SHOWN = 4;

export const secretPlain: FileRule = {
  code: "lint/secret-plain",
  title: "No secret stands in plain text.",
  severity: "error",
  scope: "file",
  check({ document, report }) {
    for (const { name, start, end } of findSecrets(document.text))
      report({
        span: { start, end },
        message: `The file contains a secret in plain text: ${name} \`${document.text.slice(start, start + SHOWN)}…\`.`,
        hint: "Whoever gets the skill gets the secret. Revoke it, and name an environment variable instead.",
      });
  },
};
