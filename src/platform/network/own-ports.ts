/** Ports on which this process listens: code of users is never led to them, whatever was granted. */
import { networkInterfaces } from "node:os";
import { isIPv4 } from "node:net";
import { toIpv4 } from "./public-address.ts";

const ports = new Map<number, number>();

/** Counts a port as the server's own until the answer is called. */
export function claimPort(port: number): () => void {
  ports.set(port, (ports.get(port) ?? 0) + 1);
  return () => {
    const left = (ports.get(port) ?? 1) - 1;
    if (left === 0) ports.delete(port);
    else ports.set(port, left);
  };
}

/** Whether a connection to the address and port would come back to this process. */
export function isOwnPort(address: string, port: number): boolean {
  return ports.has(port) && isThisMachine(address);
}

/** Loopback, the address that stands for all of the machine, and those of its network cards. */
function isThisMachine(address: string): boolean {
  const [withoutZone = address] = address.split("%", 1);
  const plain = toIpv4(address) ?? withoutZone.toLowerCase();
  if (isIPv4(plain) && /^(?:127|0)\./u.test(plain)) return true;
  // Written out or not, these are the two of IPv6.
  if (/^[0:]+1?$/u.test(plain)) return true;
  return Object.values(networkInterfaces())
    .flatMap((cards) => cards ?? [])
    .some((card) => card.address.toLowerCase() === plain);
}
