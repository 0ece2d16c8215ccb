import { promptLimits } from "../../library/prompt/index.ts";
import type { System } from "./systems.ts";

/** The most characters that the list for the model may have; undefined where nothing limits it. */
export function lengthLimit(system: System): number | undefined {
  const { dialect, library, limits } = system;
  const { listing } = dialect;
  if (listing?.budget === undefined) return limits.maxPromptLength;
  const { budget } = listing;
  const { agent } = library.snapshot();
  const own =
    limits.maxPromptLength ?? promptLimits(listing, library.config.facts, agent).maxLength;
  if (own !== undefined) return own;
  if (budget.kind === "shrink-then-cut") return budget.maxLength;
  const { contextTokens } = limits;
  return contextTokens === undefined
    ? undefined
    : Math.floor(contextTokens * budget.charactersPerToken);
}
