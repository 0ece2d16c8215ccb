import { sql } from "kysely";
import { failure } from "../../platform/index.ts";
import { HasherBusyError, newId } from "../../platform/machine/index.ts";
import { SkillError } from "../../skill/index.ts";
import type { Tables } from "../data/index.ts";
import { removeAuthenticator } from "./authenticators.ts";
import { accountCodes } from "./diagnostics.ts";
import { checkPassword, MOST_PASSWORD } from "./password-policy.ts";
import { type AccountPorts, timestampAt, type ProvenUser, type User } from "./ports.ts";
import { dropWords } from "./words.ts";

/** Any number that no other program locks by. */
const FIRST_LOCK = 4_817_002;
const EMAIL = /^[a-zA-Z0-9._%+-]+@[a-zA-Z0-9.-]+\.[a-zA-Z]{2,}$/u;

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

export interface NewAccount {
  readonly role?: User["role"];
  /** Nobody logs in before the link was opened that the address was sent. */
  readonly isUnconfirmed?: boolean;
  /** Somebody vouches that the address is its owner's: an administrator, or another service. */
  readonly isProven?: boolean;
}

/** Makes an account. The first one is the administrator's, who lets others in. */
export async function register(
  ports: AccountPorts,
  { email, password }: Credentials,
  { role, isUnconfirmed = false, isProven = false }: NewAccount = {},
): Promise<User> {
  const { database, clock } = ports;
  checkEmail(email);
  await checkPassword(password, email);
  const passwordHash = await unlessBusy(ports.passwords.hash(password));
  const address = email.toLowerCase();
  const standing = {
    password_hash: passwordHash,
    is_unconfirmed: isUnconfirmed ? (1 as const) : (0 as const),
    is_proven: isProven ? (1 as const) : (0 as const),
  };
  return await database.query.transaction().execute(async (transaction) => {
    // Two strangers at once must not both be the first. SQLite lets one writer in at a time by itself.
    if (role === undefined && database.kind === "postgres")
      await sql`select pg_advisory_xact_lock(${FIRST_LOCK})`.execute(transaction);
    const taken = await transaction
      .selectFrom("users")
      .selectAll()
      .where("email", "=", address)
      .executeTakeFirst();
    if (taken !== undefined) {
      const { numUpdatedRows } = await transaction
        .updateTable("users")
        .set(standing)
        .where("id", "=", taken.id)
        // An unverified account does not block its address.
        .where("is_unconfirmed", "=", 1)
        .executeTakeFirst();
      if (Number(numUpdatedRows) === 0) throw emailTakenError();
      return toUser(taken);
    }
    const isFirst =
      (await transaction.selectFrom("users").select("id").limit(1).executeTakeFirst()) ===
      undefined;
    const row = {
      id: newId(),
      email: address,
      ...standing,
      role: role ?? (isFirst ? ("admin" as const) : ("user" as const)),
      is_active: 1 as const,
      created_at: timestampAt(clock),
    };
    const added = await transaction
      .insertInto("users")
      .values(row)
      // Two that register the same address at once: one of them wins.
      .onConflict((conflict) => conflict.column("email").doNothing())
      .executeTakeFirst();
    if (Number(added.numInsertedOrUpdatedRows ?? 0) === 0) throw emailTakenError();
    return toUser(row);
  });
}

/** What the password of a user is compared with, where it is this one. */
export async function matchPassword(
  { database, passwords }: Pick<AccountPorts, "database" | "passwords">,
  { id }: User,
  password: string,
): Promise<string> {
  const { password_hash: hash } = await database.query
    .selectFrom("users")
    .select("password_hash")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const { isRight } = await unlessBusy(passwords.verify(password.slice(0, MOST_PASSWORD), hash));
  if (isRight) return hash;
  throw failure(
    accountCodes.wrongPassword,
    "That is not the password with which the account was made",
    { hint: 'Set a new one: choose "I forgot my password" at the login.' },
  );
}

/** Makes the administrator where there is no account at all, and gives it where it did. */
export async function ensureFirst(
  ports: AccountPorts,
  credentials: Credentials,
): Promise<User | undefined> {
  const { database } = ports;
  const someone = await database.query.selectFrom("users").select("id").limit(1).executeTakeFirst();
  if (someone !== undefined) return undefined;
  try {
    return await register(ports, credentials, { role: "admin", isProven: true });
  } catch (error) {
    // Another replica that starts at the same moment was faster.
    if (SkillError.isInstance(error) && error.diagnostic.code === accountCodes.emailTaken)
      return undefined;
    throw error;
  }
}

