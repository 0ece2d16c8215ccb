import { isSkillFile, joinPath, lastPart, relativePath } from "../../platform/index.ts";
import { type Diagnostic, suggest } from "../../skill/index.ts";
import {
  type Evaluation,
  declaredNames,
  explain,
  type Explanation,
  type GateContext,
} from "../gate/index.ts";
import type { Cut, Prompt, ShortenedSkill } from "../prompt/index.ts";
import { folderOf, type RefusedFile } from "../roots/index.ts";
import { explainRefused, isFileOf } from "./refused.ts";

/** Why an agent has a skill, or has it not. */
export interface SkillExplanation {
  readonly name: string;
  readonly isEligible: boolean;
  /** Files that go by the name, the one that counts first and those that were never come by last. */
  readonly files: readonly Explanation[];
  /** What became of it in the list for the model. */
  readonly prompt: {
    readonly isListed: boolean;
    readonly cut?: Cut;
    readonly shortened?: ShortenedSkill;
  };
  /** What else may have to do with it, such as a root that cannot be read. */
  readonly problems: readonly Diagnostic[];
  /** A name that is there and was perhaps meant. */
  readonly nearest?: string;
}

export interface ExplanationInput {
  readonly name: string;
  readonly evaluations: readonly Evaluation[];
  readonly context: GateContext;
  readonly prompt: Prompt;
  /** The system has a list of skills for the model at all. */
  readonly hasList: boolean;
  readonly problems: readonly Diagnostic[];
  /** Files that were come by and not taken. */
  readonly refused: readonly RefusedFile[];
  /** Files that were never come by. */
  readonly passedOver: () => readonly RefusedFile[];
  /** The names that a file which is not taken gives itself, the likeliest first. */
  readonly namesIn: (file: string) => readonly string[];
}

/** Puts together what the gate, the prompt and the search say of a name; it decides nothing itself. */
export function explainSkill(input: ExplanationInput): SkillExplanation {
  const { name, evaluations, context, prompt } = input;
  const meant = evaluations.filter((item) => goesBy(item, name, input.namesIn));
  const taken = meant.map((item) => explain(item, context, input.hasList ? prompt : undefined));
  const isEligible = taken.some((file) => file.isEligible);
  const refused = isEligible ? input.refused : [...input.refused, ...input.passedOver()];
  const files = [...taken, ...refusedFor(input, refused)];
  const names = new Set(meant.map((item) => item.name ?? name));
  const cut = prompt.cut.find(({ skill }) => names.has(skill.name));
  const shortened = prompt.shortened.find(({ skill }) => names.has(skill.name));
  const known = evaluations.flatMap((item) => item.name ?? declaredNames(item.candidate.reading));
  const nearest = files.length > 0 ? undefined : suggest(name, known);
  const told = new Set(refused.filter(isFileOf).map(({ problem }) => problem));
  return {
    name,
    isEligible,
    files,
    prompt: {
      isListed: prompt.included.some((skill) => names.has(skill.name)),
      ...(cut === undefined ? {} : { cut }),
      ...(shortened === undefined ? {} : { shortened }),
    },
    problems: input.problems.filter((problem) => !told.has(problem) && isOf(problem.file, name)),
    ...(nearest === undefined ? {} : { nearest }),
  };
}

/** Each file once: the search itself may have met what a walk over everything meets again. */
function refusedFor(
  { name, context, namesIn }: ExplanationInput,
  refused: readonly RefusedFile[],
): readonly Explanation[] {
  const files = new Map<string, Explanation>();
  for (const item of refused) {
    const { file = "" } = item.problem;
    if (!isFileOf(item) || files.has(file)) continue;
    // A folder without a skill is called by its own name alone, a skill also by those of its folders.
    const inside = isSkillFile(lastPart(file)) ? relativePath(item.root.path, file) : undefined;
    const isMeant = [file, folderOf(item)].includes(name) || isOf(inside, name);
    const declared = namesIn(file);
    if (isMeant || declared.includes(name))
      files.set(file, explainRefused(item, declared[0], context));
  }
  return [...files.values()];
}

/** People call a skill by its name, also where that is all one can read of it, its folder or link, or its file. */
function goesBy(
  { candidate, name, loaded }: Evaluation,
  wanted: string,
  namesIn: ExplanationInput["namesIn"],
): boolean {
  const { path, reading, root, folder = "" } = candidate;
  if ([name, reading.directory, path, lastPart(folder)].includes(wanted)) return true;
  if (declaredNames(reading).includes(wanted)) return true;
  // Of a file that is too large nothing was read, so that its first lines are asked now.
  const isUnread = loaded === undefined && name === undefined && reading.document.text === "";
  return isUnread && root !== undefined && namesIn(joinPath(root, folder)).includes(wanted);
}

function isOf(file: string | undefined, name: string): boolean {
  return file !== undefined && (file === name || file.split(/[\\/]/).includes(name));
}
