import type { ColumnType, Generated } from "kysely";

/** Moments are ISO 8601 in UTC, which sort as text in both databases; yes and no are 1 and 0. */
export type Timestamp = string;
export type Flag = 0 | 1;
/** Set once, when the row is made. */
export type Immutable<T> = ColumnType<T, T, never>;

interface UserTable {
  readonly id: Immutable<string>;
  /** In lower case: addresses that differ in nothing else belong to one account. */
  readonly email: string;
  readonly password_hash: string;
  readonly role: "admin" | "user";
  readonly is_active: Flag;
  readonly created_at: Immutable<Timestamp>;
  /** From then on it cannot be opened again, and its address stays taken. */
  readonly deleted_at: Generated<Timestamp | null>;
  /** A stranger made it, and has not opened the link that its address was sent. */
  readonly is_unconfirmed: Generated<Flag>;
  /** Somebody vouches that the address is its owner's: a letter, an administrator, or another service. */
  readonly is_proven: Generated<Flag>;
}

/** An app that shows codes; it counts once it has shown a right one. */
interface AuthenticatorTable {
  readonly id: Immutable<string>;
  readonly user_id: Immutable<string>;
  /** Encrypted. */
  readonly secret: Immutable<string>;
  /** The newest time step of which a code was taken: no code is good twice. */
  readonly last_step: number;
  readonly created_at: Immutable<Timestamp>;
  readonly confirmed_at: Timestamp | null;
}

/** Each is good once, in place of a code of the app. */
interface RecoveryCodeTable {
  readonly user_id: Immutable<string>;
  readonly code_hash: Immutable<string>;
}

interface PasskeyTable {
  /** As the browser names it. */
  readonly id: Immutable<string>;
  readonly user_id: Immutable<string>;
  readonly name: string;
  /** The name of the host for which it was made, and is good. */
  readonly site: Immutable<string>;
  readonly public_key: Immutable<string>;
  readonly counter: number;
  /** Words with commas between. */
  readonly transports: Immutable<string>;
  readonly created_at: Immutable<Timestamp>;
  readonly used_at: Timestamp | null;
}

/** Something that is good once and for a short time: a link in a letter, the question to a passkey, a login under way elsewhere. */
interface AccountWordTable {
  readonly word_hash: Immutable<string>;
  readonly kind: Immutable<string>;
  readonly user_id: Immutable<string | null>;
  readonly value: Immutable<string>;
  readonly expires_at: Immutable<Timestamp>;
}

/** Whose account the user of another service is. */
interface IdentityTable {
  readonly issuer: Immutable<string>;
  readonly subject: Immutable<string>;
  readonly user_id: Immutable<string>;
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

interface ApiTokenTable extends Renewals {
  readonly id: Immutable<string>;
  readonly user_id: Immutable<string>;
  readonly name: string;
  readonly token_hash: string;
  /** Names with spaces between, as OAuth writes them. */
  readonly scopes: string;
  /** The token by which this one was minted. */
  readonly parent_id: Immutable<string | null>;
  /** What a build is, for whose publications alone the token is; null: it is a person's. */
  readonly origin: Immutable<string | null>;
  readonly created_at: Immutable<Timestamp>;
  readonly expires_at: Timestamp | null;
  readonly last_used_at: Timestamp | null;
  readonly revoked_at: Timestamp | null;
}

/** Keys that sign access tokens; a retired one still verifies until the tokens it signed have expired. */
interface SigningKeyTable {
  readonly id: Immutable<string>;
  /** Encrypted. */
  readonly private_jwk: string;
  readonly public_jwk: string;
  readonly created_at: Immutable<Timestamp>;
  readonly retired_at: Timestamp | null;
}

/**
 * Access tokens name the session they belong to, and are good until its end. Its refresh token is used once, and using one
 * twice ends it; that of a cookie stays, and its end moves.
 */
interface SessionTable extends Renewals {
  readonly id: Immutable<string>;
  readonly user_id: Immutable<string>;
  /** Null for one whose token was spent before tokens were kept here. */
  readonly token_hash: string | null;
  readonly created_at: Immutable<Timestamp>;
  readonly expires_at: Timestamp;
}

/** From where an account was logged in to. */
interface KnownAddressTable {
  readonly user_id: Immutable<string>;
  readonly address_hash: Immutable<string>;
  readonly used_at: Timestamp;
}

/** A text that only the key of this database can read. */
interface SecretCheckTable {
  readonly id: Immutable<string>;
  readonly envelope: string;
}

interface TeamTable {
  readonly id: Immutable<string>;
  readonly name: string;
  readonly created_at: Immutable<Timestamp>;
  /** The service whose groups say who is in it; null: its owners do. */
  readonly source: Generated<string | null>;
}

interface TeamMemberTable {
  readonly team_id: Immutable<string>;
  readonly user_id: Immutable<string>;
  readonly role: "owner" | "member";
}

/** A membership that was offered and not accepted; without a user where the address had no account. */
interface InvitationTable {
  readonly id: Immutable<string>;
  readonly kind: Immutable<"team" | "publisher">;
  readonly target: Immutable<string>;
  readonly email: Immutable<string>;
  readonly user_id: string | null;
  readonly role: "owner" | "maintainer" | "publisher" | "member";
  readonly invited_by: string;
  readonly created_at: Timestamp;
}

/** Who besides its owner sees a thing; without a row, no other user. */
interface ShareTable {
  readonly kind: Immutable<"skill" | "knowledge-base" | "workflow">;
  readonly item_id: Immutable<string>;
  readonly visibility: "team" | "public";
  readonly team_id: string | null;
}

export interface AccountTables {
  readonly users: UserTable;
  readonly api_tokens: ApiTokenTable;
  readonly signing_keys: SigningKeyTable;
  readonly sessions: SessionTable;
  readonly secret_checks: SecretCheckTable;
  readonly known_addresses: KnownAddressTable;
  readonly authenticators: AuthenticatorTable;
  readonly recovery_codes: RecoveryCodeTable;
  readonly passkeys: PasskeyTable;
  readonly account_words: AccountWordTable;
  readonly identities: IdentityTable;
  readonly teams: TeamTable;
  readonly team_members: TeamMemberTable;
  readonly invitations: InvitationTable;
  readonly shares: ShareTable;
}
