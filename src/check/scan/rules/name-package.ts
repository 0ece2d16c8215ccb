import type { ScanSeverity } from "../finding.ts";
import { type Imitation, imitationOf, isPlain } from "../names/imitation.ts";
import { NPM, PYPI } from "../names/known.ts";
import type { ScanRule } from "../rule.ts";
import { supplyOf } from "../supply/dependencies.ts";
import type { PackageSpec } from "../supply/package-spec.ts";
import { lower } from "../text/explain.ts";

export const namePackage: ScanRule = {
  code: "scan/name-package",
  title: "Packages have the name that is meant.",
  severity: "high",
  category: "impersonation",
  hint: "Compare the name letter by letter with the one in the package's own documentation.",
  check(context) {
    for (const { spec, file, span, stance } of context.ask(supplyOf).dependencies) {
      const imitation = judge(spec);
      if (imitation === undefined) continue;
      const severity: ScanSeverity = isPlain(spec.name ?? "", imitation) ? "high" : "medium";
      context.report({
        file,
        ...(span === undefined ? {} : { span }),
        severity: stance === "asks" ? severity : lower(severity, 2),
        message: `The package \`${spec.name ?? ""}\` imitates \`${imitation.of}\` by ${imitation.how}.`,
      });
    }
  },
};

function judge({ ecosystem, name, source }: PackageSpec): Imitation | undefined {
  if (name === undefined || source.kind === "path" || name.includes("/")) return undefined;
  if (ecosystem === "npm") return imitationOf(name, NPM);
  // The Python index takes these marks for one.
  return ecosystem === "pypi" ? imitationOf(name.replace(/[_.]+/g, "-"), PYPI) : undefined;
}
