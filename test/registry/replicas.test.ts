/** Two registries over one database and one bucket: whatever the one keeps, the other gives. */
import { CreateBucketCommand, S3Client } from "@aws-sdk/client-s3";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openS3Store } from "../../src/library/store/index.ts";
import { treeIntegrity } from "../../src/registry/package/index.ts";
import { type Database, openDatabase } from "../../src/hub/data/index.ts";
import { asJson, BASE, skillFiles } from "../support/market.ts";
import { needs } from "../support/needs.ts";
import { createPlatform, type Platform } from "../support/platform.ts";
import { type S3Server, startS3Server } from "../support/s3-server.ts";
import { service } from "../support/service.ts";

const SKILLS = 12;
const viewer = { isModerator: false };

needs.command("radosgw").describe("two replicas of a registry", () => {
  let bucket: S3Server;
  const databases: Database[] = [];

  beforeAll(async () => {
    bucket = await startS3Server();
    const client = new S3Client({ ...bucket, region: "us-east-1", forcePathStyle: true });
    await client.send(new CreateBucketCommand({ Bucket: "skills" }));
    client.destroy();
  });

  afterAll(async () => {
    await Promise.all(databases.map((database) => database.close()));
    await bucket?.stop();
  });

  async function replica(address: string): Promise<Platform> {
    const database = await openDatabase({ address });
    databases.push(database);
    const { endpoint, credentials } = bucket;
    const packages = await openS3Store({ bucket: "skills", endpoint, credentials });
    return await createPlatform({ database, packages });
  }

  it(
    "[GA-22] publish and install at once, and no version twice",
    { timeout: 120_000 },
    async () => {
      const address = await service("postgres", { isMigrated: false });
      const one = await replica(address);
      const other = await replica(address);
      const token = await one.join("ada@example.org");
      const publish = async (
        { send }: Platform,
        name: string,
        version: string,
      ): Promise<number> => {
        const files = asJson(skillFiles({ name, version }));
        return (await send("POST", `${BASE}/skills`, { token, body: { files } })).status;
      };
      const names = Array.from({ length: SKILLS }, (_, index) => `skill-${index}`);
      // Both want every one of them; each name and version has one who was first.
      const answers = await Promise.all(
        names.map(async (name) => [
          (
            await Promise.all([publish(one, name, "1.0.0"), publish(other, name, "1.0.0")])
          ).toSorted((a, b) => a - b),
          (
            await Promise.all([publish(one, name, "1.1.0"), publish(other, name, "1.2.0")])
          ).toSorted((a, b) => a - b),
        ]),
      );
      expect(answers).toEqual(
        names.map(() => [
          [201, 409],
          [201, 201],
        ]),
      );
      const installs = names.flatMap((name) =>
        ["1.0.0", "1.1.0", "1.2.0"].map(async (version, index) => {
          const { market } = (index % 2 === 0 ? one : other).ports;
          const files = await market.content(viewer, name, version);
          await market.countDownload({ ...viewer, client: `${index}` }, name, version);
          return treeIntegrity(files) === treeIntegrity(skillFiles({ name, version }));
        }),
      );
      expect((await Promise.all(installs)).every(Boolean)).toBe(true);
      const listed = await other.ports.market.list(viewer, { sort: "name", limit: 200 });
      expect(listed.items.map(({ slug, latest, stats }) => [slug, latest?.version, stats])).toEqual(
        names
          .toSorted()
          .map((name) => [
            name,
            "1.2.0",
            { downloads: 3, stars: 0, ratings: 0, rating: 0, versions: 3 },
          ]),
      );
      const found = await one.ports.market.search(viewer, { query: "skill", limit: 200 });
      expect(found.total).toBe(SKILLS);
    },
  );
});
