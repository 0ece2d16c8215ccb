import { computeSha256 } from "../../platform/index.ts";
import { type AccountPorts, timestampAt, type User } from "./ports.ts";

/** An address without a login for this long is no longer a known one. */
const DAYS = 90;
const DAY_MS = 24 * 3_600_000;

/** Whether the account of an email address was logged in to from there. */
export async function isKnownAddress(
  { database, clock }: AccountPorts,
  email: string,
  address: string,
): Promise<boolean> {
  const user = await database.query
    .selectFrom("users")
    .select("id")
    .where("email", "=", email.toLowerCase())
    .executeTakeFirst();
  if (user === undefined) return false;
  const known = await database.query
    .selectFrom("known_addresses")
    .select("used_at")
    .where("user_id", "=", user.id)
    .where("address_hash", "=", hashAddress(user.id, address))
    .where("used_at", ">", timestampAt(clock, -DAYS * DAY_MS))
    .executeTakeFirst();
  return known !== undefined;
}

export async function rememberAddress(
  { database, clock }: AccountPorts,
  { id }: User,
  address: string,
): Promise<void> {
  const usedAt = timestampAt(clock);
  await database.query
    .insertInto("known_addresses")
    .values({ user_id: id, address_hash: hashAddress(id, address), used_at: usedAt })
    .onConflict((conflict) =>
      conflict.columns(["user_id", "address_hash"]).doUpdateSet({ used_at: usedAt }),
    )
    .execute();
}

export async function deleteOldAddresses({ database, clock }: AccountPorts): Promise<void> {
  await database.query
    .deleteFrom("known_addresses")
    .where("used_at", "<=", timestampAt(clock, -DAYS * DAY_MS))
    .execute();
}

/** Addresses are stored as hashes: that it is the same one can be told all the same. */
function hashAddress(userId: string, address: string): string {
  return computeSha256(`${userId} ${address}`);
}
