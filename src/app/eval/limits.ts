import { parseLimits } from "../../check/eval/index.ts";
import { fail } from "../errors.ts";

type Limits = Exclude<ReturnType<typeof parseLimits>, { readonly message: string }>;

/** The limits of `--fail-on`, or the refusal that says what is wrong with them. */
export function requireLimits(text: string | undefined, known: readonly string[]): Limits {
  const limits = parseLimits(text ?? "", known);
  if ("message" in limits) throw fail("app/bad-limit", limits);
  return limits;
}
