import { foreignImports } from "../declared/imports.ts";
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
    for (const { module, ecosystem, unit, span } of context.ask(foreignImports)) {
      const imitation = unit.stance === "asks" ? nearTo(ecosystem, module) : undefined;
      if (imitation === undefined || !isPlain(module, imitation)) continue;
      context.report({
        file: unit.file,
        span,
        severity: "high",
        message: `The imported \`${module}\` imitates \`${imitation.of}\` by ${imitation.how}.`,
      });
    }
  },
};

function judge({ ecosystem, name, source }: PackageSpec): Imitation | undefined {
  if (name === undefined || source.kind === "path" || name.includes("/")) return undefined;
  return ecosystem === "npm" || ecosystem === "pypi" ? nearTo(ecosystem, name) : undefined;
}

/** The Python index takes the marks in a name for one. */
function nearTo(ecosystem: "npm" | "pypi", name: string): Imitation | undefined {
  return ecosystem === "npm"
    ? imitationOf(name, NPM)
    : imitationOf(name.replace(/[_.]+/g, "-"), PYPI);
}
