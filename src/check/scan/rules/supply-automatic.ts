import type { ScanSeverity } from "../finding.ts";
import type { ScanRule } from "../rule.ts";
import { automaticOf } from "../supply/automatic.ts";
import { addressIn, judgeHost } from "../text/hosts.ts";
import { riskOf, type ScriptRisk } from "../supply/fetch-and-run.ts";

const SEVERITIES: { readonly [Risk in ScriptRisk]: ScanSeverity } = {
  "fetches-and-runs": "critical",
  "reaches-out": "medium",
  local: "low",
};

/** What an agent did goes to the network as it is: hooks are given it as their input. */
const SENDS_INPUT = /\b(?:curl|wget)\b[^\n|;]{0,200}(?:@-|--post-file=-)/;

/** Characters of a command that a message shows. */
const SHOWN = 80;

export const supplyAutomatic: ScanRule = {
  code: "scan/supply-automatic",
  title: "Nothing runs that nobody asked for.",
  severity: "low",
  category: "persistence",
  hint: "Read what it runs before the skill is used. An agent should run it when the task needs it, and say so.",
  check(context) {
    for (const { file, span, when, command, isAskedFor } of context.ask(automaticOf)) {
      const risk = riskOf(command);
      if (isAskedFor && risk !== "fetches-and-runs") continue;
      const shown = command.trim().split("\n", 1)[0]?.slice(0, SHOWN) ?? "";
      context.report({
        file,
        ...(span === undefined ? {} : { span }),
        severity: risk === "reaches-out" && isSent(command) ? "high" : SEVERITIES[risk],
        evidence: command,
        message: `The command \`${shown}\` runs ${when}.`,
      });
    }
  },
};

function isSent(command: string): boolean {
  const address = addressIn(command);
  return SENDS_INPUT.test(command) && address !== undefined && judgeHost(address).trust !== "local";
}
