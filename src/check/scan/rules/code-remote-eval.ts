import { isFetched, trustOf } from "../code/judging.ts";
import { hostOf } from "../code/addresses.ts";
import { codeOf, tell } from "../code/telling.ts";
import type { ScanRule } from "../rule.ts";

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
      const trust = trustOf(source.name, hostOf(source.name));
      tell(context, run, {
        severity: trust === "local" ? "low" : trust === "suspect" ? "critical" : "high",
        sources: [source],
        message: `Unexpected run of text from ${source.name === "" ? "the network" : `\`${source.name.slice(0, 120)}\``} by \`${run.tool}\`, expected it to be read as data.`,
      });
    }
  },
};