/** The user of an address and password; says nothing about which of the two was wrong. */
export async function checkLogin(
  ports: AccountPorts,
  { email, password }: Credentials,
): Promise<ProvenUser> {
  const { database, passwords } = ports;
  const row = await database.query
    .selectFrom("users")
    .selectAll()
    .where("email", "=", email.toLowerCase())
    .executeTakeFirst();
  // A password is computed for an unknown address too, so that the time does not tell which ones exist.
  const given = password.slice(0, MOST_PASSWORD);
  const { isRight, isOutdated } = await unlessBusy(passwords.verify(given, row?.password_hash));
  if (row === undefined || !isRight) throw wrongPassword();
  let passwordHash = row.password_hash;
  if (isOutdated) {
    passwordHash = await unlessBusy(passwords.hash(given));
    const { numUpdatedRows } = await database.query
      .updateTable("users")
      .set({ password_hash: passwordHash })
      .where("id", "=", row.id)
      // Whoever set another one in between must not get the old one back.
      .where("password_hash", "=", row.password_hash)
      .executeTakeFirst();
    // Another login of the same moment has stored its own, or the password is another one by now.
    if (Number(numUpdatedRows) === 0) return await checkLogin(ports, { email, password });
  }
  if (row.is_active === 0) throw disabled();
  if (row.is_unconfirmed === 1)
    throw failure(
      accountCodes.unconfirmed,
      "Open the link in the letter that we sent to your address, then log in.",
    );
  return { ...toUser(row), passwordHash };
}

export async function findUser(
  { database }: Pick<AccountPorts, "database">,
  id: string,
): Promise<User | undefined> {
  const row = await database.query
    .selectFrom("users")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirst();
  return row === undefined ? undefined : toUser(row);
}

export async function findUserByEmail(
  { database }: Pick<AccountPorts, "database">,
  email: string,
): Promise<User | undefined> {
  const row = await database.query
    .selectFrom("users")
    .selectAll()
    .where("email", "=", email.toLowerCase())
    .executeTakeFirst();
  return row === undefined ? undefined : toUser(row);
}

export async function listUsers(
  { database }: Pick<AccountPorts, "database">,
  page?: { readonly limit: number; readonly offset: number },
  order: "oldest" | "newest" = "oldest",
): Promise<readonly User[]> {
  let query = database.query
    .selectFrom("users")
    .selectAll()
    .where("deleted_at", "is", null)
    .orderBy("created_at", order === "oldest" ? "asc" : "desc")
    .orderBy("id");
  if (page !== undefined) query = query.limit(page.limit).offset(page.offset);
  const rows = await query.execute();
  return rows.map(toUser);
}

export async function countUsers({ database }: Pick<AccountPorts, "database">): Promise<number> {
  const { total } = await database.query
    .selectFrom("users")
    .select(({ fn }) => fn.countAll().as("total"))
    .where("deleted_at", "is", null)
    .executeTakeFirstOrThrow();
  return Number(total);
}

export interface UserChange {
  readonly role?: User["role"];
  readonly isActive?: boolean;
  readonly password?: string;
}

/** Whoever sets a password for somebody else vouches for them, and whoever knew the old one may have added passkeys. */
export async function changeUser(
  { database, passwords }: Pick<AccountPorts, "database" | "passwords">,
  id: string,
  { role, isActive, password }: UserChange,
): Promise<User> {
  const before = await findExistingUser({ database }, id);
  if (before === undefined) throw failure(accountCodes.notFound, `No user \`${id}\`.`);
  if (password !== undefined) await checkPassword(password, before.email);
  const change = {
    ...(role === undefined ? {} : { role }),
    ...(isActive === undefined ? {} : { is_active: isActive ? (1 as const) : (0 as const) }),
    ...(password === undefined
      ? {}
      : { password_hash: await unlessBusy(passwords.hash(password)), is_proven: 1 as const }),
  };
  if (Object.keys(change).length > 0)
    await database.query.transaction().execute(async (transaction) => {
      if (role === "user" || isActive === false) await requireOtherAdmin(transaction, id);
      await transaction.updateTable("users").set(change).where("id", "=", id).execute();
      if (password !== undefined)
        await transaction.deleteFrom("passkeys").where("user_id", "=", id).execute();
      // Pages that run workflows for anybody do not come back with the account.
      if (isActive === false)
        await transaction.deleteFrom("embeds").where("user_id", "=", id).execute();
    });
  return (await findUser({ database }, id)) ?? before;
}

