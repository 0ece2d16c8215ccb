import type { ScanContext } from "../context.ts";
import { foreignImports } from "../declared/imports.ts";
import type { ScanRule } from "../rule.ts";
import { supplyOf } from "../supply/dependencies.ts";

/** Parts of names that companies give to packages of their own. */
const PRIVATE = /(?:^|[-_./@])(?:internal|intranet|mycorp|corp|mycompany|private)(?:[-_./]|$)/i;

export const supplyConfusion: ScanRule = {
  code: "scan/supply-confusion",
  title: "Packages of a company come from its own registry.",
  severity: "high",
  category: "supply",
  confidence: "medium",
  hint: "Whoever registers the name at the public registry is asked for it. Give the package a scope that the company owns, or name its registry.",
  check(context) {
    const { dependencies, indexes } = context.ask(supplyOf);
    // With an index of its own, the command says where the package comes from.
    const own = new Set(indexes.map(({ file }) => file));
    for (const { spec, file, span, stance } of dependencies) {
      if (spec.name === undefined || spec.source.kind !== "registry" || stance !== "asks") continue;
      if (spec.ecosystem !== "npm" && spec.ecosystem !== "pypi" && spec.ecosystem !== "gem")
        continue;
      if (spec.name.startsWith("@") || !PRIVATE.test(spec.name) || own.has(file)) continue;
      context.report({
        file,
        ...(span === undefined ? {} : { span }),
        message: `The package \`${spec.name}\` belongs to a company, and would come from the public registry.`,
      });
    }
    reportImports(context);
  },
};

/** As modules are written, with a word behind or before it: `mycorp_auth`, `auth_internal`. */
const PRIVATE_MODULE = /^(?:internal|mycorp|mycompany|corp)_\w|\w_internal$/;
/** Where it is said to come from, without an address. */
const OWN_REGISTRY =
  /\b(?:internal|private|company|corporate) (?:\w+ )?(?:registry|index|package|feed)\b/;

/** An import names no version and no registry, but somebody has to install what it asks for. */
function reportImports(context: ScanContext): void {
  const { indexes } = context.ask(supplyOf);
  const isInstalled =
    indexes.length === 0 && context.statements.some(({ folded }) => OWN_REGISTRY.test(folded));
  for (const { module, unit, span } of context.ask(foreignImports)) {
    if (!PRIVATE_MODULE.test(module) || unit.stance !== "asks") continue;
    context.report({
      file: unit.file,
      span,
      severity: isInstalled ? "high" : "low",
      message: `Nothing says where the module \`${module}\` comes from.`,
    });
  }
}
