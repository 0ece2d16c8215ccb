import type { ScanContext } from "../context.ts";
import { type Address, addressIn, type HostJudgement, judgeHost } from "./hosts.ts";
import { type Hit, search } from "./search.ts";

const SHELL = String.raw`(?:sudo\s+(?:-\S+\s+)*)?(?:\/(?:usr\/)?bin\/|env\s+)?(?:ba|z|da|k|a)?sh\b|(?:sudo\s+)?(?:python[\d.]*|node|perl|ruby|php|bun|deno run)(?:\s+-)?\s*(?=$|[\n"'\x60;&|)])|iex\b|invoke-expression\b|osascript\b`;
const FETCH = String.raw`\b(?:curl|wget|fetch|irm|iwr|invoke-restmethod|invoke-webrequest|http|aria2c)\b`;
const GAP = String.raw`[^\n|;&]{0,300}?`;
const URL = String.raw`(?:https?|ftp):\/\/[^\s"'\x60|)]{3,500}`;

/** What comes from an address goes straight to a shell. */
const PIPED: readonly RegExp[] = [
  new RegExp(
    `${FETCH}${GAP}${URL}[^\\n;&]{0,200}?\\|\\s*(?:tee\\s+\\S+\\s*\\|\\s*)?(?:${SHELL})`,
    "gi",
  ),
  new RegExp(
    `(?:(?:ba|z|da)?sh|source|\\.|python3?|eval|exec)\\s+(?:-\\w+\\s+){0,3}["']?(?:<\\(|\\$\\(|\\x60)\\s*${FETCH}${GAP}${URL}`,
    "gi",
  ),
  new RegExp(
    `(?:iex|invoke-expression)\\s*[\\s(&"']+${GAP}(?:${FETCH}|downloadstring|webclient)${GAP}${URL}`,
    "gi",
  ),
  new RegExp(`downloadstring\\(\\s*["']${URL}`, "gi"),
  new RegExp(`\\bmshta(?:\\.exe)?\\s+["']?${URL}`, "gi"),
  new RegExp(`\\b(?:regsvr32|rundll32|certutil)\\b[^\\n]{0,80}${URL}`, "gi"),
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
      const address = addressIn(hit.match[0]);
      if (address !== undefined) found.push({ hit, address, judgement: judgeHost(address) });
    }
  return found;
}
