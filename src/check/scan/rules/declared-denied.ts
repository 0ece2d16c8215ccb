import { compare } from "../declared/compare.ts";
import { observedUses } from "../declared/observed.ts";
import { permissionsOf } from "../declared/permissions.ts";
import type { ScanRule } from "../rule.ts";

export const declaredDenied: ScanRule = {
  code: "scan/declared-denied",
  title: "A skill does nothing that it says it does without.",
  severity: "high",
  category: "permissions",
  hint: "Either the declaration or the code is wrong. Whoever agreed to the skill agreed to the declaration.",
  check(context) {
    if (context.skill === undefined) return;
    const permissions = permissionsOf(context.skill);
    if (!permissions.some(({ isNone }) => isNone)) return;
    for (const gap of compare(permissions, context.ask(observedUses))) {
      if (gap.kind !== "denied") continue;
      const { file, span, domain, subject, isScript } = gap.use;
      context.report({
        file,
        ...(span === undefined ? {} : { span }),
        severity: isScript ? "high" : "medium",
        message: `The code uses ${subject === undefined ? `\`${domain}\`` : `\`${subject}\` (${domain})`}, which \`${gap.permission.written}\` rules out.`,
      });
    }
  },
};
