import type { CollectionRule } from "../rule.ts";

export const dependencySelf: CollectionRule = {
  code: "lint/dependency-self",
  title: "No skill depends on itself.",
  severity: "error",
  scope: "collection",
  check({ skills, report }) {
    for (const skill of skills)
      for (const { name, span } of skill.dependsOn) {
        if (name !== skill.name) continue;
        report(skill, {
          ...(span === undefined ? {} : { span }),
          message: `\`${name}\` depends on itself.`,
          hint: "Remove the entry.",
        });
      }
  },
};
