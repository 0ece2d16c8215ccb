import type { SecretCipher } from "../../platform/encryption/index.ts";
import type { Clock, PasswordHasher } from "../../platform/machine/index.ts";
import type { SendLetter } from "../../platform/mail/index.ts";
import type { Database, Timestamp } from "../data/index.ts";

/** What accounts are made of. */
export interface AccountPorts {
  readonly database: Database;
  readonly clock: Clock;
  /** Says in a token who made it and for whom. */
  readonly issuer: string;
  /** Encrypts the keys that sign tokens. */
  readonly cipher: SecretCipher;
  readonly passwords: PasswordHasher;
  /** Minutes for which an access token is good. Default: 15. */
  readonly accessMinutes?: number;
  /** Where the operator has a server for letters: strangers confirm their addresses then. */
  readonly mail?: Mail;
}

export interface Mail {
  readonly send: SendLetter;
  /** Where links in letters lead. */
  readonly publicUrl: string;
}

export interface User {
  readonly id: string;
  readonly email: string;
  readonly role: "admin" | "user";
  readonly isActive: boolean;
  readonly createdAt: Timestamp;
}

/** A user whose password was right, with what it was compared with: another one may be set at any moment. */
export interface ProvenUser extends User {
  readonly passwordHash: string;
}

/** Who asks, and what they may ask for. */
export interface Caller {
  /** With the rights that count for this request: a token without the scope `users` is that of a person, whatever the role. */
  readonly user: User;
  /** Whether the account is an administrator's; for routes that are for administrators alone, with a scope of their own. */
  readonly isAdmin: boolean;
  /** Undefined: everything that the user may. */
  readonly scopes?: readonly string[];
  /** The id of the access token, where there is one. */
  readonly tokenId?: string;
  /** The session of an access token. */
  readonly sessionId?: string;
  /** When the personal token ends; absent for sessions, and for tokens that do not end by themselves. */
  readonly expiresAt?: Timestamp;
  /** What the token of a build is bound to, as JSON. */
  readonly origin?: string;
}

export function timestampAt(clock: Clock, laterMs = 0): Timestamp {
  return new Date(clock.now() + laterMs).toISOString();
}