/** An account that was not deleted. */
export async function findExistingUser(
  { database }: Pick<AccountPorts, "database">,
  id: string,
): Promise<User | undefined> {
  const row = await database.query
    .selectFrom("users")
    .selectAll()
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  return row === undefined ? undefined : toUser(row);
}

/** Shuts an account for good; what it owns stays, for administrators. */
export async function deleteUser(
  { database, clock }: Pick<AccountPorts, "database" | "clock">,
  id: string,
): Promise<void> {
  await database.query.transaction().execute(async (transaction) => {
    await requireOtherAdmin(transaction, id);
    await transaction
      .updateTable("users")
      .set({ is_active: 0, deleted_at: timestampAt(clock) })
      .where("id", "=", id)
      .execute();
  });
}

/** Somebody must be able to let others in, also where two administrators shut each other out at once. */
async function requireOtherAdmin(
  query: AccountPorts["database"]["query"],
  id: string,
): Promise<void> {
  // One row that is the same for all who ask, whatever changes meanwhile: the second waits, and reads what the first left.
  await query
    .updateTable("users")
    .set({ role: sql`role` })
    .where("id", "=", (users) =>
      users.selectFrom("users as oldest").select("id").orderBy("created_at").orderBy("id").limit(1),
    )
    .execute();
  const admins = await query
    .selectFrom("users")
    .select("id")
    .where("role", "=", "admin")
    .where("is_active", "=", 1)
    .execute();
  if (admins.some((admin) => admin.id !== id) || !admins.some((admin) => admin.id === id)) return;
  throw failure(accountCodes.lastAdmin, "The last administrator cannot be demoted or disabled");
}

/**
 * Sets a password of one's own; whoever has only the session must not take over the account by it. Gives the user as
 * the new password proves them: somebody else may set another one before they have a session.
 */
export async function changePassword(
  ports: AccountPorts,
  user: User,
  { current, password }: { readonly current: string; readonly password: string },
): Promise<ProvenUser> {
  const proven = await checkLogin(ports, { email: user.email, password: current });
  await checkPassword(password, user.email);
  const passwordHash = await unlessBusy(ports.passwords.hash(password));
  const { numUpdatedRows } = await ports.database.query
    .updateTable("users")
    .set({ password_hash: passwordHash })
    .where("id", "=", user.id)
    // Of two who know the old one, the second no longer knows the password.
    .where("password_hash", "=", proven.passwordHash)
    .executeTakeFirst();
  if (Number(numUpdatedRows) === 0) throw wrongPassword();
  // A link that was sent before is for the password that is gone.
  await dropWords(ports, "reset-password", user.id);
  return { ...proven, passwordHash };
}

/** Makes an address the account of an administrator with this password, whatever it was before. */
export async function resetAdmin(
  ports: AccountPorts,
  { email, password }: Credentials,
): Promise<User> {
  const row = await ports.database.query
    .selectFrom("users")
    .select("id")
    .where("email", "=", email.toLowerCase())
    .executeTakeFirst();
  if (row === undefined)
    return await register(ports, { email, password }, { role: "admin", isProven: true });
  await ports.database.query
    .updateTable("users")
    .set({ deleted_at: null, is_unconfirmed: 0 })
    .where("id", "=", row.id)
    .execute();
  // Who has lost the app as well gets in by this alone.
  await removeAuthenticator(ports, row.id);
  return await changeUser(ports, row.id, { role: "admin", isActive: true, password });
}

export function disabled(): Error {
  return failure(accountCodes.disabled, "User account is disabled");
}

function wrongPassword(): Error {
  return failure(accountCodes.wrongPassword, "Invalid email or password");
}

function emailTakenError(): Error {
  return failure(accountCodes.emailTaken, "Email already registered");
}

/** Somebody who waits is told to come again, before the server runs out of memory. */
async function unlessBusy<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof HasherBusyError)) throw error;
    throw failure(accountCodes.busy, "Too many people log in at this moment; try again soon", {
      cause: error,
    });
  }
}

function checkEmail(email: string): void {
  if (email.length > 254 || !EMAIL.test(email))
    throw failure(accountCodes.badEmail, "Valid email address required");
}

type UserRow = {
  readonly [
    Key in Exclude<keyof Tables["users"], "deleted_at" | "is_unconfirmed" | "is_proven">
  ]: Key extends "is_active" ? number : Key extends "role" ? "admin" | "user" : string;
};

export function toUser(row: UserRow): User {
  return {
    id: row.id,
    email: row.email,
    role: row.role,
    isActive: row.is_active !== 0,
    createdAt: row.created_at,
  };
}
