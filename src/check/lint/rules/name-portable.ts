import { dialects, getKey } from "../../../skill/index.ts";
import type { FileRule } from "../rule.ts";

/** Many clients keep to the open specification and pass over a skill whose name breaks it. */
export const namePortable: FileRule = {
  code: "lint/name-portable",
  title: "The name is one that every client takes.",
  severity: "info",
  appliesTo: (dialect) => dialect.isOpenSpecification !== true,
  scope: "file",
  check: ({ dialect, reading, report }) => {
    const name = getKey(reading.view, "name");
    if (typeof name !== "string" || name.trim() === "") return;
    const open = dialects.find((other) => other.isOpenSpecification === true);
    const verdict = open?.checkName(name);
    if (open === undefined || verdict === undefined || verdict.isValid) return;
    if (!dialect.checkName(name).isValid) return;
    report({
      message: `\`${name.trim()}\` is not a portable \`name\`: use ${verdict.expected ?? "a portable name"}.`,
      hint: `${dialect.title} takes the name; clients that follow ${open.title} refuse it.`,
      path: ["name"],
    });
  },
};
