import type { ScanSeverity } from "../finding.ts";
import type { ScanRule } from "../rule.ts";
import { supplyOf } from "../supply/dependencies.ts";
import { riskOf, type ScriptRisk } from "../supply/fetch-and-run.ts";
import { oneOf } from "../text/one-of.ts";

const SEVERITIES: { readonly [Risk in ScriptRisk]: ScanSeverity } = {
  "fetches-and-runs": "critical",
  "reaches-out": "high",
  local: "low",
};

/** What projects run after an installation to set themselves up. */
const USUAL = oneOf([
  /^(?:husky(?: install)?|is-ci \|\| husky(?: install)?|patch-package|lefthook install|simple-git-hooks)(?: \|\| (?:true|exit 0|echo ''))?$/,
  /^(?:(?:npm|pnpm|yarn|bun) run (?:build|compile|prepare|setup)|tsc(?: -p \S+)?|electron-builder install-app-deps|prisma generate)(?: \|\| (?:true|exit 0|echo ''))?$/,
  /^(?:nuxt prepare|nuxi prepare|svelte-kit sync|npx playwright install(?: \S+)*|playwright install(?: \S+)*|node-gyp rebuild)(?: \|\| (?:true|exit 0|echo ''))?$/,
  /^(?:only-allow \w+|npx only-allow \w+)(?: \|\| (?:true|exit 0|echo ''))?$/,
]);

export const supplyLifecycle: ScanRule = {
  code: "scan/supply-lifecycle",
  title: "Nothing runs while packages are installed.",
  severity: "low",
  category: "supply",
  hint: "Install with `--ignore-scripts`, or move the step to a script that is run on purpose.",
  check(context) {
    for (const { value, file, span } of context.ask(supplyOf).lifecycle) {
      if (USUAL.test(value.script.trim())) continue;
      const risk = riskOf(value.script);
      context.report({
        file,
        ...(span === undefined ? {} : { span }),
        severity: isInline(value.script) && risk === "local" ? "medium" : SEVERITIES[risk],
        evidence: `${value.name}: ${value.script}`,
        message: `The script \`${value.name}\` runs while packages are installed.`,
      });
    }
  },
};

/** Code within the line, which no file shows. */
function isInline(script: string): boolean {
  return /\b(?:node|python3?|bash|sh|perl|ruby)\s+-(?:e|c|p)\b/.test(script);
}
