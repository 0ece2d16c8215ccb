import { type Address, addressesIn, isSample, judgeHost } from "../text/hosts.ts";

/** An address of somebody nobody knows; one that stands for no machine is taken for one that does. */
export function isStrange(address: Address): boolean {
  const { trust } = judgeHost(address);
  if (trust === "suspect") return true;
  const isOrdinary = trust === "ordinary" || (trust === "local" && isSample(address.host));
  return isOrdinary && !/[${}<>]/.test(address.host);
}

export function strangeAddress(text: string): Address | undefined {
  return addressesIn(text).find((address) => isStrange(address));
}
