import type { ScanContext } from "../context.ts";
import { unusedOf } from "../declared/compare.ts";
import { observedUses } from "../declared/observed.ts";
import { permissionsOf } from "../declared/permissions.ts";
import type { ScanRule } from "../rule.ts";

export const declaredUnused: ScanRule = {
  code: "scan/declared-unused",
  title: "A skill asks for no more than it uses.",
  severity: "info",
  category: "permissions",
  hint: "Take it out of the list. Rights that nobody needs are there for whoever takes the skill over.",
  check(context) {
    const { skill, skillFile } = context;
    if (skill === undefined || skillFile === undefined) return;
    const hasCode = context.files.some(({ kind }) => kind === "code");
    const permissions = hasCode ? unusedOf(permissionsOf(skill), context.ask(observedUses)) : [];
    for (const { written } of permissions) report(context, skillFile, "permission", written);
    const { env = [], bins = [] } = skill.skill.requirements;
    for (const name of env)
      if (!isMentioned(context, name)) report(context, skillFile, "variable", name);
    for (const name of bins)
      if (!isMentioned(context, name)) report(context, skillFile, "program", name);
  },
};

function report(context: ScanContext, file: string, kind: string, name: string): void {
  const at = context.fileAt(file)?.text?.indexOf(name) ?? -1;
  context.report({
    file,
    ...(at === -1 ? {} : { span: { start: at, end: at + name.length } }),
    message: `The ${kind} \`${name}\` is declared, and nothing uses it.`,
  });
}

/** Somewhere in the instructions or in another file; the frontmatter itself does not count. */
function isMentioned(context: ScanContext, name: string): boolean {
  const { skill, skillFile } = context;
  return context.files.some(({ path, text }) =>
    path === skillFile ? skill?.skill.body.includes(name) === true : text?.includes(name) === true,
  );
}
