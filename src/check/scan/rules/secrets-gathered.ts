import type { ScanRule } from "../rule.ts";
import { lower } from "../text/explain.ts";
import { vendorOf } from "../text/vendors.ts";

const READS =
  /(?:os\.environ(?:\.get\(|\[)|os\.getenv\(|process\.env(?:\.|\[)|ENV\[|getenv\()\s{0,2}["'\x60]?([A-Z][A-Z0-9_]{3,60})/g;
/** A table that is filled with variables and then made into text as a whole. */
const TABLE = /\b(\w+)\s{0,2}(?::\s?\w+\s{0,2})?=\s{0,2}\{[^{}]{10,2000}\}/g;

export const secretsGathered: ScanRule = {
  code: "scan/secrets-gathered",
  title: "Secrets of several owners are not gathered into one text.",
  severity: "high",
  category: "credentials",
  confidence: "medium",
  hint: "A skill reads the one key of the service that it is for.",
  check(context) {
    for (const unit of context.units) {
      if (unit.language === "shell" || !unit.text.includes("env")) continue;
      for (const match of unit.text.matchAll(TABLE)) {
        const vendors = new Set(
          [...match[0].matchAll(READS)].flatMap(([, name = ""]) => vendorOf(name) ?? []),
        );
        if (vendors.size < 2 || !isSerialised(unit.text, match[1] ?? "")) continue;
        context.report({
          file: unit.file,
          span: unit.original({ start: match.index, end: match.index + match[0].length }),
          severity: unit.stance === "asks" ? "high" : lower("high", 2),
          message: `The text collects secrets of ${vendors.size} different services.`,
        });
      }
    }
  },
};

function isSerialised(text: string, name: string): boolean {
  return new RegExp(
    `(?:dumps|stringify|b64encode|encode|urlencode|pickle\\.\\w+)\\(\\s{0,4}${name}\\b|(?:json|data|body)\\s{0,2}[=:]\\s{0,2}${name}\\b`,
  ).test(text);
}
