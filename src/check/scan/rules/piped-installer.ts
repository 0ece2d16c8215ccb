import type { ScanSeverity } from "../finding.ts";
import type { ScanRule } from "../rule.ts";
import type { HostTrust } from "../text/hosts.ts";
import { pipedInstallers } from "../text/installers.ts";
import { isKnownOwner } from "../text/owners.ts";
import { placeOf, temper } from "../text/search.ts";

const SEVERITIES: { readonly [Trust in HostTrust]: ScanSeverity | undefined } = {
  known: "info",
  "code-host": "low",
  ordinary: "medium",
  suspect: undefined,
  local: undefined,
};

export const pipedInstaller: ScanRule = {
  code: "scan/piped-installer",
  title: "Installers are downloaded and checked before they run.",
  severity: "medium",
  category: "supply",
  hint: "Name a package with a version, or download the script, check its digest, and then run it.",
  check(context) {
    for (const { hit, address, judgement } of context.ask(pipedInstallers)) {
      const severity = SEVERITIES[judgement.trust];
      if (severity === undefined || judgement.trust === "ordinary") continue;
      const isForeign = judgement.trust === "code-host" && !isKnownOwner(address.path);
      context.report({
        ...placeOf(hit),
        ...temper(isForeign ? "medium" : severity, hit.around),
        message: `The command runs whatever \`${address.host}\` sends, without a check.`,
      });
    }
  },
};
