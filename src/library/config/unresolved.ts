import type { Environment } from "../../platform/index.ts";
import type { SecretReference, SkillEntry } from "./settings.ts";

/** Gets a secret that is kept elsewhere; undefined where it cannot be had. */
export type ResolveSecret = (reference: SecretReference) => string | undefined;

/** The secret of a reference: from the environment where it lies there, else from whoever keeps it. */
export function secretFrom(
  reference: SecretReference,
  environment: Environment,
  resolve?: ResolveSecret,
): string | undefined {
  const own = reference.source === "env" ? environment[reference.id] : undefined;
  const value = own ?? resolve?.(reference);
  return value === undefined || value.trim() === "" ? undefined : value;
}

/** Keys of the entries whose API key is kept elsewhere and cannot be had from there. */
export function unresolvedSecrets(
  entries: ReadonlyMap<string, SkillEntry>,
  environment: Environment,
  resolve?: ResolveSecret,
): readonly string[] {
  return [...entries].flatMap(([key, { apiKey }]) => {
    if (apiKey === undefined || apiKey.kind === "value") return [];
    const isFound =
      apiKey.kind === "reference" && secretFrom(apiKey, environment, resolve) !== undefined;
    return isFound ? [] : [key];
  });
}
