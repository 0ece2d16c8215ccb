import type { Carried, Send } from "../code/index.ts";
import { belongingOf, isSingleSecret, isStore, receiverTrust, secretsIn } from "../code/judging.ts";
import type { Trust } from "../code/judging.ts";
import { codeOf, nameOf, tell } from "../code/telling.ts";
import type { ScanSeverity } from "../finding.ts";
import type { ScanRule } from "../rule.ts";

/** One key in a header of its own service is what honest skills do; everything here is measured by that. */
export const codeSecretSent: ScanRule = {
  code: "scan/code-secret-sent",
  title: "Code sends secrets only to the service that they belong to.",
  severity: "critical",
  category: "exfiltration",
  hint: "Find out who owns the address. A skill needs the one key of its own service, in a header.",
  check(context) {
    for (const send of codeOf(context).sends) {
      const trust = receiverTrust(send.url, send.host);
      if (trust === "local") continue;
      const judged = judge(send, trust);
      if (judged === undefined) continue;
      const { severity, carried } = judged;
      const names = [...new Set(carried.map(({ source }) => nameOf(source)))];
      const more = names.length > 1 ? ` and ${names.length - 1} more` : "";
      tell(context, send, {
        severity,
        sources: carried.map(({ source }) => source),
        message: `Unexpected sending of ${names[0] ?? "a secret"}${more} to ${send.host === undefined ? "another machine" : `\`${send.host}\``}, expected secrets to stay with their owner.`,
      });
    }
  },
};

interface Judged {
  readonly severity: ScanSeverity;
  readonly carried: readonly Carried[];
}

function judge(send: Send, trust: Trust): Judged | undefined {
  const carried = secretsIn(send);
  const stores = carried.filter(({ source, position }) => isStore(source) && position !== "header");
  if (stores.length > 0) return { severity: "critical", carried: stores };
  const accounts = carried.filter(({ source }) => source.kind === "system-accounts");
  if (accounts.length > 0) return { severity: "high", carried: accounts };
  const secrets = carried.filter(({ source }) => isSingleSecret(source));
  const looked = send.kind === "name-lookup" ? secrets : [];
  if (looked.length > 0) return { severity: "critical", carried: looked };
  return judgeVariables(send, secrets, trust) ?? judgeClipboard(carried, trust);
}

function judgeVariables(send: Send, secrets: readonly Carried[], trust: Trust): Judged | undefined {
  const stolen = secrets.filter(({ source }) => belongingOf(source.name, send.host) === "stolen");
  const bare = stolen.filter(({ position }) => position !== "header");
  const owners = new Set(bare.map(({ source }) => source.name.split("_", 1)[0]));
  if (owners.size > 1) return { severity: "critical", carried: bare };
  if (trust === "suspect") {
    const foreign = secrets.filter(({ source }) => belongingOf(source.name, send.host) !== "own");
    const isBare = foreign.some(({ position }) => position !== "header");
    if (foreign.length > 0) return { severity: isBare ? "high" : "medium", carried: foreign };
  }
  if (bare.length > 0) return { severity: "high", carried: bare };
  if (stolen.length > 0 && trust !== "known") return { severity: "low", carried: stolen };
  const odd = secrets.filter(
    ({ source, position }) =>
      position === "body" && belongingOf(source.name, send.host) === "foreign",
  );
  return odd.length > 1 ? { severity: "medium", carried: odd } : undefined;
}

function judgeClipboard(carried: readonly Carried[], trust: Trust): Judged | undefined {
  const pasted = carried.filter(({ source }) => source.kind === "clipboard");
  if (pasted.length === 0) return undefined;
  return { severity: trust === "suspect" ? "high" : "medium", carried: pasted };
}
