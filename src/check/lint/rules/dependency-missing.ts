import { strictTolerance, suggest } from "../../../skill/index.ts";
import type { CollectionRule } from "../rule.ts";

export const dependencyMissing: CollectionRule = {
  code: "lint/dependency-missing",
  title: "Skills that others depend on are there.",
  severity: "warning",
  scope: "collection",
  check({ skills, report }) {
    // A skill that is linted alone has its neighbours elsewhere.
    if (skills.length < 2) return;
    const names = new Set(skills.flatMap((skill) => skill.name ?? []));
    for (const skill of skills)
      for (const { name, span } of skill.dependsOn) {
        // `owner/name` and `registry:name` mean the skill at the end.
        if (names.has(name) || names.has(lastPart(name))) continue;
        const near = suggest(name, names, strictTolerance);
        report(skill, {
          ...(span === undefined ? {} : { span }),
          message: `The dependency \`${name}\` is not among the ${skills.length} skills that were checked.`,
          hint:
            near === undefined
              ? "Correct the name, add the skill, or check it together with the others."
              : `Did you mean \`${near}\`?`,
        });
      }
  },
};

function lastPart(name: string): string {
  return name.slice(Math.max(name.lastIndexOf("/"), name.lastIndexOf(":")) + 1);
}
