import type { Dialect, PlaceholderSyntax } from "../dialects/index.ts";
import type { Skill } from "../model/index.ts";
import { findPlaceholders } from "../text/index.ts";
import { BODY, type LossEntry } from "./report.ts";

const ARGUMENTS = /\$ARGUMENTS(?:\[\d+\])?|(?<![\w$\\])\$\d+\b|\$\{CLAUDE_[A-Z_]+\}/;

/** How each syntax looks in the instructions, by the first use found. */
const finders: {
  readonly [Syntax in PlaceholderSyntax]: (body: string, skill: Skill) => string | undefined;
} = {
  "double-brace": (body) => {
    const use = findPlaceholders(body)[0];
    return use === undefined ? undefined : `{{${use.name}}}`;
  },
  arguments: (body, skill) => {
    const named = (skill.invocation.argumentNames ?? []).find((name) => body.includes(`$${name}`));
    return ARGUMENTS.exec(body)?.[0] ?? (named === undefined ? undefined : `$${named}`);
  },
  "base-dir": (body) => (body.includes("{baseDir}") ? "{baseDir}" : undefined),
};

/** The instructions are never rewritten; placeholders that change their meaning are named. */
export function accountForBody(
  skill: Skill,
  source: Dialect,
  target: Dialect,
): readonly LossEntry[] {
  const notes: string[] = [];
  for (const syntax of source.placeholders) {
    const use = target.placeholders.includes(syntax)
      ? undefined
      : finders[syntax](skill.body, skill);
    if (use !== undefined)
      notes.push(`${target.title} leaves placeholders such as \`${use}\` as they are.`);
  }
  for (const syntax of target.placeholders) {
    const use = source.placeholders.includes(syntax)
      ? undefined
      : finders[syntax](skill.body, skill);
    if (use !== undefined)
      notes.push(`${target.title} fills in \`${use}\`, which ${source.title} leaves as it is.`);
  }
  if (notes.length === 0) return [];
  return [{ source: [BODY], outcome: "approximated", target: [BODY], note: notes.join(" ") }];
}
