import { type BrokenLimit, formatLimit, parseLimits } from "../../check/eval/index.ts";
import { failure } from "../../platform/index.ts";
import { fail } from "../errors.ts";

type Limits = Exclude<ReturnType<typeof parseLimits>, { readonly message: string }>;

/** What each action measures; one line of limits may be for both. */
const METRICS: { readonly [Action in "run" | "triggers"]: readonly string[] } = {
  run: ["lift", "pass_rate", "worse", "cost", "tokens", "seconds"],
  triggers: ["precision", "recall", "f1", "accuracy", "cost", "tokens"],
};
const OTHERS = { run: "triggers", triggers: "run" } as const;
const NAMES = { run: "`skillwright eval run`", triggers: "`skillwright eval triggers`" } as const;

/** The limits of `--fail-on` that the action measures, and the others; or the refusal that says what is wrong with them. */
export function requireLimits(
  text: string | undefined,
  action: keyof typeof METRICS,
): { readonly limits: Limits; readonly unmeasured: readonly string[] } {
  const all = parseLimits(text ?? "", [
    ...new Set([...METRICS[action], ...METRICS[OTHERS[action]]]),
  ]);
  if ("message" in all) throw fail("app/bad-limit", all);
  const limits = all.filter(({ metric }) => METRICS[action].includes(metric));
  const others = all.filter((limit) => !limits.includes(limit));
  const [other] = others;
  // A gate that looks at nothing would stand open without anybody knowing.
  if (other !== undefined && limits.length === 0)
    throw fail("app/bad-limit", {
      message: `${NAMES[action]} does not measure \`${other.metric}\`.`,
      hint: `${NAMES[OTHERS[action]]} does. This one measures ${METRICS[action].join(", ")}.`,
    });
  return { limits, unmeasured: others.map(formatLimit) };
}

/** A note on limits that the other action measures. */
export function noteUnmeasured(
  unmeasured: readonly string[],
  action: keyof typeof METRICS,
): string {
  if (unmeasured.length === 0) return "";
  return `Not measured by ${NAMES[action]}, but by ${NAMES[OTHERS[action]]}: ${unmeasured.join(", ")}.\n`;
}

/** What became of a limit that does not hold. */
export function describeBroken({ limit, metric, value }: BrokenLimit): string {
  const why = value === undefined ? `\`${metric}\` was not measured` : `it is ${value.toFixed(3)}`;
  return `Broken limit ${limit}: ${why}.`;
}

/** Refuses options that count something and count nothing. */
export function requireCounts(counts: { readonly [name: string]: number | undefined }): void {
  for (const [name, count] of Object.entries(counts))
    if (count !== undefined && count < 1)
      throw failure("cli/usage", `\`--${name}\` must be 1 or more, not ${count}.`);
}
