import type { ScanContext } from "../context.ts";
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
        message: `The package \`${spec.name}\` belongs to a company, and would come from the public registry.`,
      });
    }
    reportImports(context);
  },
};

const IMPORT = /^[ \t]{0,40}(?:from|import)[ \t]{1,4}([a-z]\w{2,60})/gm;
/** As modules are written, with a word behind or before it: `mycorp_auth`, `auth_internal`. */
const PRIVATE_MODULE = /^(?:internal|mycorp|mycompany|corp)_\w|\w_internal$/;

/** An import names no version and no registry, but somebody has to install what it asks for. */
function reportImports(context: ScanContext): void {
  const own = new Set(
    context.files.map(({ path }) =>
      path
        .replace(/(?:\/__init__)?\.py$/, "")
        .split("/")
        .at(-1),
    ),
  );
  for (const { language, text, file, original, stance } of context.units) {
    if (language !== "python" || stance !== "asks") continue;
    for (const match of text.matchAll(IMPORT)) {
      const name = match[1] ?? "";
      if (!PRIVATE_MODULE.test(name) || own.has(name)) continue;
      const end = match.index + match[0].length;
      context.report({
        file,
        span: original({ start: end - name.length, end }),
        severity: "low",
        message: `Nothing says where the module \`${name}\` comes from.`,
      });
    }
  }
}
