import type { ScanRule } from "../rule.ts";
import { type Dependency, supplyOf } from "../supply/dependencies.ts";

/** Names that a message shows. */
const SHOWN = 3;

export const supplyUnpinned: ScanRule = {
  code: "scan/supply-unpinned",
  title: "Packages are asked for by version.",
  severity: "info",
  category: "supply",
  hint: "Write the version behind the name. Without it, whoever takes over the package runs code where the skill is used.",
  check(context) {
    const byFile = new Map<string, Dependency[]>();
    for (const dependency of context.ask(supplyOf).dependencies) {
      if (!isOpen(dependency)) continue;
      const list = byFile.get(dependency.file);
      if (list === undefined) byFile.set(dependency.file, [dependency]);
      else list.push(dependency);
    }
    for (const [file, list] of byFile) {
      const worst = list.find(({ isRunAtOnce }) => isRunAtOnce) ?? list[0];
      const names = [...new Set(list.map(({ spec }) => `\`${spec.name ?? ""}\``))];
      const more = names.length > SHOWN ? ` and ${names.length - SHOWN} more` : "";
      context.report({
        file,
        ...(worst?.span === undefined ? {} : { span: worst.span }),
        severity: worst?.isRunAtOnce === true ? "low" : "info",
        message: `${names.length === 1 ? "The package" : "The packages"} ${names.slice(0, SHOWN).join(", ")}${more} may come in any version.`,
      });
    }
  },
};

/** Programs of a project are run by `npx` in the version that its lock file names. */
function isOpen({ spec, stance, origin }: Dependency): boolean {
  if (spec.name === undefined || spec.source.kind !== "registry" || spec.isPinned) return false;
  if (spec.ecosystem === "brew" || stance === "forbids" || stance === "warns") return false;
  // A range in a manifest is what its format is for; only no range at all is worth a word.
  return (
    origin !== "manifest" || spec.version === undefined || /^(?:\*|latest|x|)$/.test(spec.version)
  );
}
