import { additionTo, type Imitation, imitationOf } from "../names/imitation.ts";
import { NPM, ORDINARY, PROTECTED, PYPI, SKILLS, WORDS } from "../names/known.ts";
import type { ScanSeverity } from "../finding.ts";
import type { ScanRule } from "../rule.ts";

/** Shorter words are close to each other by chance. */
const SHORTEST = 5;

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
  if (skill !== undefined) return [isSlip(name, skill) ? "high" : "medium", skill];
  for (const word of name.toLowerCase().split(/[-_ .]/)) {
    const found =
      word.length < SHORTEST || ORDINARY.has(word) || NPM.has(word) || PYPI.has(word)
        ? undefined
        : [WORDS, NPM, PYPI]
            .map((known) => imitationOf(word, known))
            .find((one) => one !== undefined);
    if (found === undefined || found.of.length < SHORTEST) continue;
    // Another letter in its place makes another word.
    if (isSlip(word, found)) return ["high", found];
  }
  return undefined;
}

/** Of 1,170 names that people gave to their skills, one had such a word, and it was malware. */
function isSlip(name: string, { of, how }: Imitation): boolean {
  if (how !== "one letter off") return how !== "a joint more or less";
  return name.length !== of.length || [...name].sort().join("") === [...of].sort().join("");
}
