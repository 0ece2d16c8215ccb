import type { PublicFinding } from "../../check/scan/index.ts";

/** A key or a token of somebody, and no sample of one: what was published is no secret any more. */
export function isLeak({ code, severity }: Pick<PublicFinding, "code" | "severity">): boolean {
  return code === "scan/secret-plain" && (severity === "high" || severity === "critical");
}
