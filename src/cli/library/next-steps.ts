import type { ExplainedReason, Explanation, ReasonCode, Remedy } from "../../library/gate/index.ts";
import { lastPart, parentOf } from "../../platform/index.ts";
import type { Diagnostic } from "../../skill/index.ts";

/** Something worth doing, and the skills that it would help. */
export interface NextStep extends Remedy {
  readonly skills: readonly string[];
}

const MOST = 3;

/** How much each kind of reason is worth mending; where one is not named, 1. */
const WEIGHTS: { readonly [Code in ReasonCode]?: number } = {
  // Two files of a name are often meant so, and so are skills for another system or for users alone.
  shadowed: 0.05,
  "wrong-os": 0.05,
  "hidden-from-model": 0,
  "disabled-by-config": 0.05,
  "not-in-allow-list": 0.05,
  "not-in-agent-list": 0.05,
  "shortened-by-budget": 0.1,
  unreadable: 3,
  "requirement-invalid": 3,
};

interface Weighed {
  readonly step: NextStep;
  readonly weight: number;
}

/** The few remedies that help most: what mends many skills at once, or what alone keeps one away. */
export function nextSteps(
  files: readonly Explanation[],
  problems: readonly Diagnostic[],
): readonly NextStep[] {
  const byRemedy = new Map<string, Weighed>();
  for (const file of files)
    for (const reason of file.reasons) {
      const weight = (WEIGHTS[reason.code] ?? 1) / file.reasons.length;
      for (const remedy of firstChoices(reason)) {
        const key = JSON.stringify([remedy.say, remedy.command, remedy.config]);
        const known = byRemedy.get(key);
        const skills = [...(known?.step.skills ?? []), callOf(file)];
        byRemedy.set(key, {
          step: { ...remedy, skills },
          weight: (known?.weight ?? 0) + weight,
        });
      }
    }
  const broken = problems
    .filter(({ severity }) => severity === "error")
    .map(({ message, hint, file }) => ({
      say: `${file === undefined ? "" : `${file}: `}${message}${hint === undefined ? "" : ` ${hint}`}`,
      skills: [],
    }));
  const useful = [...byRemedy.values()]
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight);
  return [...broken, ...useful.map(({ step }) => step)].slice(0, MOST);
}

/** How people call a skill: by its name, or by its folder where that could not be read. */
export function callOf({ name, path }: Explanation): string {
  return name ?? lastPart(parentOf(path));
}

/**
 * A remedy that begins with "Or" is another way to do the one before it, and so is every further installer;
 * of those, one that can be followed comes first.
 */
function firstChoices({ code, remedies }: ExplainedReason): readonly Remedy[] {
  const first = remedies.filter(({ say }) => !say.startsWith("Or "));
  if (code !== "missing-bin" && code !== "missing-any-bin") return first;
  return [first.find(({ command }) => command !== undefined) ?? first[0]].flatMap(
    (remedy) => remedy ?? [],
  );
}
