import {
  marketCodes,
  marketRefusal,
  type NewKey,
  type PublisherKey,
  type Viewer,
} from "../../registry/contract/index.ts";
import {
  identityKey,
  pgpKey,
  type Role,
  type TrustedKey,
  type TrustedKeys,
  trustKey,
} from "../../registry/sign/index.ts";
import { timestampAt } from "../accounts/index.ts";
import { OFFERED, quarantineOf } from "./change-state.ts";
import { actorOf } from "./find.ts";
import type { MarketPorts, Query } from "./ports.ts";
import { findPublisher, isAtLeastRole, requireOwner, roleIn, standingsOf } from "./publishers.ts";
import { fromJson } from "./records.ts";
import { checkMayRead, type Member, requireMember, requireModerator } from "./viewer.ts";

/**
 * The keys that count for skills of a publisher: its own, which attest no more than its word, and those of
 * the registry. The key of another publisher says nothing here.
 */
export async function keysFor(query: Query, handle: string): Promise<TrustedKeys> {
  const rows = await query
    .selectFrom("market_keys")
    .selectAll()
    .where((where) => where.or([where("handle", "=", handle), where("handle", "is", null)]))
    .orderBy("added_at")
    .limit(MOST_KEYS.publisher + MOST_KEYS.registry)
    .execute();
  // Of a key that is both, the word of the registry counts.
  const ordered = rows.toSorted((a, b) => Number(a.handle === null) - Number(b.handle === null));
  return new Map(
    ordered.map((row) => [
      row.key_id,
      {
        keyId: row.key_id,
        publicKey: row.public_key,
        publisher: row.handle ?? "",
        role: row.role,
      },
    ]),
  );
}

export async function listKeys(
  ports: MarketPorts,
  viewer: Viewer,
  handle?: string,
): Promise<readonly PublisherKey[]> {
  checkMayRead(ports, viewer);
  const { query } = ports.database;
  if (handle !== undefined) await findPublisher(query, handle);
  const rows = await query
    .selectFrom("market_keys")
    .selectAll()
    .where("handle", handle === undefined ? "is" : "=", handle ?? null)
    .orderBy("key_id")
    .limit(MOST_KEYS.registry)
    .execute();
  return rows.map((row) => ({
    keyId: row.key_id,
    publicKey: row.public_key,
    role: row.role,
    ...(row.handle === null ? {} : { publisher: row.handle }),
    addedAt: row.added_at,
  }));
}

/** Keys of one publisher, and of the registry itself; all of them are read whenever somebody publishes. */
const MOST_KEYS = { publisher: 20, registry: 100 };

async function requireRoom(query: Query, handle: string | undefined): Promise<void> {
  // Two at the same time wait for each other.
  if (handle !== undefined)
    await query
      .updateTable("market_publishers")
      .set((set) => ({ display_name: set.ref("display_name") }))
      .where("handle", "=", handle)
      .execute();
  const found = await query
    .selectFrom("market_keys")
    .select(({ fn }) => fn.countAll().as("total"))
    .where("handle", handle === undefined ? "is" : "=", handle ?? null)
    .executeTakeFirst();
  const most = handle === undefined ? MOST_KEYS.registry : MOST_KEYS.publisher;
  if (Number(found?.total ?? 0) >= most)
    throw marketRefusal(
      marketCodes.overQuota,
      `There are ${most} keys already, which is the limit.`,
      {
        hint: "Remove those that are not needed.",
      },
    );
}

export async function addKey(
  ports: MarketPorts,
  viewer: Viewer,
  request: NewKey,
): Promise<PublisherKey> {
  const { handle, role = handle === undefined ? "amd" : "publisher" } = request;
  requireMember(viewer, "registry:keys");
  if (handle === undefined || role === "amd") requireModerator(viewer);
  if (handle !== undefined) await requireOwner(ports, viewer, handle, "registry:keys");
  // Before anything is parsed, and once more when it is added.
  await requireRoom(ports.database.query, handle);
  const key = await readKey(ports, viewer, request, role);
  const addedAt = timestampAt(ports.clock);
  const { numInsertedOrUpdatedRows } = await ports.database.query
    .transaction()
    .execute(async (transaction) => {
      await requireRoom(transaction, handle);
      return await transaction
        .insertInto("market_keys")
        .values({
          key_id: key.keyId,
          public_key: key.publicKey,
          role,
          handle: handle ?? null,
          added_at: addedAt,
        })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
    });
  if (Number(numInsertedOrUpdatedRows ?? 0) === 0)
    throw marketRefusal(marketCodes.nameTaken, `The key \`${key.keyId}\` was already added.`, {
      path: ["public_key"],
    });
  return {
    keyId: key.keyId,
    publicKey: key.publicKey,
    role,
    ...(handle === undefined ? {} : { publisher: handle }),
    addedAt,
  };
}

