import type { ColumnType, Generated } from "kysely";

/** Moments are ISO 8601 in UTC, which sort as text in both databases; yes and no are 1 and 0. */
export type Moment = string;
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
  readonly created_at: Fixed<Moment>;
  /** From then on nobody can open it again, and its address stays taken. */
  readonly deleted_at: Generated<Moment | null>;
}

/** A refresh token is used once, and using one twice ends its session, the family; that of a cookie stays, and its end moves. */
export interface RefreshTokenTable {
  readonly id: Fixed<string>;
  readonly user_id: Fixed<string>;
  readonly family_id: Fixed<string>;
  readonly token_hash: Fixed<string>;
  readonly created_at: Fixed<Moment>;
  readonly expires_at: Moment;
  readonly used_at: Moment | null;
  readonly revoked_at: Moment | null;
}

export interface ApiTokenTable {
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
  readonly created_at: Fixed<Moment>;
  readonly expires_at: Moment | null;
  readonly last_used_at: Moment | null;
  readonly revoked_at: Moment | null;
}

/** Keys that sign access tokens; a retired one still verifies until the tokens it signed have expired. */
export interface SigningKeyTable {
  readonly id: Fixed<string>;
  /** Encrypted. */
  readonly private_jwk: string;
  readonly public_jwk: string;
  readonly created_at: Fixed<Moment>;
  readonly retired_at: Moment | null;
}

/** Access tokens name the session they belong to, and are good while it is here. */
export interface SessionTable {
  readonly id: Fixed<string>;
  readonly user_id: Fixed<string>;
  readonly created_at: Fixed<Moment>;
  readonly expires_at: Moment;
}

/** From where an account was logged in to. */
export interface KnownAddressTable {
  readonly user_id: Fixed<string>;
  readonly address_hash: Fixed<string>;
  readonly used_at: Moment;
}

/** A text that only the key of this database can read. */
export interface SecretCheckTable {
  readonly id: Fixed<string>;
  readonly envelope: string;
}

export interface TeamTable {
  readonly id: Fixed<string>;
  readonly name: string;
  readonly created_at: Fixed<Moment>;
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
  readonly created_at: Moment;
}

/** Who besides its owner sees a thing; no row means nobody. */
export interface ShareTable {
  readonly kind: Fixed<"skill" | "knowledge-base" | "workflow">;
  readonly item_id: Fixed<string>;
  readonly visibility: "team" | "public";
  readonly team_id: string | null;
}
