import type { ScanSeverity } from "../finding.ts";
import type { ScanRule } from "../rule.ts";
import { type Automatic, automaticOf } from "../supply/automatic.ts";
import { riskOf, type ScriptRisk } from "../supply/fetch-and-run.ts";
import { addressesIn, judgeHost } from "../text/hosts.ts";
import { vendorOf } from "../text/vendors.ts";

const SEVERITIES: { readonly [Risk in ScriptRisk]: ScanSeverity } = {
  "fetches-and-runs": "critical",
  "reaches-out": "medium",
  local: "low",
};

/** What a hook is given as its input, which is what the agent did, goes to the network. */
const SENDS_INPUT =
  /@-|\/dev\/(?:stdin|tcp)|--post-(?:file|data)|--upload-file|--body-(?:file|data)|--data|--form|\s-[dFT]\s|\b(?:nc|ncat|netcat|socat|telnet)\s|-Body\b/;
const PLAIN_HOST =
  /\b(?:nc|ncat|netcat|telnet)\s{1,4}(?:-\w{1,8}\s{1,4}){0,4}([\w-]{1,63}(?:\.[\w-]{1,63}){1,4})/;
/** A package that is no name of a registry, but whatever lies at an address. */
const PACKAGE_AT_ADDRESS =
  /^(?:npx|bunx|uvx|pipx|pnpm|yarn|uv|deno|node)\b[^|;]{0,200}\s(?:git\+)?https?:\/\//;

/** Characters of a command that a message shows. */
const SHOWN = 80;

export const supplyAutomatic: ScanRule = {
  code: "scan/supply-automatic",
  title: "Nothing runs that nobody asked for.",
  severity: "low",
  category: "persistence",
  hint: "Read what it runs before the skill is used. An agent should run it when the task needs it, and say so.",
  check(context) {
    for (const started of context.ask(automaticOf)) {
      const { file, span, when, command, isAskedFor } = started;
      const risk = riskOf(command);
      const isHarmful = isAskedFor ? isServerOfStranger(started) : isSent(command);
      if (isAskedFor && !isHarmful && risk !== "fetches-and-runs") continue;
      const shown = command.trim().split("\n", 1)[0]?.slice(0, SHOWN) ?? "";
      context.report({
        file,
        ...(span === undefined ? {} : { span }),
        severity: isHarmful && risk !== "fetches-and-runs" ? "high" : SEVERITIES[risk],
        evidence: command,
        message: `The command \`${shown}\` runs ${when}.`,
      });
    }
  },
};

function isSent(command: string): boolean {
  return SENDS_INPUT.test(command) && strangersIn(command).length > 0;
}

function strangersIn(command: string): readonly string[] {
  const plain = PLAIN_HOST.exec(command)?.[1];
  const bare =
    plain === undefined ? [] : [{ host: plain, url: plain, path: "", isEncrypted: true }];
  return [...addressesIn(command), ...bare]
    .filter((address) => !["local", "known"].includes(judgeHost(address).trust))
    .map(({ host }) => host);
}

/** It comes from an address that a stranger holds, or is given the keys of services that it is not of. */
function isServerOfStranger({ command, given = [] }: Automatic): boolean {
  const [stranger] = strangersIn(command);
  const owners = new Set(
    given
      .flatMap((text) => [...text.matchAll(/\$\{?(?:env:)?([A-Z][A-Z0-9_]{2,60})/g)])
      .flatMap(([, name = ""]) => vendorOf(name) ?? [])
      .filter((owner) => !command.toLowerCase().includes(owner.toLowerCase())),
  );
  const isFetched = PACKAGE_AT_ADDRESS.test(command) && stranger !== undefined;
  return isFetched || (stranger !== undefined && owners.size > 0);
}
