/** The seven steps from a file to the prompt, and where one of them stops. */
import type { FileWay } from "./data.ts";
import type { TextKey } from "../../texts/en.ts";

export type Step = FileWay["steps"][number];

/** Each with what is shown where nothing was recorded; a step that only records refusals is passed then. */
const STAGES: readonly (readonly [stage: string, title: TextKey, asks: TextKey])[] = [
  ["find", "common.found", "common.itWasFound"],
  ["read", "common.parsed", "common.itWasRead"],
  ["names", "common.notShadowed", "common.noOtherTakesItsName"],
  ["switches", "common.enabled", "common.noSwitchNamesIt"],
  ["requirements", "common.requirements", "common.noRequirements"],
  ["agent", "common.allowedForAgent", "common.noListForOneAgent"],
  ["prompt", "common.inPrompt", "common.thereIsNoListFor"],
];

const RECORDS_REFUSALS: ReadonlySet<string> = new Set(["find", "read", "names"]);

export type StageState = "passed" | "failed" | "free" | "unreached";

export interface Stage {
  readonly title: TextKey;
  readonly state: StageState;
  readonly steps: readonly Step[];
  /** What is shown where nothing was recorded. */
  readonly asks: TextKey;
  /** What was found where it failed. */
  readonly notes: readonly string[];
}

export function stagesOf(
  way: Pick<FileWay, "steps" | "isEligible" | "isOfferedToModel" | "reasons">,
): readonly Stage[] {
  const stops = stopsOf(way);
  return STAGES.map(([stage, title, asks], index) => {
    const steps = way.steps.filter((step) => step.stage === stage);
    const failed = steps.filter((step) => !step.isPassed);
    return {
      title,
      state: stops[index] ?? "free",
      steps,
      asks,
      notes: [...new Set(failed.map(({ found }) => found))],
    };
  });
}

/** Every stage after the one that stopped it was not reached, unless it was looked at all the same. */
function stopsOf({
  steps,
  isEligible,
  isOfferedToModel,
  reasons,
}: Pick<FileWay, "steps" | "isEligible" | "isOfferedToModel" | "reasons">): readonly StageState[] {
  const known = STAGES.map(([stage]): StageState => {
    const own = steps.filter((step) => step.stage === stage);
    if (own.length === 0) return RECORDS_REFUSALS.has(stage) ? "passed" : "free";
    return isPassed(own) ? "passed" : "failed";
  });
  const isUntold = (index: number): boolean =>
    steps.every(({ stage }) => stage !== STAGES[index]?.[0]);
  const isOut = !isEligible || (!isOfferedToModel && reasons.length > 0);
  const end = isOut ? known.indexOf("failed") : -1;
  if (end === -1) return known;
  return known.map((state, index) => (index > end && isUntold(index) ? "unreached" : state));
}

/** Where hosts are asked one by one, it is enough that one has everything. */
function isPassed(steps: readonly Step[]): boolean {
  const byHost = Map.groupBy(steps, ({ host = "" }) => host);
  const own = byHost.get("") ?? [];
  const hosts = [...byHost].filter(([host]) => host !== "");
  return (
    own.every((step) => step.isPassed) &&
    (hosts.length === 0 || hosts.some(([, asked]) => asked.every((step) => step.isPassed)))
  );
}
