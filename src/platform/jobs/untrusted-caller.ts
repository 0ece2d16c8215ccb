const STRANGER = "stranger ";

/** The owner of jobs of somebody without an account: whoever asks from that address. */
export function untrustedCaller(address: string): string {
  return STRANGER + address;
}

/** Ids of users have no blanks. */
export function isStranger(owner: string): boolean {
  return owner.startsWith(STRANGER);
}
