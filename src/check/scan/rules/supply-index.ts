import type { ScanSeverity } from "../finding.ts";
import type { ScanRule } from "../rule.ts";
import { supplyOf } from "../supply/dependencies.ts";
import { addressIn, judgeHost } from "../text/hosts.ts";
import { oneOf } from "../text/one-of.ts";

/** Indexes that makers of packages run for their own builds, and the usual ones. */
const KNOWN = oneOf([
  /(?:^|\.)(?:pypi\.org|pythonhosted\.org|registry\.npmjs\.org|npmjs\.com|yarnpkg\.com|npm\.jsr\.io|npm\.pkg\.github\.com|download\.pytorch\.org|pypi\.nvidia\.com)$/,
  /(?:^|\.)(?:pypi\.ngc\.nvidia\.com|storage\.googleapis\.com|pkg\.dev|codeartifact\.[\w-]+\.amazonaws\.com|pkgs\.dev\.azure\.com|wheels\.vllm\.ai|data\.pyg\.org)$/,
  /(?:^|\.)(?:abetlen\.github\.io|pypi\.tuna\.tsinghua\.edu\.cn|mirrors\.aliyun\.com|registry\.npmmirror\.com|rubygems\.org)$/,
]);

export const supplyIndex: ScanRule = {
  code: "scan/supply-index",
  title: "Packages come from the usual registry.",
  severity: "medium",
  category: "supply",
  hint: "With two indexes, the higher version wins, whoever uploaded it. Name one index, and pin what comes from it.",
  check(context) {
    for (const { value, file, span } of context.ask(supplyOf).indexes) {
      const address = addressIn(value.address);
      if (address === undefined || KNOWN.test(address.host)) continue;
      const judgement = judgeHost(address);
      if (judgement.trust === "local") continue;
      // Whoever holds a second index can put a package of his own in the place of any other.
      const isOpen =
        judgement.trust === "suspect" ||
        (value.isExtra && value.isPinned !== true && judgement.trust === "ordinary");
      const severity: ScanSeverity = isOpen ? "high" : value.isExtra ? "medium" : "low";
      context.report({
        file,
        ...(span === undefined ? {} : { span }),
        severity,
        message: `Packages come from the index \`${address.host}\`, an address ${judgement.reason}.`,
      });
    }
  },
};
