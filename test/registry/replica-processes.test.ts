/** Two servers in processes of their own, on PostgreSQL and a real S3 server; publish and install by the program. */
import { CreateBucketCommand, S3Client } from "@aws-sdk/client-s3";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { needs } from "../support/needs.ts";
import { temporaryFolder } from "../support/program.ts";
import { readSkill, versionedText, writeSkill } from "../support/registry-server.ts";
import { useProgram } from "../support/running.ts";
import { type S3Server, startS3Server } from "../support/s3-server.ts";
import { service } from "../support/service.ts";
import { until } from "../support/wait.ts";

const SKILLS = 3;
const PASSWORD = "correct horse";

needs.command("radosgw").describe("two servers of a registry", () => {
  const { start, run } = useProgram();
  let bucket: S3Server;

  beforeAll(async () => {
    bucket = await startS3Server();
    const client = new S3Client({ ...bucket, region: "us-east-1", forcePathStyle: true });
    await client.send(new CreateBucketCommand({ Bucket: "skills" }));
    client.destroy();
  }, 240_000);

  afterAll(async () => {
    await bucket?.stop();
  });

  async function serve(database: string): Promise<string> {
    const { output } = start(["serve", "--port", "0"], {
      folder: temporaryFolder(),
      environment: {
        DATABASE_URL: database,
        SKILLWRIGHT_BUCKET: "skills",
        SKILLWRIGHT_BUCKET_ENDPOINT: bucket.endpoint,
        AWS_REGION: "us-east-1",
        AWS_ACCESS_KEY_ID: bucket.credentials.accessKeyId,
        AWS_SECRET_ACCESS_KEY: bucket.credentials.secretAccessKey,
        SKILLWRIGHT_ADMIN_PASSWORD: PASSWORD,
        SKILLWRIGHT_DATA: temporaryFolder(),
        SKILLWRIGHT_SECRET_KEY: Buffer.alloc(32, 1).toString("base64"),
      },
    });
    await until("the server listens", () => output().includes("Listening on"), 120_000);
    return /Listening on (\S+)\.\n/u.exec(output())?.[1] ?? "";
  }

  it(
    "[GA-22] publish and install at once, whichever is asked, and no version twice",
    { timeout: 600_000 },
    async () => {
      const database = await service("postgres", { isMigrated: false });
      // One after the other: the first one makes the tables and the account.
      const urls = [await serve(database), await serve(database)] as const;
      const homes = [temporaryFolder(), temporaryFolder()] as const;
      const call = async (
        which: 0 | 1,
        ...words: readonly string[]
      ): Promise<{ readonly code: number | null; readonly output: string }> =>
        await run([...words], {
          folder: homes[which],
          environment: { SKILLWRIGHT_PASSWORD: PASSWORD, SKILLWRIGHT_REGISTRY: urls[which] },
        });
      for (const which of [0, 1] as const) {
        const login = await call(which, "login", urls[which]);
        expect(login.code, login.output).toBe(0);
      }
      const names = Array.from({ length: SKILLS }, (_, index) => `skill-${index}`);
      const folders = names.map((name) =>
        writeSkill(name, {
          "SKILL.md": versionedText(name, "1.0.0"),
          "bin/run.sh": [`#!/bin/sh\necho ${name}\n`, true],
        }),
      );
      const published = await Promise.all(
        folders.flatMap((folder) => [call(0, "publish", folder), call(1, "publish", folder)]),
      );
      // Both want every one of them, and each has one who was first.
      for (const index of names.keys()) {
        const pair = published.slice(2 * index, 2 * index + 2);
        const said = pair.map(({ output }) => output).join("\n");
        expect(pair.filter(({ code }) => code === 0).length, said).toBe(1);
        expect(said).toContain("1.0.0");
      }
      const installed = await Promise.all(
        names.flatMap((name) =>
          ([0, 1] as const).map((which) =>
            call(which, "install", name, "--to", `own/${name}`, "--allow-experimental", "--yes"),
          ),
        ),
      );
      for (const { code, output } of installed) expect(code, output).toBe(0);
      for (const [index, name] of names.entries())
        for (const home of homes)
          expect(readSkill(join(home, "own", name, name), { withModes: true })).toEqual(
            readSkill(folders[index] ?? "", { withModes: true }),
          );
    },
  );
});
