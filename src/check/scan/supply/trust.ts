import type { ScanSeverity } from "../finding.ts";
import { type Address, judgeHost } from "../text/hosts.ts";

/**
 * How grave it is to fetch code from an address that speaks against itself; undefined where it does not. Without
 * encryption alone, others may change what comes, but a name says whose it is meant to be.
 */
export function gravityOf(address: Address): ScanSeverity | undefined {
  if (judgeHost(address).trust !== "suspect") return undefined;
  return judgeHost({ ...address, isEncrypted: true }).trust === "suspect" ? "high" : "medium";
}
