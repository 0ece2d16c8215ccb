import { timestampAt } from "../accounts/index.ts";
import { closeActions, sweepActions } from "../audit/index.ts";
import { countMatured } from "./counted-ratings.ts";
import { PACKAGES } from "./packages.ts";
import type { MarketPorts } from "./ports.ts";
import { sweepVocabulary } from "./search/sweep-vocabulary.ts";
import { UPLOAD_HOURS, UPLOADS } from "./uploads.ts";
import { sweepWebhooks } from "./webhooks/deliver.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const BATCH = 200;

export interface Swept {
  readonly packages: number;
  readonly uploads: number;
  readonly purged: number;
}

/**
 * Throws away what nobody needs: bytes of versions that were never made known, uploads that were never used,
 * and what was deleted long ago. Several may do this at once.
 */
export async function sweepMarket(ports: MarketPorts): Promise<Swept> {
  const purged = await purgeDeleted(ports);
  const packages = await sweepPackages(ports);
  const uploads = await sweepUploads(ports);
  const { query } = ports.database;
  const { downloadDays } = ports.settings;
  await query
    .deleteFrom("market_downloads")
    .where("day", "<", timestampAt(ports.clock, -downloadDays * DAY_MS).slice(0, 10))
    .execute();
  await query
    .deleteFrom("device_logins")
    .where("expires_at", "<", timestampAt(ports.clock))
    .execute();
  await sweepWebhooks(ports);
  await countMatured(ports);
  await closeActions(ports);
  await sweepActions(ports, ports.settings.auditDays);
  await sweepVocabulary(ports.database);
  return { packages, uploads, purged };
}

/** What is younger may belong to somebody who is publishing it right now. */
async function sweepPackages({ database: { query }, store, clock }: MarketPorts): Promise<number> {
  const limit = clock.now() - UPLOAD_HOURS * HOUR_MS;
  let count = 0;
  const check = async (keys: readonly string[]): Promise<void> => {
    if (keys.length === 0) return;
    const rows = await query
      .selectFrom("market_versions")
      .select("package_key")
      .where("package_key", "in", keys)
      .execute();
    const known = new Set(rows.map(({ package_key }) => package_key));
    for (const key of keys)
      if (!known.has(key)) {
        await store.delete(key);
        count += 1;
      }
  };
  let batch: string[] = [];
  for await (const { key, modified } of store.list(PACKAGES)) {
    if (modified.getTime() > limit) continue;
    batch.push(key);
    if (batch.length < BATCH) continue;
    await check(batch);
    batch = [];
  }
  await check(batch);
  return count;
}

async function sweepUploads({ database: { query }, store, clock }: MarketPorts): Promise<number> {
  const limit = clock.now() - UPLOAD_HOURS * HOUR_MS;
  await query
    .deleteFrom("market_uploads")
    .where("created_at", "<", new Date(limit).toISOString())
    .execute();
  let count = 0;
  for await (const { key, modified } of store.list(UPLOADS))
    if (modified.getTime() <= limit) {
      await store.delete(key);
      count += 1;
    }
  return count;
}

/** The names and numbers stay taken for good; only the bytes go. */
async function purgeDeleted({
  database: { query },
  packages,
  clock,
  settings: { deletedDays },
}: MarketPorts): Promise<number> {
  const rows = await query
    .selectFrom("market_versions")
    .innerJoin("market_skills", "market_skills.id", "market_versions.skill_id")
    .select(["market_versions.id", "market_versions.package_key"])
    .where("market_skills.deleted_at", "<", timestampAt(clock, -deletedDays * DAY_MS))
    .where("market_versions.package_key", "is not", null)
    .execute();
  for (const { id, package_key } of rows) {
    // First nobody knows of the bytes any more, then they go: never the other way round.
    await query
      .updateTable("market_versions")
      .set({ package_key: null })
      .where("id", "=", id)
      .execute();
    if (package_key !== null) await packages.remove(package_key);
  }
  return rows.length;
}
