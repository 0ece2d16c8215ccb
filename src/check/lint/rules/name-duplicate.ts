import type { CollectionRule, SkillFacts } from "../rule.ts";

export const nameDuplicate: CollectionRule = {
  code: "lint/name-duplicate",
  title: "No two skills have one name.",
  severity: "warning",
  scope: "collection",
  check({ skills, report }) {
    const first = new Map<string, SkillFacts>();
    for (const skill of skills) {
      if (skill.name === undefined) continue;
      const known = first.get(skill.name);
      if (known === undefined) {
        first.set(skill.name, skill);
        continue;
      }
      const isSameRoot = known.root === skill.root;
      report(skill, {
        ...(skill.nameSpan === undefined ? {} : { span: skill.nameSpan }),
        message: `The skills in \`${skill.path}\` and \`${known.path}\` are both called \`${skill.name}\`.`,
        hint: isSameRoot
          ? "Only one of them is loaded, and which one depends on the system. Rename one."
          : "Where both folders are searched, one hides the other, and which one depends on the system.",
        related: [{ message: `The first skill \`${skill.name}\`.`, file: known.path }],
      });
    }
  },
};
