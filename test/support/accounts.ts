/** What accounts are made of, for tests. */
import { createSecretCipher, type SecretCipher } from "../../src/platform/encryption/index.ts";
import { type Clock, systemClock } from "../../src/platform/machine/index.ts";
import type { AccountPorts } from "../../src/serve/accounts/index.ts";
import type { Database } from "../../src/serve/data/index.ts";

/** The same in every process, as replicas need it. */
const cipher: SecretCipher = createSecretCipher([new Uint8Array(32).fill(7)]);

export function createAccounts(database: Database, clock: Clock = systemClock): AccountPorts {
  return { database, clock, issuer: "skillwright", cipher };
}
