import type { ScanContext } from "../context.ts";
import { type Address, addressIn, type HostJudgement, judgeHost } from "./hosts.ts";
import { type Hit, search } from "./search.ts";

const SHELL = String.raw`(?:sudo\s+(?:-\S+\s+){0,3})?(?:(?:\/(?:usr\/)?bin\/)?env\s+)?(?:\w{1,40}=\S{0,60}\s+){0,3}(?:\/(?:usr\/)?bin\/)?(?:env\s+)?(?:(?:ba|z|da|k|a)?sh\b|(?:python[\d.]*|node|perl|ruby|php|bun|deno run)(?:\s+-)?\s*(?=$|[\n"'\x60;&|)])|iex\b|invoke-expression\b|osascript\b)`;
const FETCH = String.raw`\b(?:curl|wget|fetch|irm|iwr|invoke-restmethod|invoke-webrequest|aria2c)\s`;
/** A part of a command line up to the next bar; what follows each mark is fixed, so that no search turns back far. */
const PART = String.raw`(?:[^\n|;&]|&(?!&)|;(?=\S)){0,600}`;

/** What comes from an address goes straight to a shell. That there is an address is checked on each match. */
const PIPED: readonly RegExp[] = [
  new RegExp(`${FETCH}${PART}(?:\\|${PART}){0,2}?\\|\\s*(?:${SHELL})`, "gim"),
  new RegExp(
    `(?:(?:ba|z|da)?sh|source|\\.|python3?|eval|exec)\\s+(?:-\\w+\\s+){0,3}["']?(?:<\\(|\\$\\(|\\x60)\\s*${FETCH}[^\\n]{0,600}`,
    "gi",
  ),
  /\b(?:iex|invoke-expression)[\s(&"']{1,10}[^\n]{0,600}/gi,
  /\bdownloadstring\(\s{0,4}["'][^"'\n]{0,600}/gi,
  /\bmshta(?:\.exe)?\s{1,4}["']?https?:[^\n]{0,600}/gi,
  /\b(?:regsvr32|rundll32|certutil)(?:\.exe)?\s[^\n]{0,600}/gi,
];

export interface PipedInstaller {
  readonly hit: Hit;
  readonly address: Address;
  readonly judgement: HostJudgement;
}

/** Every command that hands what an address gives to a shell. */
export function pipedInstallers(context: ScanContext): readonly PipedInstaller[] {
  const found: PipedInstaller[] = [];
  for (const pattern of PIPED)
    for (const hit of search(context, pattern)) {
      const address = addressIn(hit.match[0]) ?? bareAddressIn(hit.match[0]);
      if (address !== undefined) found.push({ hit, address, judgement: judgeHost(address) });
    }
  return found;
}

/** `curl host.tld/path`, for which the program adds what comes before; only one that is known to be bad counts. */
function bareAddressIn(command: string): Address | undefined {
  const match =
    /\b(?:curl|wget|irm|iwr)\s+(?:-{1,2}[\w-]+\s+){0,5}["']?((?:[a-z0-9-]{1,63}\.){1,4}[a-z]{2,24})(\/[^\s"'`|)]{0,300})?(?=[\s"'`|)]|$)/i.exec(
      command,
    );
  const [url = "", host = "", path = ""] = match ?? [];
  const address = { url, host: host.toLowerCase(), path, isEncrypted: true };
  return host !== "" && judgeHost(address).trust === "suspect" ? address : undefined;
}
