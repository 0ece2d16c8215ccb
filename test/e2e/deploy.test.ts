/** The example of docs/how-to/deploy.md: two replicas, PostgreSQL and a bucket on one machine. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { CreateBucketCommand, S3Client } from "@aws-sdk/client-s3";
import { afterAll, beforeAll, expect, it } from "vitest";
import { needs } from "../support/needs.ts";
import { type S3Server, startS3Server } from "../support/s3-server.ts";
import { temporaryFolder } from "../support/program.ts";
import { root } from "../support/source.ts";

needs.command("radosgw").describe("the example of a deployment", () => {
  let bucket: S3Server;
  beforeAll(async () => {
    bucket = await startS3Server();
    const client = new S3Client({ ...bucket, region: "us-east-1", forcePathStyle: true });
    await client.send(new CreateBucketCommand({ Bucket: "skills" }));
    client.destroy();
  });
  afterAll(() => bucket.stop());

  it("brings up two replicas that share everything, and one goes on alone", async () => {
    const child = spawn(
      process.execPath,
      [join(root, "examples/deploy/two-replicas.mjs"), "--smoke"],
      {
        env: {
          PATH: process.env["PATH"],
          HOME: temporaryFolder(),
          SKILLWRIGHT_PROGRAM: join(root, "dist/cli/main.js"),
          SKILLWRIGHT_BUCKET: "skills",
          SKILLWRIGHT_BUCKET_ENDPOINT: bucket.endpoint,
          AWS_REGION: "us-east-1",
          AWS_ACCESS_KEY_ID: bucket.credentials.accessKeyId,
          AWS_SECRET_ACCESS_KEY: bucket.credentials.secretAccessKey,
        },
      },
    );
    let said = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text: string) => {
        said += text;
      });
    const [code] = (await once(child, "exit")) as [number | null];
    expect([code, said]).toEqual([0, expect.stringContaining("one goes on without the other")]);
  });
});
