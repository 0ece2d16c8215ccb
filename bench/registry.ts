/**
 * node bench/registry.ts [--database sqlite|postgres|both] [--count N] [--only search|publish|memory]
 *
 * Searches a registry of 1,000 and one of 100,000 generated skills: the p95 of the large one is to be at most
 * twice that of the small one, and one core is to answer 150 searches a second. Then publishes skills, beside plain uploads of the same bytes to the same
 * store. SQLite is measured by processor time, PostgreSQL by the clock. With `--only memory` a built server takes as many
 * publications as `--count` says (default: 10,000) and is to hold less than 400 MB at the end. Fails where a target is missed.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { CreateBucketCommand, S3Client } from "@aws-sdk/client-s3";
import {
  openFolderStore,
  openMemoryStore,
  openS3Store,
  type Store,
} from "../src/library/store/index.ts";
import { systemClock } from "../src/platform/machine/index.ts";
import { packSkillFiles, percentile, skillsToPublish } from "./registry/skills.ts";
import { type Database, openDatabase } from "../src/hub/data/index.ts";
import { DEFAULT_MARKET, openMarket, type OpenMarket } from "../src/hub/registry/index.ts";
import { openJobs } from "../src/app/jobs/index.ts";
import { register } from "../src/hub/accounts/index.ts";
import { createAccounts } from "../test/support/accounts.ts";
import { startPostgres } from "../test/support/postgres-server.ts";
import { startS3Server } from "../test/support/s3-server.ts";
import { fillRegistry } from "./registry/fill.ts";
import { publishMany } from "./registry/publish-many.ts";
import { questions } from "./registry/questions.ts";
import { startServer } from "./serve/programs.ts";

const { values } = parseArgs({
  options: {
    database: { type: "string", default: "both" },
    count: { type: "string" },
    only: { type: "string" },
  },
});

const SEED = 20_261_115;
const SMALL = 1000;
const MOST_RATIO = 2;
const LEAST_A_SECOND = 150;
const MOST_MEGABYTES = 400;
const failures: string[] = [];
const folder = mkdtempSync(join(tmpdir(), "skillwright-registry-"));
const kinds = values.database === "both" ? ["sqlite", "postgres"] : [values.database];
try {
  if (values.only === "memory") await measureMemory();
  for (const kind of values.only === "memory" ? [] : kinds) {
    const server = kind === "postgres" ? await startPostgres() : undefined;
    let made = 0;
    const newAddress = async (): Promise<string> => {
      made += 1;
      return server === undefined ? join(folder, `${made}.db`) : await server.makeDatabase();
    };
    if (values.only !== "publish") await measureSearch(kind, newAddress);
    if (values.only !== "search") await measurePublish(kind, newAddress);
    await server?.stop();
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
for (const failure of failures) console.log(`MISSED: ${failure}`);
process.exitCode = failures.length === 0 ? 0 : 1;

function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function report(line: string, isMet = true): void {
  console.log(line);
  if (!isMet) failures.push(line);
}

async function openRegistry(database: Database, store: Store): Promise<OpenMarket> {
  return openMarket({
    database,
    accounts: createAccounts(database),
    store,
    clock: systemClock,
    jobs: openJobs(),
    version: "0.0.0",
    workFolder: join(folder, "work"),
    settings: DEFAULT_MARKET,
  });
}

async function measureSearch(kind: string, newAddress: () => Promise<string>): Promise<void> {
  const measured: number[] = [];
  for (const count of [SMALL, Number(values.count ?? 100_000)]) {
    const database = await openDatabase({ address: await newAddress() });
    const began = performance.now();
    const slugs = await fillRegistry(database, count, SEED);
    const seconds = (performance.now() - began) / 1000;
    const market = await openRegistry(database, await openMemoryStore());
    // As a server does when it has started.
    await market.indexSearch();
    const asked = questions(slugs, SEED);
    const viewer = { isModerator: false };
    for (const request of asked.slice(0, 50)) await market.search(viewer, request);
    const times: number[] = [];
    const kindsOf = new Map<string, number[]>();
    // What others do on this machine takes none of the processor time of SQLite, which runs in this process.
    const now = kind === "sqlite" ? processorMs : () => performance.now();
    for (const { label, ...request } of asked) {
      const start = now();
      await market.search(viewer, request);
      const time = now() - start;
      times.push(time);
      kindsOf.set(label, [...(kindsOf.get(label) ?? []), time]);
    }
    const p95 = percentile(times, 0.95);
    measured.push(p95);
    const parts = [...kindsOf].map(
      ([label, some]) => `${label} ${percentile(some, 0.95).toFixed(1)}`,
    );
    report(
      `${kind}: ${count} skills, ${times.length} searches: median ${percentile(times, 0.5).toFixed(1)} ms, ` +
        `p95 ${p95.toFixed(1)} ms (${parts.join(", ")}); filled in ${seconds.toFixed(0)} s`,
    );
    const aSecond = (1000 * times.length) / times.reduce((sum, time) => sum + time, 0);
    report(
      `${kind}: ${count} skills: ${aSecond.toFixed(0)} searches a second, one after the other`,
      aSecond >= LEAST_A_SECOND,
    );
    await database.close();
  }
  const [small = Number.NaN, large = Number.NaN] = measured;
  const ratio = large / small;
  report(
    `${kind}: p95 of the large one is ${ratio.toFixed(2)} times that of the small one`,
    ratio <= MOST_RATIO,
  );
}

async function measurePublish(kind: string, newAddress: () => Promise<string>): Promise<void> {
  const database = await openDatabase({ address: await newAddress() });
  const bucket = await openBucket();
  const market = await openRegistry(database, bucket.store);
  const accounts = createAccounts(database);
  const user = await register(accounts, { email: "ada@example.org", password: "correct horse" });
  const viewer = { userId: user.id, isModerator: false };
  const skills = skillsToPublish(200, SEED);
  for (const skill of skills.slice(0, 20)) await market.publish(viewer, skill("warm"));
  const began = performance.now();
  for (const skill of skills) await market.publish(viewer, skill("real"));
  const publishing = (performance.now() - began) / skills.length;
  const archives = skills.map((skill) => packSkillFiles(skill("real")));
  const start = performance.now();
  for (const [index, bytes] of archives.entries())
    await bucket.store.put(`plain/${index}.zip`, bytes);
  const uploading = (performance.now() - start) / archives.length;
  report(
    `${kind}: publishing takes ${publishing.toFixed(1)} ms a skill with scan, lint and index; ` +
      `a plain upload of the same bytes to ${bucket.words} ${uploading.toFixed(1)} ms (${(publishing / uploading).toFixed(1)} times)`,
  );
  await database.close();
  await bucket.close();
}

/** What the process of a server holds that many publish to, after each tenth of them. */
async function measureMemory(): Promise<void> {
  const server = await startServer({ folder, runsAMinute: 1_000_000 });
  try {
    const count = Number(values.count ?? 10_000);
    const megabytes = await publishMany(server, count, SEED);
    report(
      `${count} publications: the server holds ${megabytes.join(", ")} MB after each tenth`,
      Math.max(...megabytes) < MOST_MEGABYTES,
    );
  } finally {
    await server.stop();
  }
}

/** A bucket on this machine, or a folder where there is no such program. */
async function openBucket(): Promise<{ store: Store; words: string; close: () => Promise<void> }> {
  try {
    const server = await startS3Server();
    const client = new S3Client({ ...server, region: "us-east-1", forcePathStyle: true });
    await client.send(new CreateBucketCommand({ Bucket: "skills" }));
    client.destroy();
    const { endpoint, credentials } = server;
    const store = await openS3Store({ bucket: "skills", endpoint, credentials });
    return { store, words: "a bucket", close: () => server.stop() };
  } catch {
    const store = await openFolderStore(join(folder, `plain-${performance.now()}`));
    return { store, words: "a folder", close: () => store.close() };
  }
}
