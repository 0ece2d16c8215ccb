import { type Diagnostic, nearestWord } from "../../skill/index.ts";
import { type Considered, explain, type Explanation, type Surroundings } from "../gate/index.ts";
import type { Cut, Prompt, Shortened } from "../prompt/index.ts";

/** Why an agent has a skill, or has it not. */
export interface SkillExplanation {
  readonly name: string;
  readonly isEligible: boolean;
  /** Files that go by the name, the one that counts first. */
  readonly files: readonly Explanation[];
  /** What became of it in the list for the model. */
  readonly prompt: {
    readonly isListed: boolean;
    readonly cut?: Cut;
    readonly shortened?: Shortened;
  };
  /** Files of that name that were never come by, or not taken, each with the reason. */
  readonly problems: readonly Diagnostic[];
  /** A name that is there and was perhaps meant. */
  readonly nearest?: string;
}

export interface ExplanationInput {
  readonly name: string;
  readonly considered: readonly Considered[];
  readonly around: Surroundings;
  readonly prompt: Prompt;
  readonly problems: readonly Diagnostic[];
  /** Files that were never come by. */
  readonly passedOver: () => readonly Diagnostic[];
}

/** Puts together what the gate, the prompt and the search say of a name; it decides nothing itself. */
export function explainSkill(input: ExplanationInput): SkillExplanation {
  const { name, considered, around, prompt } = input;
  const files = considered
    .filter((item) => goesBy(item, name))
    .map((item) => explain(item, around, prompt));
  const names = new Set(
    considered.filter((item) => goesBy(item, name)).map((item) => item.name ?? name),
  );
  const cut = prompt.cut.find(({ skill }) => names.has(skill.name));
  const shortened = prompt.shortened.find(({ skill }) => names.has(skill.name));
  const known = considered.flatMap((item) => item.name ?? []);
  const nearest = files.length > 0 ? undefined : nearestWord(name, known);
  const isEligible = files.some((file) => file.isEligible);
  const problems = isEligible ? input.problems : [...input.problems, ...input.passedOver()];
  return {
    name,
    isEligible,
    files,
    prompt: {
      isListed: prompt.included.some((skill) => names.has(skill.name)),
      ...(cut === undefined ? {} : { cut }),
      ...(shortened === undefined ? {} : { shortened }),
    },
    problems: problems.filter(({ file }) => isOf(file, name)),
    ...(nearest === undefined ? {} : { nearest }),
  };
}

/** People call a skill by its name, by its folder or by its file. */
function goesBy({ candidate, name }: Considered, wanted: string): boolean {
  return [name, candidate.reading.directory, candidate.path].includes(wanted);
}

function isOf(file: string | undefined, name: string): boolean {
  return file !== undefined && (file === name || file.split(/[\\/]/).includes(name));
}
