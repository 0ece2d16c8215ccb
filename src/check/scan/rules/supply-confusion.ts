import type { ScanRule } from "../rule.ts";
import { supplyOf } from "../supply/dependencies.ts";

/** Parts of names that companies give to packages of their own. */
const PRIVATE = /(?:^|[-_./@])(?:internal|intranet|mycorp|corp|mycompany|private)(?:[-_./]|$)/i;

export const supplyConfusion: ScanRule = {
  code: "scan/supply-confusion",
  title: "Packages of a company come from its own registry.",
  severity: "medium",
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
        message: `Unexpected package \`${spec.name}\` from the public registry, expected one from the registry of its company.`,
      });
    }
  },
};
