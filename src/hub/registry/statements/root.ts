import { newId } from "../../../platform/machine/index.ts";
import { type KeyPair, toKeyPair, newKeyPair } from "../../../platform/signing/index.ts";
import { type NoteKey, signRotation } from "../../../registry/transparency/index.ts";
import { timestampAt } from "../../accounts/index.ts";
import { secretContext } from "../../data/index.ts";
import type { MarketPorts, Query } from "../ports.ts";

const ID = "root";

/** The key with which this registry signs, and the name of its log. */
export interface Root {
  readonly key: NoteKey;
  readonly pair: KeyPair;
}

/** Made where there is none; all processes on a database have the same, whenever one of them replaces it. */
export async function openRoot(
  ports: MarketPorts,
  query: Query = ports.database.query,
): Promise<Root> {
  const find = () =>
    query.selectFrom("market_roots").selectAll().where("id", "=", ID).executeTakeFirst();
  if ((await find()) === undefined) await makeRoot(ports);
  const row = await find();
  if (row === undefined) throw new Error("The key of the registry is gone.");
  const secret = ports.accounts.cipher.decrypt(
    row.private_jwk,
    secretContext("market_roots", row.id),
  );
  const pair = toKeyPair(Buffer.from(secret, "base64"));
  if (pair === undefined) throw new Error("The key of the registry is no key.");
  return { key: { name: row.origin, publicBytes: pair.publicBytes }, pair };
}

/** The notes by which each key of the registry vouched for the next, the first one first. */
export async function readRotations(query: Query): Promise<readonly string[]> {
  const rows = await query
    .selectFrom("market_rotations")
    .select("note")
    .orderBy("number")
    .execute();
  return rows.map(({ note }) => note);
}

/** Puts a new key in the place of the last one, which vouches for it and is forgotten. */
export async function replaceRoot(
  { accounts, clock }: MarketPorts,
  query: Query,
  { key, pair }: Root,
  size: number,
): Promise<Root> {
  const next = newKeyPair();
  const time = timestampAt(clock);
  const note = signRotation(key.name, pair, next, { size, time });
  await query.insertInto("market_rotations").values({ note, created_at: time }).execute();
  const secret = Buffer.from(next.privateBytes).toString("base64");
  await query
    .updateTable("market_roots")
    .set({
      public_key: Buffer.from(next.publicBytes).toString("base64"),
      private_jwk: accounts.cipher.encrypt(secret, secretContext("market_roots", ID)),
    })
    .where("id", "=", ID)
    .execute();
  return { key: { name: key.name, publicBytes: next.publicBytes }, pair: next };
}

async function makeRoot({ database, accounts, clock }: MarketPorts): Promise<void> {
  const pair = newKeyPair();
  const secret = Buffer.from(pair.privateBytes).toString("base64");
  await database.query
    .insertInto("market_roots")
    .values({
      id: ID,
      // No host name: a registry moves, and its log stays the same.
      origin: `skillwright.registry/${newId()}`,
      public_key: Buffer.from(pair.publicBytes).toString("base64"),
      private_jwk: accounts.cipher.encrypt(secret, secretContext("market_roots", ID)),
      created_at: timestampAt(clock),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
