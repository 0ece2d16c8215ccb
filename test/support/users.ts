/** Accounts for tests, made without the work that guards the passwords of people. */
import { newId } from "../../src/platform/machine/index.ts";
import {
  type AccountPorts,
  momentOf,
  openSession,
  type User,
} from "../../src/serve/accounts/index.ts";

export const PASSWORD = "correct horse";

/**
 * The password by the cheapest cost that scrypt has: tests make hundreds of accounts, and one of a real cost takes a
 * large part of a second. What a real one is like is tested where accounts are.
 */
const PASSWORD_HASH =
  "scrypt$2$1$1$BwcHBwcHBwcHBwcHBwcHBw$E0rHCTk7yZ-VPDvwuEZaVXrLghR8-zzlcZnVBgKhWQw";

/** Makes an account and gives the token of a session; the first account of a database is the administrator's. */
export async function joinAs(accounts: AccountPorts, email: string): Promise<string> {
  const { query } = accounts.database;
  const first = await query.selectFrom("users").select("id").limit(1).executeTakeFirst();
  const user: User = {
    id: newId(),
    email: email.toLowerCase(),
    role: first === undefined ? "admin" : "user",
    isActive: true,
    createdAt: momentOf(accounts.clock),
  };
  await query
    .insertInto("users")
    .values({
      id: user.id,
      email: user.email,
      role: user.role,
      password_hash: PASSWORD_HASH,
      is_active: 1,
      created_at: user.createdAt,
    })
    .execute();
  const { accessToken } = await openSession(accounts, user);
  return accessToken;
}
