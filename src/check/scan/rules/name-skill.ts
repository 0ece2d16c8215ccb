import { additionTo, type Imitation, imitationOf, isPlain } from "../names/imitation.ts";
import { PROTECTED, SKILLS, WORDS } from "../names/known.ts";
import type { ScanSeverity } from "../finding.ts";
import type { ScanRule } from "../rule.ts";

export const nameSkill: ScanRule = {
  code: "scan/name-skill",
  title: "A skill has a name of its own.",
  severity: "medium",
  category: "impersonation",
  hint: "Look for the skill that is meant, and compare who publishes it.",
  check(context) {
    const { skill, skillFile } = context;
    const name = skill?.dialect.describe(skill.reading).name ?? context.directory;
    if (name === undefined || skillFile === undefined) return;
    const verdict = judge(name);
    if (verdict === undefined) return;
    const [severity, { of, how }] = verdict;
    const at = context.fileAt(skillFile)?.text?.indexOf(name) ?? -1;
    context.report({
      file: skillFile,
      ...(at === -1 ? {} : { span: { start: at, end: at + name.length } }),
      severity,
      message: `The name \`${name}\` imitates \`${of}\` by ${how}.`,
    });
  },
};

function judge(name: string): readonly [ScanSeverity, Imitation] | undefined {
  const guarded = imitationOf(name, PROTECTED) ?? additionTo(name, PROTECTED);
  if (guarded !== undefined) return [guarded.how === "an addition" ? "medium" : "high", guarded];
  const skill = imitationOf(name, SKILLS);
  if (skill !== undefined) return ["medium", skill];
  for (const word of name.split(/[-_ .]/)) {
    const found = word.length < 5 ? undefined : imitationOf(word, WORDS);
    // Another letter in its place makes another word; a misspelt one is more often a slip than a trap.
    if (found !== undefined && (word.length !== found.of.length || isPlain(word, found)))
      return ["low", found];
  }
  return undefined;
}
