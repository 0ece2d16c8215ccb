import { trustOf } from "../code/judging.ts";
import { codeOf, tell } from "../code/telling.ts";
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
        severity: found.position === "header" ? "high" : "critical",
        sources: [found.source],
        message: `Unexpected sending of the whole environment to ${send.host === undefined ? "another machine" : `\`${send.host}\``}, expected single variables at most.`,
      });
    }
  },
};
