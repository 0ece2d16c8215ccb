import type { Carried, Send, Source } from "../code/index.ts";
import {
  belongingOf,
  isPrivate,
  isSingleSecret,
  isStore,
  receiverTrust,
  secretsIn,
} from "../code/judging.ts";
import type { Trust } from "../code/judging.ts";
import { codeOf, nameOf, tell } from "../code/telling.ts";
import type { ScanSeverity } from "../finding.ts";
import type { ScanRule } from "../rule.ts";
import { oneOf } from "../text/one-of.ts";

/** One key in a header of its own service is what honest skills do; everything here is measured by that. */
export const codeSecretSent: ScanRule = {
  code: "scan/code-secret-sent",
  title: "Code sends secrets only to the service that they belong to.",
  severity: "critical",
  category: "exfiltration",
  hint: "Find out who owns the address. A skill needs the one key of its own service, in a header.",
  check(context) {
    const { sends, commands } = codeOf(context);
    const isListed = commands.some(({ words }) => LISTS.test(words.join(" ").slice(0, 300)));
    for (const send of sends) {
      const trust = receiverTrust(send.url, send.host);
      if (trust === "local") continue;
      const judged = judgeHarvest(send, isListed) ?? judge(send, trust);
      if (judged === undefined) continue;
      const { severity, carried } = judged;
      const names = [...new Set(carried.map(({ source }) => nameOf(source)))];
      const more = names.length > 1 ? ` and ${names.length - 1} more` : "";
      tell(context, send, {
        severity,
        sources: carried.map(({ source }) => source),
        message: `The code sends ${names[0] ?? "a secret"}${more} to ${send.host === undefined ? "another machine" : `\`${send.host}\``}.`,
      });
    }
  },
};

/** Programs that list which secrets there are. */
const LISTS = oneOf([
  /^(?:op (?:item|document|vault)s? list|op list|(?:bw|rbw) list|(?:go)?pass (?:ls|list|git)|lpass ls|secret-tool search|aws secretsmanager list-secrets)/,
  /^(?:aws ssm describe-parameters|gcloud secrets list|az keyvault secret list|vault kv list|kubectl (?:(?!get )\S+ )*get (?:(?!secret)\S+ )*secrets?)/,
  /^find \S*\.password-store/,
]);

interface Judged {
  readonly severity: ScanSeverity;
  readonly carried: readonly Carried[];
}

function judge(send: Send, trust: Trust): Judged | undefined {
  const carried = secretsIn(send);
  const stores = carried.filter(({ source, position }) => isStore(source) && position !== "header");
  if (stores.length > 0) return judgeStores(send, stores);
  const shown = carried.filter(({ source }) => isStore(source) && NEVER_IN_HEADER.has(source.kind));
  if (shown.length > 0) return { severity: "critical", carried: shown };
  const strays = carried.filter(
    ({ source }) => isStore(source) && belongingOf(source.name, send.host) === "stolen",
  );
  if (strays.length > 0 && trust !== "known" && trust !== "unknown")
    return { severity: "high", carried: strays };
  const accounts = carried.filter(({ source }) => source.kind === "system-accounts");
  if (accounts.length > 0) return { severity: "high", carried: accounts };
  const secrets = carried.filter(({ source }) => isSingleSecret(source));
  const looked = send.kind === "name-lookup" ? secrets : [];
  if (looked.length > 0) return { severity: "critical", carried: looked };
  return judgeVariables(send, secrets, trust) ?? judgePrivate(send, carried, trust);
}

/** Each of the secrets that a list names, rather than the one that the work needs. */
function judgeHarvest(send: Send, isListed: boolean): Judged | undefined {
  const found = secretsIn(send).filter(
    ({ source, position }) =>
      source.kind === "token" && /…|\s-(?:\s|$)/.test(source.name) && position !== "header",
  );
  return isListed && found.length > 0 ? { severity: "critical", carried: found } : undefined;
}

/** Nobody says who he is by these. */
const NEVER_IN_HEADER: ReadonlySet<Source["kind"]> = new Set([
  "key-file",
  "browser-store",
  "keychain",
  "wallet",
  "messages",
  "history",
]);

/** A file of variables that is copied to a machine which only the user knows is a deployment. */
function judgeStores(send: Send, stores: readonly Carried[]): Judged {
  const isDeployment =
    send.kind === "copy" &&
    send.host === undefined &&
    stores.every(({ source }) => source.kind === "env-file");
  return { severity: isDeployment ? "low" : "critical", carried: stores };
}

function judgeVariables(send: Send, secrets: readonly Carried[], trust: Trust): Judged | undefined {
  const stolen = secrets.filter(({ source }) => belongingOf(source.name, send.host) === "stolen");
  const bare = stolen.filter(({ position }) => position !== "header");
  const owners = new Set(bare.map(({ source }) => source.name.split(/[_\s]/, 1)[0]));
  if (owners.size > 1) return { severity: "critical", carried: bare };
  if (trust === "suspect") {
    const foreign = secrets.filter(({ source }) => belongingOf(source.name, send.host) !== "own");
    const isBare = foreign.some(({ position }) => position !== "header");
    if (foreign.length > 0) return { severity: isBare ? "high" : "medium", carried: foreign };
  }
  if (bare.length > 0) return { severity: "high", carried: bare };
  const logins = stolen.filter(({ source }) => /^(?:gh|glab) /.test(source.name));
  if (logins.length > 0 && trust === "ordinary") return { severity: "high", carried: logins };
  if (stolen.length > 0 && trust !== "known") return { severity: "low", carried: stolen };
  const odd = secrets.filter(
    ({ source, position }) =>
      position === "body" && belongingOf(source.name, send.host) === "foreign",
  );
  const isOdd = odd.length > 1 || odd.some(({ source }) => source.kind === "token");
  return isOdd ? { severity: "medium", carried: odd } : undefined;
}

/** Databases, personal files, the screen and the clipboard: honest where the user named the receiver. */
function judgePrivate(send: Send, carried: readonly Carried[], trust: Trust): Judged | undefined {
  const found = carried.filter(({ source }) => isPrivate(source));
  if (found.length === 0) return undefined;
  const isWatching = found.every(
    ({ source: { kind } }) => kind === "screen" || kind === "clipboard",
  );
  if (trust === "suspect") return { severity: isWatching ? "high" : "critical", carried: found };
  if (trust === "unknown") return { severity: "low", carried: found };
  const isOpen =
    trust === "ordinary" && (isWatching ? send.isRepeated === true : send.kind !== "copy");
  return { severity: isOpen ? "high" : "medium", carried: found };
}
