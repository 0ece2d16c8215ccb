import type { Prompt } from "../prompt/prompt.ts";
import { changeConfig } from "./change-config.ts";
import { type HostGap, hostGaps } from "./host-advice.ts";
import { remediesFor, type Remedy } from "./remedy.ts";
import { type Reason, formatAsSystem, formatReason } from "./reasons.ts";
import type { Step } from "./recorder.ts";
import type { Evaluation } from "./select.ts";
import type { GateContext } from "./context.ts";
import type { MissingRequirements } from "./verdict.ts";

/** A reason with its words and what would undo it. */
export interface ExplainedReason extends Reason {
  readonly say: string;
  /** In the words of the system, where it has its own. */
  readonly asSystem?: string;
  readonly remedies: readonly Remedy[];
}

export interface Explanation {
  readonly path: string;
  readonly source: string;
  /** The folder in which it was looked for. */
  readonly root?: string;
  readonly name: string | undefined;
  readonly isEligible: boolean;
  /** The model is told of it. */
  readonly isOfferedToModel: boolean;
  readonly hosts: readonly string[];
  readonly reasons: readonly ExplainedReason[];
  readonly steps: readonly Step[];
  /** Names that this machine lacks, by list of requirements. */
  readonly missing?: MissingRequirements;
  /** What each connected host lacks, where none of them has everything. */
  readonly missingOn?: readonly HostGap[];
}

/** Puts a verdict into words. It decides nothing: every word follows from what was decided. */
export function explain(
  evaluation: Evaluation,
  context: GateContext,
  prompt?: Prompt,
): Explanation {
  const { candidate, verdict, loaded, name } = evaluation;
  const isOffered = verdict.isEligible && loaded?.isOfferedToModel === true;
  const hidden: Reason = { code: "hidden-from-model", names: [] };
  const reasons = verdict.isEligible && !isOffered ? [...verdict.reasons, hidden] : verdict.reasons;
  const shown = isOffered && prompt !== undefined ? inPrompt(evaluation, context, prompt) : [];
  const isCut = shown.some(({ code }) => code !== "shortened-by-budget");
  const missingOn = hostGaps(evaluation, context);
  const missing = missingOn.length === 0 ? verdict.missing : ofSettings(verdict.missing);
  return {
    path: candidate.path,
    source: candidate.source,
    ...(candidate.root === undefined ? {} : { root: candidate.root }),
    name,
    isEligible: verdict.isEligible,
    isOfferedToModel: isOffered && !isCut,
    hosts: verdict.hosts,
    reasons: [
      ...reasons.map((reason) =>
        inWords(reason, remediesFor(reason, evaluation, context), context),
      ),
      ...shown,
    ],
    steps: [
      ...inOrder(verdict.steps ?? [], context),
      ...(verdict.isEligible && !isOffered ? [leftOut(hidden)] : []),
      ...promptSteps(isOffered, shown, prompt),
    ],
    ...(Object.keys(missing).length === 0 ? {} : { missing }),
    ...(missingOn.length === 0 ? {} : { missingOn }),
  };
}

/** What no host can have. */
function ofSettings({ config }: MissingRequirements): MissingRequirements {
  return config === undefined ? {} : { config };
}

function inWords(
  reason: Reason,
  remedies: readonly Remedy[],
  context: GateContext,
): ExplainedReason {
  const asSystem = formatAsSystem(reason, context.rules.words);
  return {
    ...reason,
    say: formatReason(reason),
    ...(asSystem === undefined ? {} : { asSystem }),
    remedies,
  };
}

/** Why the list of the prompt shows the skill in part, or not at all. */
function inPrompt(
  { candidate }: Evaluation,
  context: GateContext,
  prompt: Prompt,
): readonly ExplainedReason[] {
  return [...prompt.cut, ...prompt.shortened]
    .filter(({ skill }) => skill.path === candidate.path)
    .map(({ reason, remedy: { say, path, value } }) => {
      const isSet = path !== undefined && value !== undefined;
      const config = isSet ? { config: changeConfig(path, value, context.rules.config) } : {};
      return inWords(reason, [{ say, ...config }], context);
    });
}

/** Requirements in the order of the system; hosts, where several were asked, stay together in each. */
function inOrder(steps: readonly Step[], { rules }: GateContext): readonly Step[] {
  if (rules.hosts === "one-host") return steps;
  const checks: readonly string[] = rules.checks;
  const place = ({ stage, check }: Step): number =>
    stage === "requirements" ? checks.indexOf(check) : -1;
  const first = steps.findIndex(({ stage }) => stage === "requirements");
  const last = steps.findLastIndex(({ stage }) => stage === "requirements");
  if (first === -1) return steps;
  return [
    ...steps.slice(0, first),
    ...steps.slice(first, last + 1).toSorted((a, b) => place(a) - place(b)),
    ...steps.slice(last + 1),
  ];
}

function leftOut(reason: Reason): Step {
  return {
    stage: "prompt",
    check: "list",
    wanted: [],
    found: formatReason(reason),
    isPassed: false,
  };
}

function promptSteps(
  isOffered: boolean,
  shown: readonly ExplainedReason[],
  prompt: Prompt | undefined,
): readonly Step[] {
  if (!isOffered || prompt === undefined) return [];
  const base = { stage: "prompt", check: "list", wanted: [] } as const;
  if (shown.length === 0) return [{ ...base, found: "shown in full", isPassed: true }];
  return shown.map(({ code, say }) => ({
    ...base,
    found: say,
    isPassed: code === "shortened-by-budget",
  }));
}
