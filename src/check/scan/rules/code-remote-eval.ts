import { isFetched, trustOf } from "../code/judging.ts";
import { hostOf } from "../code/addresses.ts";
import { isCodeHost } from "../text/hosts.ts";
import { codeOf, tell } from "../code/telling.ts";
import type { ScanSeverity } from "../finding.ts";
import type { ScanRule } from "../rule.ts";

/** Scripts of known projects are run from their addresses as their documentation says. */
const SEVERITIES: { readonly [Name in ReturnType<typeof trustOf>]: ScanSeverity } = {
  local: "low",
  known: "medium",
  ordinary: "high",
  unknown: "high",
  suspect: "critical",
};

export const codeRemoteEval: ScanRule = {
  code: "scan/code-remote-eval",
  title: "Text from the network is never run as code.",
  severity: "critical",
  category: "execution",
  hint: "Whoever answers at the address decides what runs. Read data with a parser instead.",
  check(context) {
    for (const run of codeOf(context).executions) {
      if (run.kind !== "code" && run.kind !== "load") continue;
      const source = run.sources.find(isFetched);
      if (source === undefined) continue;
      const host = hostOf(source.name);
      const trust = trustOf(source.name, host);
      const isForeign = trust === "known" && host !== undefined && isCodeHost(host);
      tell(context, run, {
        severity: isForeign ? "high" : SEVERITIES[trust],
        sources: [source],
        message: `\`${run.tool}\` runs text from ${source.name === "" ? "the network" : `\`${source.name.slice(0, 120)}\``}.`,
      });
    }
  },
};
