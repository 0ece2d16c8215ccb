import type { ScanContext } from "../context.ts";
import { type Address, addressesIn, isSample, judgeHost } from "../text/hosts.ts";
import { isRelated } from "../text/related.ts";

/** An address of somebody of whom the skill says nothing; one that stands for no machine is taken for one that does. */
export function isStrange(context: ScanContext, address: Address): boolean {
  const { trust } = judgeHost(address);
  if (trust === "suspect") return true;
  const isOrdinary = trust === "ordinary" || (trust === "local" && isSample(address.host));
  return isOrdinary && !/[${}<>]/.test(address.host) && !isRelated(context, address.host);
}

export function strangeAddress(context: ScanContext, text: string): Address | undefined {
  return addressesIn(text).find((address) => isStrange(context, address));
}
