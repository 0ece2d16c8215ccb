import { findCollisions, indexLibrary, wordSpace } from "../../eval/collisions/index.ts";
import type { CollectionRule } from "../rule.ts";

/** A larger folder takes seconds: `eval collisions` compares those. */
const MOST_SKILLS = 500;

export const skillCollision: CollectionRule = {
  code: "lint/skill-collision",
  title: "No two skills of a library are described for the same request.",
  severity: "info",
  scope: "collection",
  isOptIn: true,
  check({ skills, report, describe }) {
    for (const own of Map.groupBy(skills, ({ root }) => root).values()) {
      const described = own.flatMap((skill) => {
        const description = describe(skill);
        return skill.name === undefined || description === undefined
          ? []
          : [{ skill, name: skill.name, path: skill.path, description }];
      });
      if (described.length < 2 || described.length > MOST_SKILLS) continue;
      const byPath = new Map(described.map(({ path, skill }) => [path, skill]));
      const library = indexLibrary(described);
      for (const pair of findCollisions(library, wordSpace(library.texts)).collisions) {
        const [a, b] = [byPath.get(pair.pathA), byPath.get(pair.pathB)];
        if (pair.level !== "collision" || a === undefined || b === undefined) continue;
        const [sentence] = pair.evidence;
        if (sentence === undefined) continue;
        const rival = sentence.skill === pair.a ? pair.b : pair.a;
        for (const [skill, other] of [
          [a, b],
          [b, a],
        ] as const)
          report(skill, {
            ...(skill.nameSpan === undefined ? {} : { span: skill.nameSpan }),
            message: `Requests for \`${sentence.skill}\` may go to \`${rival}\`: “${sentence.text}” is near “${sentence.against}”.`,
            hint: "Say in each description what the other skill is for. `skillwright eval collisions` proposes where to draw the line.",
            related: [{ message: `The skill \`${other.name}\`.`, file: other.path }],
          });
      }
    }
  },
};
