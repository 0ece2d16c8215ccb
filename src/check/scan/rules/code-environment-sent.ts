import { trustOf } from "../code/judging.ts";
import { codeOf, tell } from "../code/telling.ts";
import type { ScanSeverity } from "../finding.ts";
import type { ScanRule } from "../rule.ts";

export const codeEnvironmentSent: ScanRule = {
  code: "scan/code-environment-sent",
  title: "Code never sends the whole environment.",
  severity: "critical",
  category: "exfiltration",
  hint: "The environment holds every key of the user. Let the code name the one variable that it needs.",
  check(context) {
    for (const send of codeOf(context).sends) {
      const found = send.carried.find(({ source }) => source.kind === "environment");
      if (found === undefined || trustOf(send.url, send.host) === "local") continue;
      tell(context, send, {
        severity: gravityOf(found.position, trustOf(send.url, send.host)),
        sources: [found.source],
        message: `The code sends the whole environment to ${send.host === undefined ? "another machine" : `\`${send.host}\``}.`,
      });
    }
  },
};

/** In a header one of several keys says who asks, as clients of many services do it. */
function gravityOf(position: string, trust: ReturnType<typeof trustOf>): ScanSeverity {
  if (position !== "header") return "critical";
  return trust === "suspect" || trust === "ordinary" ? "high" : "medium";
}
