import type { ScanSeverity } from "../finding.ts";
import type { ScanRule } from "../rule.ts";
import { type Dependency, supplyOf } from "../supply/dependencies.ts";
import { gravityOf } from "../supply/trust.ts";
import { addressIn, type HostJudgement, judgeHost } from "../text/hosts.ts";
import { lower } from "../text/explain.ts";

export const supplyRemote: ScanRule = {
  code: "scan/supply-remote",
  title: "Packages come from a registry.",
  severity: "low",
  category: "supply",
  hint: "Take the package from its registry by version, or name the commit or digest of what is fetched.",
  check(context) {
    for (const dependency of context.ask(supplyOf).dependencies) {
      const { spec, file, span, stance } = dependency;
      const { address } = spec.source;
      if (address === undefined || spec.source.kind === "path") continue;
      const found = addressIn(address);
      const judgement = found === undefined ? undefined : judgeHost(found);
      if (judgement?.trust === "local") continue;
      const severity =
        (found === undefined ? undefined : gravityOf(found)) ?? severityOf(dependency, judgement);
      const why = judgement?.trust === "suspect" ? `, an address ${judgement.reason}` : "";
      context.report({
        file,
        ...(span === undefined ? {} : { span }),
        severity: stance === "asks" ? severity : lower(severity, 2),
        message: `A package comes from \`${address.slice(0, 200)}\`${why}, not from a registry.`,
      });
    }
  },
};

function severityOf(
  { spec, isRunAtOnce, origin }: Dependency,
  judgement: HostJudgement | undefined,
): ScanSeverity {
  if (spec.isPinned) return "info";
  // Source code hosts show who wrote it, and what.
  const isSeen =
    judgement === undefined || judgement.trust === "code-host" || judgement.trust === "known";
  if (isSeen) return "low";
  // Whatever lies there runs at once, or with the scripts of its installation.
  return judgement.trust === "ordinary" && (isRunAtOnce || origin === "command")
    ? "high"
    : "medium";
}
