/** What accounts are made of, for tests. */
import { createSecretCipher, type SecretCipher } from "../../src/platform/encryption/index.ts";
import {
  type Clock,
  createPasswordHasher,
  type PasswordHasher,
  systemClock,
} from "../../src/platform/machine/index.ts";
import type { AccountPorts } from "../../src/hub/accounts/index.ts";
import type { Database } from "../../src/hub/data/index.ts";

/** The same in every process, as replicas need it. */
const cipher: SecretCipher = createSecretCipher([new Uint8Array(32).fill(7)]);

/** The cheapest that scrypt has: tests make hundreds of accounts. What a real one costs is tested where accounts are. */
export const cheapPasswords: PasswordHasher = createPasswordHasher({ cost: { N: 2, r: 1, p: 1 } });

export function createAccounts(
  database: Database,
  clock: Clock = systemClock,
  more: Pick<AccountPorts, "mail"> = {},
): AccountPorts {
  return { database, clock, issuer: "skillwright", cipher, passwords: cheapPasswords, ...more };
}
