import { isIP, type LookupFunction } from "node:net";

/** Leads a connection to addresses that were checked. */
export function pinnedLookup(addresses: readonly string[]): LookupFunction {
  return (_name, options, callback) => {
    const found = addresses.map((address) => ({ address, family: isIP(address) }));
    if (options.all === true) callback(null, found);
    else callback(null, found[0]?.address ?? "", found[0]?.family ?? 0);
  };
}
