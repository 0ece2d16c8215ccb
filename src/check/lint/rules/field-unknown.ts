import type { FileRule, RuleContext } from "../rule.ts";
import { listCodes } from "../text.ts";
import { violationRule } from "../violation-rule.ts";
import { isMisspelledTopKey, findReaders, formatReaders } from "../vocabulary.ts";

const each: FileRule = violationRule("field-unknown", {
  title: "Only fields that the dialect knows, where it refuses others.",
  isSaid: ({ path }, context) => isMisspelled(path, context),
  hint: ({ path }) => {
    const readers = findReaders(String(path[0]));
    return readers.length === 0 ? undefined : `${formatReaders(readers)} it.`;
  },
  whenGuessed: "info",
});

export const fieldUnknown: FileRule = {
  ...each,
  check: (context) => {
    if (context.isAskedFor) each.check(context);
    else reportTogether(context);
  },
};

function isMisspelled(
  path: readonly (string | number)[],
  { reading, isAskedFor }: RuleContext,
): boolean {
  return path.length === 1 && isMisspelledTopKey(reading, String(path[0]), !isAskedFor);
}

/** Nobody said that the file is meant for this system: one note for all such fields is enough. */
function reportTogether(context: RuleContext): void {
  const { violations, dialect, report } = context;
  const unknown = violations.filter(
    ({ rule, path }) => rule === "field-unknown" && !isMisspelled(path, context),
  );
  const [first] = unknown;
  if (first === undefined) return;
  const names = unknown.map(({ path }) => String(path[0]));
  report({
    message: `${dialect.title} has no ${names.length === 1 ? "field" : "fields"} ${listCodes(names, "and")}.`,
    hint: `${dialect.title} refuses them; most systems pass over them. Under \`metadata\` any key is welcome.`,
    path: first.path,
    at: first.at,
    severity: "info",
  });
}
