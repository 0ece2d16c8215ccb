/** Accounts for tests, made without the work that guards the passwords of people. */
import { newId } from "../../src/platform/machine/index.ts";
import {
  type AccountPorts,
  listUsers,
  timestampAt,
  openSession,
} from "../../src/hub/accounts/index.ts";

export const PASSWORD = "correct horse";

/**
 * The password by the cheapest cost that scrypt has: tests make hundreds of accounts, and one of a real cost takes a
 * large part of a second. What a real one is like is tested where accounts are.
 */
const PASSWORD_HASH =
  "scrypt$2$1$1$BwcHBwcHBwcHBwcHBwcHBw$E0rHCTk7yZ-VPDvwuEZaVXrLghR8-zzlcZnVBgKhWQw";

/**
 * The token of a new session of an account, which is made where there is none of that address. The first account of a
 * database is the administrator's.
 */
export async function joinAs(accounts: AccountPorts, email: string): Promise<string> {
  const { query } = accounts.database;
  const address = email.toLowerCase();
  const first = await query.selectFrom("users").select("id").limit(1).executeTakeFirst();
  await query
    .insertInto("users")
    .values({
      id: newId(),
      email: address,
      role: first === undefined ? "admin" : "user",
      password_hash: PASSWORD_HASH,
      is_active: 1,
      created_at: timestampAt(accounts.clock),
    })
    .onConflict((conflict) => conflict.column("email").doNothing())
    .execute();
  const user = (await listUsers(accounts)).find((one) => one.email === address);
  if (user === undefined) throw new Error(`There is no account of ${email}.`);
  return (await openSession(accounts, user)).accessToken;
}
