import { type CryptoKey, exportJWK, generateKeyPair, importJWK, type JWK } from "jose";
import { newId } from "../../platform/machine/index.ts";
import { secretContext } from "../data/index.ts";
import { type AccountPorts, timestampAt } from "./ports.ts";

const ALGORITHM = "EdDSA";
/** A key signs for this long before another takes its place; rotation by hand may come earlier. */
const KEY_DAYS = 90;
const DAY = 24 * 3600 * 1000;
const MINUTE = 60_000;
const ACCESS_MINUTES = 15;

type Lifetime = Pick<AccountPorts, "accessMinutes">;

/** Minutes for which an access token is good. */
export function readAccessMinutes({ accessMinutes = ACCESS_MINUTES }: Lifetime): number {
  return accessMinutes;
}

/** Twice as long as an access token is good: what a key signed before it was retired has expired then. */
function retiredMs(ports: Lifetime): number {
  return 2 * readAccessMinutes(ports) * MINUTE;
}

export interface SigningKey {
  readonly id: string;
  readonly algorithm: string;
  readonly key: CryptoKey;
}

/** The newest key, made where there is none or the last one is old. */
export async function signingKey(ports: AccountPorts): Promise<SigningKey> {
  const { database, clock } = ports;
  const newest = await database.query
    .selectFrom("signing_keys")
    .selectAll()
    .where("retired_at", "is", null)
    .orderBy("created_at", "desc")
    .limit(1)
    .executeTakeFirst();
  const isFresh = newest !== undefined && newest.created_at > timestampAt(clock, -KEY_DAYS * DAY);
  const row = isFresh ? newest : await rotateKeys(ports);
  const jwk = ports.cipher.decrypt(row.private_jwk, secretContext("signing_keys", row.id));
  return { id: row.id, algorithm: ALGORITHM, key: await importKey(jwk) };
}

interface KeyRow {
  readonly id: string;
  readonly private_jwk: string;
}

/** A new key signs from now on; those before it still verify what they signed, until that has expired. */
export async function rotateKeys(ports: AccountPorts): Promise<KeyRow> {
  const { database, clock, cipher } = ports;
  const { privateKey, publicKey } = await generateKeyPair(ALGORITHM, { extractable: true });
  const id = newId();
  const now = timestampAt(clock);
  const row = {
    id,
    private_jwk: cipher.encrypt(
      JSON.stringify(await exportJWK(privateKey)),
      secretContext("signing_keys", id),
    ),
    public_jwk: JSON.stringify({
      ...(await exportJWK(publicKey)),
      kid: id,
      alg: ALGORITHM,
      use: "sig",
    }),
    created_at: now,
    retired_at: null,
  };
  await database.query.transaction().execute(async (transaction) => {
    await transaction
      .updateTable("signing_keys")
      .set({ retired_at: now })
      .where("retired_at", "is", null)
      .execute();
    await transaction.insertInto("signing_keys").values(row).execute();
    await transaction
      .deleteFrom("signing_keys")
      .where("retired_at", "<", timestampAt(clock, -retiredMs(ports)))
      .execute();
  });
  return row;
}

/** What others need to verify our tokens. */
export async function publicKeys(
  ports: Pick<AccountPorts, "database" | "clock" | "accessMinutes">,
): Promise<{ readonly keys: readonly JWK[] }> {
  const { database, clock } = ports;
  const rows = await database.query
    .selectFrom("signing_keys")
    .select("public_jwk")
    .where((where) =>
      where.or([
        where("retired_at", "is", null),
        where("retired_at", ">", timestampAt(clock, -retiredMs(ports))),
      ]),
    )
    .orderBy("created_at", "desc")
    .execute();
  // We wrote them ourselves.
  return { keys: rows.map(({ public_jwk }) => JSON.parse(public_jwk) as JWK) };
}

async function importKey(text: string): Promise<CryptoKey> {
  const key = await importJWK(JSON.parse(text) as JWK, ALGORITHM);
  // Only a symmetric key would come as bytes.
  if (key instanceof Uint8Array) throw new Error("The key is symmetric, but must be a key pair.");
  return key;
}
