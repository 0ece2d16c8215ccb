import { sql } from "kysely";
import { isEncrypted, type SecretCipher } from "../../platform/encryption/index.ts";
import type { Database } from "./database.ts";

/** Columns whose values are encrypted. What is added here is encrypted anew when the key changes. */
const SECRET_COLUMNS = [
  { table: "signing_keys", column: "private_jwk" },
  { table: "market_roots", column: "private_jwk" },
  { table: "model_providers", column: "secret" },
  { table: "workflow_triggers", column: "secret" },
  { table: "market_webhooks", column: "secret" },
  { table: "authenticators", column: "secret" },
] as const;

type SecretTable = (typeof SECRET_COLUMNS)[number]["table"];

const CHECK_ID = "check";

/** What an envelope is bound to: its own row, so that one cannot be put in the place of another. */
export function secretContext(table: SecretTable | "secret_checks", id: string): string {
  return `${table}/${id}`;
}

/** Whether a key was ever used with this database; then no other one may be made up. */
export async function hasSecretKey({ query }: Database): Promise<boolean> {
  const row = await query.selectFrom("secret_checks").select("id").limit(1).executeTakeFirst();
  return row !== undefined;
}

/**
 * Throws what `decrypt` throws where this database belongs to another key. The first process to come leaves a text
 * behind that only its key can read, so that a replica with another key is told so at its start.
 */
export async function checkSecretKey({ query }: Database, cipher: SecretCipher): Promise<void> {
  const context = secretContext("secret_checks", CHECK_ID);
  await query
    .insertInto("secret_checks")
    .values({ id: CHECK_ID, envelope: cipher.encrypt(CHECK_ID, context) })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .execute();
  const { envelope } = await query
    .selectFrom("secret_checks")
    .select("envelope")
    .where("id", "=", CHECK_ID)
    .executeTakeFirstOrThrow();
  cipher.decrypt(envelope, context);
  if (!cipher.isCurrent(envelope))
    await query
      .updateTable("secret_checks")
      .set({ envelope: cipher.encrypt(CHECK_ID, context) })
      .where("envelope", "=", envelope)
      .execute();
}

/** Encrypts everything that is still plain or under an earlier key; says how many were plain. */
export async function encryptSecrets({ query }: Database, cipher: SecretCipher): Promise<number> {
  let plain = 0;
  for (const { table, column } of SECRET_COLUMNS) {
    const [name, secret] = [sql.table(table), sql.ref(column)];
    const { rows } = await sql<{
      readonly id: string;
      readonly stored: string;
    }>`select id, ${secret} as stored from ${name}`.execute(query);
    for (const { id, stored } of rows) {
      if (cipher.isCurrent(stored)) continue;
      if (!isEncrypted(stored)) plain += 1;
      const context = secretContext(table, id);
      const text = isEncrypted(stored) ? cipher.decrypt(stored, context) : stored;
      // Another replica may have done the same in between.
      await sql`update ${name} set ${secret} = ${cipher.encrypt(text, context)} where id = ${id} and ${secret} = ${stored}`.execute(
        query,
      );
    }
  }
  return plain;
}

/** What SQLite has overwritten stays in free pages and in the log until the file is written anew. */
export async function eraseFreePages({ kind, query }: Database): Promise<void> {
  if (kind !== "sqlite") return;
  await sql`vacuum`.execute(query);
  await sql`pragma wal_checkpoint(truncate)`.execute(query);
}
