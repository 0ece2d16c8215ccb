import { foreignImports } from "../declared/imports.ts";
import { foldPackage, packagesOf } from "../declared/python-modules.ts";
import type { ScanRule } from "../rule.ts";
import { supplyOf } from "../supply/dependencies.ts";

export const declaredPackage: ScanRule = {
  code: "scan/declared-package",
  title: "A skill that lists its packages lists all of them.",
  severity: "low",
  category: "supply",
  confidence: "medium",
  hint: "Add the package to the list with its version. What is missing gets installed by guess.",
  check(context) {
    const declared = context
      .ask(supplyOf)
      .dependencies.filter(({ spec, origin }) => spec.ecosystem === "pypi" && origin !== "command");
    if (declared.length === 0) return;
    const names = new Set(declared.map(({ spec }) => foldPackage(spec.name ?? "")));
    const told = new Set<string>();
    for (const { module, ecosystem, unit, span } of context.ask(foreignImports)) {
      if (ecosystem !== "pypi" || unit.origin !== "file") continue;
      if (told.has(module) || packagesOf(module).some((name) => isCovered(name, names))) continue;
      told.add(module);
      context.report({
        file: unit.file,
        span,
        message: `The code imports \`${module}\`, which the skill does not list.`,
      });
    }
  },
};

/** Families share a name space: `google-cloud-storage` brings `google`, `azure-identity` brings `azure`. */
function isCovered(name: string, declared: ReadonlySet<string>): boolean {
  if (declared.has(name)) return true;
  for (const known of declared)
    if (known.startsWith(`${name}-`) || known === `python-${name}` || known === `py${name}`)
      return true;
  return false;
}
