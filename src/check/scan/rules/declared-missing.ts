import { compare, type Gap } from "../declared/compare.ts";
import { observedUses } from "../declared/observed.ts";
import { permissionsOf } from "../declared/permissions.ts";
import type { ScanRule } from "../rule.ts";

export const declaredMissing: ScanRule = {
  code: "scan/declared-missing",
  title: "A skill that lists its permissions lists all of them.",
  severity: "medium",
  category: "permissions",
  hint: "Add the permission, with a scope that names the host, path or command.",
  check(context) {
    if (context.skill === undefined) return;
    const permissions = permissionsOf(context.skill);
    // An empty list says that nothing is needed; no list says nothing.
    if (context.skill.skill.authority.permissions === undefined) return;
    for (const gap of compare(permissions, context.ask(observedUses))) {
      const said = wordsOf(gap);
      const { file, span, isScript } = gap.use;
      if (said === undefined) continue;
      context.report({
        file,
        ...(span === undefined ? {} : { span }),
        severity: isScript ? "medium" : "low",
        message: said,
      });
    }
  },
};

function wordsOf(gap: Gap): string | undefined {
  const { domain, subject } = gap.use;
  const what = subject === undefined ? `\`${domain}\`` : `\`${subject}\` (${domain})`;
  if (gap.kind === "undeclared")
    return `The code uses ${what}, without a permission for \`${domain}\`.`;
  if (gap.kind === "level")
    return `The code writes to ${what}, and \`${gap.permission.written}\` does not allow that.`;
  if (gap.kind === "scope")
    return `The code uses ${what}, which \`${gap.permission.written}\` does not cover.`;
  return undefined;
}