async function readKey(
  { jobs }: MarketPorts,
  { userId = "" }: Viewer,
  { publicKey, identity, handle = "" }: NewKey,
  role: Role,
): Promise<TrustedKey> {
  const options = { publisher: handle, role };
  if (identity !== undefined)
    return { keyId: identityKey(identity.name, identity.issuer), publicKey: "", ...options };
  if (publicKey === undefined)
    throw marketRefusal(marketCodes.invalid, "The request has neither a key nor an identity.", {
      path: ["public_key"],
    });
  if (!publicKey.includes("BEGIN PGP")) return trustKey(new Map(), publicKey, options).key;
  const fingerprint = await jobs.run("read-pgp-key", publicKey, { owner: userId });
  return { keyId: pgpKey(fingerprint), publicKey, ...options };
}

/**
 * What it signed keeps its tier; what it signs from now on is worth nothing. A key that somebody else got hold of is
 * revoked since a date: versions that were published with it since then go into quarantine. Several publishers may have
 * the same key: without a handle it is that of the registry, or of the one publisher for whom the viewer decides.
 */
export async function removeKey(
  ports: MarketPorts,
  viewer: Viewer,
  keyId: string,
  handle?: string,
  since?: string,
): Promise<void> {
  const member = requireMember(viewer, "registry:keys");
  const { query } = ports.database;
  const all = await query
    .selectFrom("market_keys")
    .select(["handle", "role"])
    .where("key_id", "=", keyId)
    .execute();
  const named = handle === undefined ? all : all.filter((row) => row.handle === handle);
  const [row, ...others] = named.length > 1 ? await ownOf(ports, member, named) : named;
  if (row === undefined) throw marketRefusal(marketCodes.notFound, `No key \`${keyId}\`.`);
  if (others.length > 0)
    throw marketRefusal(
      marketCodes.invalid,
      `Several publishers have the key \`${keyId}\`: name one of them.`,
      { path: ["publisher"] },
    );
  if (row.handle === null || row.role === "amd") requireModerator(viewer);
  if (row.handle !== null) await requireOwner(ports, viewer, row.handle, "registry:keys");
  const actor = await actorOf(ports, member);
  const quarantine = async (): Promise<void> => {
    if (since !== undefined)
      await quarantineSigned(ports, { keyId, handle: row.handle, since, actor });
  };
  await quarantine();
  await query
    .deleteFrom("market_keys")
    .where("key_id", "=", keyId)
    .where("handle", row.handle === null ? "is" : "=", row.handle)
    .execute();
  // What was signed with it in the meantime.
  await quarantine();
}

interface Revocation {
  readonly keyId: string;
  /** Null: a key of the registry, which counts for all publishers. */
  readonly handle: string | null;
  readonly since: string;
  readonly actor: string;
}

async function quarantineSigned(
  ports: MarketPorts,
  { keyId, handle, since, actor }: Revocation,
): Promise<void> {
  const moment = new Date(since).toISOString();
  const skills = await ports.database.query
    .selectFrom("market_versions")
    .innerJoin("market_skills", "market_skills.id", "market_versions.skill_id")
    .select("market_skills.id")
    .distinct()
    .where("market_versions.created_at", ">=", moment)
    .where("market_versions.state", "in", OFFERED)
    .where("market_versions.signature", "is not", null)
    .$if(handle !== null, (rows) => rows.where("market_skills.publisher", "=", handle ?? ""))
    .execute();
  await quarantineOf(
    ports,
    skills.map(({ id }) => id),
    ({ signature, created_at: at }) =>
      at >= moment && fromJson<{ readonly keyId?: string }>(signature ?? "{}").keyId === keyId,
    {
      by: "registry",
      actor,
      reason: `It is signed with the key ${keyId}, which was revoked since ${moment.slice(0, 10)}.`,
    },
  );
}

interface KeyRow {
  readonly handle: string | null;
  readonly role: Role;
}

async function ownOf(
  ports: MarketPorts,
  member: Member,
  rows: readonly KeyRow[],
): Promise<readonly KeyRow[]> {
  if (member.isModerator) return rows.filter((row) => row.handle === null);
  const standings = await standingsOf(ports, member);
  return rows.filter(
    (row) => row.handle !== null && isAtLeastRole(roleIn(standings, row.handle), "owner"),
  );
}
