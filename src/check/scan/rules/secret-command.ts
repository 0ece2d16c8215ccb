import type { ScanRule } from "../rule.ts";
import { addressIn, isPlaceholder, isSample, judgeHost } from "../text/hosts.ts";
import { type Hit, placeOf, search, temper, temperSubject } from "../text/search.ts";
import { belongsTo, vendorOf } from "../text/vendors.ts";

const NETWORK = String.raw`\b(?:curl|wget|nc|ncat|netcat|dig|nslookup|host|ping|https?|scp|rsync|ftp|sftp|telnet|socat|gh\s+(?:issue|gist|api|pr|release))\s+(?=[-\w"\x27$@/~.<])`;
const PATHS = String.raw`(?:\.ssh(?:\b(?!\/)|\/(?!known_hosts|config\b|authorized_keys|[\w.-]{0,60}\.pub\b))|\.aws\b|\.netrc|\.env\b(?!\.example)|\.git-credentials|\.npmrc|\.pypirc|\.kube\/config|\.gnupg|id_(?:rsa|ed25519)(?!\.pub)|\/etc\/(?:shadow|passwd)|\.clawdbot\/|\.openclaw\/|Login Data|wallet\.dat|\.docker\/config\.json|\.bash_history|\.zsh_history)`;

/** A file of secrets, or all variables, as data of a command that speaks to the network. */
const FILES: readonly RegExp[] = [
  new RegExp(
    `${NETWORK}(?:[^\\n\\\\;]|\\\\[^]){0,300}?(?:\\$\\(\\s*(?:cat|base64|head|tail|xxd|gzip)\\b[^)]{0,120}|(?:@|=<|<\\s*)["'{$}\\w~/.-]{0,60})${PATHS}`,
    "gi",
  ),
  new RegExp(
    `\\b(?:cat|tar|zip|base64|head|gzip|xxd)\\b[^\\n;]{0,160}${PATHS}[^\\n;]{0,160}\\|\\s*(?:[^\\n;|]{0,80}\\|\\s*){0,3}${NETWORK}`,
    "gi",
  ),
  new RegExp(
    `(?<![\\w/.-])(?:env|printenv|set|export -p)\\s*(?:\\|[^\\n;|]{0,60}){0,3}\\|\\s*${NETWORK}`,
    "g",
  ),
  new RegExp(`${NETWORK}(?:[^\\n\\\\;]|\\\\[^]){0,300}?\\$\\(\\s*(?:env|printenv)\\b`, "g"),
  /\b(?:gh\s+auth\s+token|gcloud\s+auth\s+print-\S+|aws\s+configure\s+export-credentials|security\s+find-\w+-password)\b[^\n;]{0,80}\|\s*(?:[^\n;|]{0,80}\|\s*){0,2}(?:curl|wget|nc|ncat)\s/g,
  /\btoJSON\(\s{0,4}secrets\s{0,4}\)[^\n]{0,200}\b(?:curl|wget|nc)\s/g,
  // A machine that only a variable names is one of the user's own.
  new RegExp(`\\b(?:scp|rsync)\\s[^\\n;]{0,80}${PATHS}\\S{0,60}\\s+[^\\s$<{@]+@[^\\s$<{:]+:`, "g"),
];

/** Who and what this machine is, sent to a host that the skill says nothing else about. */
const PORTRAIT = new RegExp(
  `${NETWORK}(?:[^\\n\\\\;]|\\\\[^]){0,300}?\\$\\(\\s*(?:uname|whoami|hostname|id|ifconfig|ipconfig|sw_vers|systeminfo)\\b(?:[^\\n\\\\;]|\\\\[^]){0,300}`,
  "g",
);

const COMMAND = new RegExp(`${NETWORK}(?:[^\\n\\\\;]|\\\\[^]){3,1500}`, "g");
/** Arguments in which a key says who asks. */
const WHO =
  /(?:-H|--header)[ =]?(?:"[^"]*"|'[^']*'|\S+)|(?:-u|--user|--oauth2-bearer|--aws-sigv4)[ =]?(?:"[^"]*"|'[^']*'|\S+)/g;
const VARIABLE = /\$[({]?([A-Z][A-Z0-9_]{2,60})\b/g;

export const secretCommand: ScanRule = {
  code: "scan/secret-command",
  title: "No command sends secrets to a place that they are not for.",
  severity: "critical",
  category: "exfiltration",
  hint: "Do not run it. If it ran, change the secret.",
  check(context) {
    for (const pattern of FILES)
      for (const hit of search(context, pattern))
        context.report({
          ...placeOf(hit),
          ...temperSubject(context, "critical", hit),
          message: "The command sends private files or variables away.",
        });
    for (const hit of search(context, PORTRAIT)) {
      const host = addressIn(hit.match[0])?.host ?? "";
      if (host === "" || isPlaceholder(host)) continue;
      if (judgeHost({ url: "", host, path: "", isEncrypted: true }).trust === "local") continue;
      context.report({
        ...placeOf(hit),
        ...temper("high", hit.around),
        message: `The command tells \`${host}\` about this machine.`,
      });
    }
    for (const hit of search(context, COMMAND)) {
      const variable = strayVariable(hit);
      if (variable === undefined) continue;
      context.report({
        ...placeOf(hit),
        ...temper("critical", hit.around),
        message: `A command sends \`${variable}\` to a host that does not belong to its owner.`,
      });
    }
  },
};

/** A secret whose owner is known, in the data of a command to a host that is not the owner's. */
function strayVariable({ match, around }: Hit): string | undefined {
  if (around.origin === "sentence") return undefined;
  const command = match[0];
  const isLookup = /^(?:dig|nslookup|host|ping)\b/.test(command);
  const address = addressIn(command);
  if (address === undefined && !isLookup) return undefined;
  const host = address?.host ?? "";
  if (/[${}<>]/.test(host) || (isSample(host) && !isLookup)) return undefined;
  for (const [, name = ""] of command.replace(WHO, " ").matchAll(VARIABLE)) {
    const vendor = vendorOf(name);
    if (vendor !== undefined && !belongsTo(vendor, host) && !name.endsWith("_URL")) return name;
  }
  return undefined;
}
