const STRANGER = "stranger ";

/** The owner of jobs without an account: the address of the client. */
export function untrustedCaller(address: string): string {
  return STRANGER + address;
}

/** Ids of users have no blanks. */
export function isStranger(owner: string): boolean {
  return owner.startsWith(STRANGER);
}
