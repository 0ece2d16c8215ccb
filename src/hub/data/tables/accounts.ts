import type { ColumnType, Generated } from "kysely";

/** Moments are ISO 8601 in UTC, which sort as text in both databases; yes and no are 1 and 0. */
export type Timestamp = string;
export type Flag = 0 | 1;
/** Set once, when the row is made. */
type Fixed<T> = ColumnType<T, T, never>;

export interface UserTable {
  readonly id: Fixed<string>;
  /** In lower case: addresses that differ in nothing else belong to one account. */
  readonly email: string;
  readonly password_hash: string;
  readonly role: "admin" | "user";
  readonly is_active: Flag;
  readonly created_at: Fixed<Timestamp>;
  /** From then on nobody can open it again, and its address stays taken. */
  readonly deleted_at: Generated<Timestamp | null>;
  /** A stranger made it, and has not opened the link that its address was sent. */
  readonly is_unconfirmed: Generated<Flag>;
  /** Somebody vouches that the address is its owner's: a letter, an administrator, or another service. */
  readonly is_proven: Generated<Flag>;
}

/** An app that shows codes; it counts once it has shown a right one. */
export interface AuthenticatorTable {
  readonly id: Fixed<string>;
  readonly user_id: Fixed<string>;
  /** Encrypted. */
  readonly secret: Fixed<string>;
  /** The newest time step of which a code was taken: no code is good twice. */
  readonly last_step: number;
  readonly created_at: Fixed<Timestamp>;
  readonly confirmed_at: Timestamp | null;
}

/** Each is good once, in place of a code of the app. */
export interface RecoveryCodeTable {
  readonly user_id: Fixed<string>;
  readonly code_hash: Fixed<string>;
}

export interface PasskeyTable {
  /** As the browser names it. */
  readonly id: Fixed<string>;
  readonly user_id: Fixed<string>;
  readonly name: string;
  /** The name of the host for which it was made, and is good. */
  readonly site: Fixed<string>;
  readonly public_key: Fixed<string>;
  readonly counter: number;
  /** Words with commas between. */
  readonly transports: Fixed<string>;
  readonly created_at: Fixed<Timestamp>;
  readonly used_at: Timestamp | null;
}

/** Something that is good once and for a short time: a link in a letter, the question to a passkey, a login under way elsewhere. */
export interface AccountWordTable {
  readonly word_hash: Fixed<string>;
  readonly kind: Fixed<string>;
  readonly user_id: Fixed<string | null>;
  readonly value: Fixed<string>;
  readonly expires_at: Fixed<Timestamp>;
}

/** Whose account the user of another service is. */
export interface IdentityTable {
  readonly issuer: Fixed<string>;
  readonly subject: Fixed<string>;
  readonly user_id: Fixed<string>;
}

/**
 * A token that is good for one use, and the one before it; what comes after that one only it makes readable. Null: none
 * was spent yet.
 */
interface Renewals {
  readonly spent_hash: Generated<string | null>;
  readonly spent_at: Generated<Timestamp | null>;
  readonly next_secret: Generated<string | null>;
}

export interface ApiTokenTable extends Renewals {
  readonly id: Fixed<string>;
  readonly user_id: Fixed<string>;
  readonly name: string;
  readonly token_hash: string;
  /** Names with spaces between, as OAuth writes them. */
  readonly scopes: string;
  /** The token by which this one was minted. */
  readonly parent_id: Fixed<string | null>;
  /** What a build is, for whose publications alone the token is; null: it is a person's. */
  readonly origin: Fixed<string | null>;
  readonly created_at: Fixed<Timestamp>;
  readonly expires_at: Timestamp | null;
  readonly last_used_at: Timestamp | null;
  readonly revoked_at: Timestamp | null;
}

/** Keys that sign access tokens; a retired one still verifies until the tokens it signed have expired. */
export interface SigningKeyTable {
  readonly id: Fixed<string>;
  /** Encrypted. */
  readonly private_jwk: string;
  readonly public_jwk: string;
  readonly created_at: Fixed<Timestamp>;
  readonly retired_at: Timestamp | null;
}

/**
 * Access tokens name the session they belong to, and are good until its end. Its refresh token is used once, and using one
 * twice ends it; that of a cookie stays, and its end moves.
 */
export interface SessionTable extends Renewals {
  readonly id: Fixed<string>;
  readonly user_id: Fixed<string>;
  /** Null for one whose token was spent before tokens were kept here. */
  readonly token_hash: string | null;
  readonly created_at: Fixed<Timestamp>;
  readonly expires_at: Timestamp;
}

/** From where an account was logged in to. */
export interface KnownAddressTable {
  readonly user_id: Fixed<string>;
  readonly address_hash: Fixed<string>;
  readonly used_at: Timestamp;
}

/** A text that only the key of this database can read. */
export interface SecretCheckTable {
  readonly id: Fixed<string>;
  readonly envelope: string;
}

export interface TeamTable {
  readonly id: Fixed<string>;
  readonly name: string;
  readonly created_at: Fixed<Timestamp>;
  /** The service whose groups say who is in it; null: its owners do. */
  readonly source: Generated<string | null>;
}

export interface TeamMemberTable {
  readonly team_id: Fixed<string>;
  readonly user_id: Fixed<string>;
  readonly role: "owner" | "member";
}

/** A membership that was offered and not accepted; without a user where the address had no account. */
export interface InvitationTable {
  readonly id: Fixed<string>;
  readonly kind: Fixed<"team" | "publisher">;
  readonly target: Fixed<string>;
  readonly email: Fixed<string>;
  readonly user_id: string | null;
  readonly role: "owner" | "maintainer" | "publisher" | "member";
  readonly invited_by: string;
  readonly created_at: Timestamp;
}

/** Who besides its owner sees a thing; no row means nobody. */
export interface ShareTable {
  readonly kind: Fixed<"skill" | "knowledge-base" | "workflow">;
  readonly item_id: Fixed<string>;
  readonly visibility: "team" | "public";
  readonly team_id: string | null;
}
