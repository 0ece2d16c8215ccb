import type { ExplainedReason, Explanation, ReasonCode, Remedy } from "../../library/gate/index.ts";
import { lastPart, parentOf } from "../../platform/index.ts";
import type { Diagnostic } from "../../skill/index.ts";

/** Something worth doing, and the skills that it frees. */
export interface NextStep extends Remedy {
  /** What has to be done as well before any of them is free. */
  readonly also?: readonly Remedy[];
  readonly skills: readonly string[];
}

const MOST = 3;

/** A file that has a name, or none that the system knows. */
export interface NamedFile {
  readonly name?: string | undefined;
  readonly path: string;
}

/** A file with what keeps it away. */
type Candidate = NamedFile & Pick<Explanation, "isEligible" | "reasons">;

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

/** What keeps a skill away whatever else is done, so that it comes first. */
const SWITCHES: ReadonlySet<ReasonCode> = new Set([
  "disabled-by-config",
  "switched-off",
  "not-in-allow-list",
  "not-in-agent-list",
  "plugin-off",
]);

interface WeightedStep {
  readonly step: NextStep;
  readonly weight: number;
}

/** The few remedies that help most: what mends many skills at once, or what alone keeps one away. */
export function nextSteps(
  files: readonly Candidate[],
  problems: readonly Diagnostic[],
): readonly NextStep[] {
  const byRemedy = new Map<string, WeightedStep>();
  for (const file of files) {
    const weight = countFixes(file);
    for (const [first, ...also] of listFixes(file)) {
      if (first === undefined) continue;
      const key = JSON.stringify(
        [first, ...also].map(({ say, command, config }) => [say, command, config]),
      );
      const known = byRemedy.get(key);
      const skills = [...(known?.step.skills ?? []), toCall(file)];
      byRemedy.set(key, {
        step: { ...first, ...(also.length === 0 ? {} : { also }), skills },
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

/** A file is worth as much as the least of what keeps it away, and less the more there is to do. */
function countFixes(file: Candidate): number {
  const reasons = blocking(file);
  return reasons.length === 0
    ? 0
    : Math.min(...reasons.map(({ code }) => WEIGHTS[code] ?? 1)) / reasons.length;
}

/** A skill for users alone is meant to be one, so that there is nothing to remedy. */
function blocking({ reasons }: Candidate): Candidate["reasons"] {
  return reasons.filter(({ code }) => WEIGHTS[code] !== 0);
}

/**
 * What to do for a file: any of several remedies where one reason keeps it away. Where there are more reasons, one
 * remedy for each, since none of them frees it alone; switches come first.
 */
function listFixes(file: Candidate): readonly (readonly Remedy[])[] {
  const ofHosts = file.reasons.filter(({ isOfHosts }) => isOfHosts === true);
  // What is said of one host belongs together, at whichever of the reasons it stands.
  if (ofHosts.length > 0 && ofHosts.length === file.reasons.length)
    return [ofHosts.flatMap(firstChoices)].filter((steps) => steps.length > 0);
  const reasons = blocking(file);
  const [only, ...more] = reasons;
  if (only === undefined) return [];
  if (more.length === 0) return firstChoices(only).map((remedy) => [remedy]);
  const ordered = reasons.toSorted(
    (a, b) => Number(SWITCHES.has(b.code)) - Number(SWITCHES.has(a.code)),
  );
  const remedies = ordered.map((reason) => firstChoices(reason)[0]);
  // Where nothing is known against one of the reasons, the rest does not help.
  return remedies.every((remedy) => remedy !== undefined) ? [remedies] : [];
}

/** How people call a skill: by its name, or by its folder where that could not be read. */
export function toCall({ name, path }: NamedFile): string {
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
