import type { Client } from "pg";
import { hashOf } from "../../platform/index.ts";
import { newId } from "../../platform/machine/index.ts";
import { hasEnded, showLife } from "../../platform/sqlite/index.ts";
import type { Presence } from "../../run/workflow/index.ts";

/** Whoever shares a file of SQLite shares a machine, and its locks. */
export function filePresence(folder: string): Promise<Presence> {
  const owner = newId();
  const sign = showLife(folder, owner);
  return Promise.resolve({
    owner,
    // A lock of the system lasts as long as the process.
    lost: new AbortController().signal,
    isGone: (other) => Promise.resolve(hasEnded(folder, other)),
    close: () => {
      sign.end();
      return Promise.resolve();
    },
  });
}

/** A process that knows of no others: what one leaves behind is taken over once its lease has run out. */
export function lonePresence(): Promise<Presence> {
  return Promise.resolve({
    owner: newId(),
    lost: new AbortController().signal,
    isGone: () => Promise.resolve(false),
    close: () => Promise.resolve(),
  });
}

/** The database frees the lock of a connection that is gone, and so shows others that the process is. */
export async function postgresPresence(address: string): Promise<Presence> {
  const { default: pg } = await import("pg");
  const owner = newId();
  const client: Client = new pg.Client({ connectionString: address, keepAlive: true });
  const lost = new AbortController();
  const lose = (): void => {
    lost.abort();
  };
  client.on("error", lose).on("end", lose);
  await client.connect();
  await client.query("select pg_advisory_lock($1::bigint)", [keyOf(owner)]);
  return {
    owner,
    lost: lost.signal,
    isGone: async (other) => {
      const key = keyOf(other);
      const { rows } = await client.query<{ readonly isFree: boolean }>(
        'select pg_try_advisory_lock($1::bigint) as "isFree"',
        [key],
      );
      const isFree = rows[0]?.isFree === true;
      if (isFree) await client.query("select pg_advisory_unlock($1::bigint)", [key]);
      return isFree;
    },
    close: async () => {
      client.removeListener("end", lose);
      await client.end();
    },
  };
}

/** A number of 64 bits for a name. */
function keyOf(owner: string): string {
  return BigInt.asIntN(
    64,
    BigInt(`0x${hashOf(`workflow owner ${owner}`).slice(0, 16)}`),
  ).toString();
}
