import type { ScanRule } from "../rule.ts";
import { placeOf, search, temperSubject } from "../text/search.ts";

/** A window that asks for the password of the machine, and commands that try one. */
const PATTERNS: readonly RegExp[] = [
  /\bdisplay dialog\b[^\n]{0,300}?\b(?:hidden answer|password)\b[^\n]{0,80}/gi,
  /\bdscl\s+\S+\s+-?authonly\b[^\n]{0,80}/gi,
  /\bGet-Credential\b[^\n]{0,120}?\bGetNetworkCredential\(\)\.Password\b/gi,
];

export const passwordPrompt: ScanRule = {
  code: "scan/password-prompt",
  title: "No window of the skill asks for the password of the machine.",
  severity: "high",
  category: "credentials",
  hint: "Only the system itself asks for this password. Do not type it.",
  check(context) {
    for (const pattern of PATTERNS)
      for (const hit of search(context, pattern))
        context.report({
          ...placeOf(hit),
          ...temperSubject(context, "high", hit),
          message:
            "The text asks for the password of the machine, which only the system should ask for.",
        });
  },
};
