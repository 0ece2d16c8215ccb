import {
  CreateBucketCommand,
  GetObjectCommand,
  PutObjectCommand,
  S3Client,
} from "@aws-sdk/client-s3";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testScopes } from "../../../test/contract/scopes.ts";
import { testStore } from "../../../test/contract/store.ts";
import { needs } from "../../../test/support/needs.ts";
import { useProgram } from "../../../test/support/running.ts";
import { until } from "../../../test/support/wait.ts";
import { startFaultyProxy } from "../../../test/support/faulty-proxy.ts";
import { type S3Server, startS3Server } from "../../../test/support/s3-server.ts";
import {
  bytesOf,
  collect,
  conflictOf,
  keysOf,
  problemOf,
  textOf,
} from "../../../test/support/store.ts";
import type { Diagnostic } from "../../skill/index.ts";
import { openS3Store, openScopes, r2Endpoint, type S3StoreOptions } from "./index.ts";
import { openS3StoreWith } from "./s3.ts";

function teamSkill(name: string, bins: readonly string[] = []): string {
  const metadata = JSON.stringify({ gsv: { requires: { bins } } });
  return `---\nname: ${name}\ndescription: Does ${name}.\nmetadata: ${metadata}\n---\n\nDo it.\n`;
}

needs.command("radosgw").describe("stores in a bucket", () => {
  let server: S3Server;
  let client: S3Client;
  let count = 0;

  beforeAll(async () => {
    server = await startS3Server();
    client = new S3Client({ ...server, region: "us-east-1", forcePathStyle: true });
  });

  afterAll(async () => {
    client?.destroy();
    await server?.stop();
  });

  async function newBucket(): Promise<S3StoreOptions> {
    const bucket = `bucket-${(count += 1)}`;
    await client.send(new CreateBucketCommand({ Bucket: bucket }));
    return { bucket, endpoint: server.endpoint, credentials: server.credentials };
  }

  async function newTeam(): Promise<{ bucket: string; environment: Record<string, string> }> {
    const options = await newBucket();
    const store = await openS3Store({ ...options, prefix: "team" });
    await store.put("skills/greet/SKILL.md", bytesOf(teamSkill("greet")));
    await store.put("skills/greet/words.md", bytesOf("Hello.\n"));
    await store.put("skills/watch/SKILL.md", bytesOf(teamSkill("watch", ["no-such-bin"])));
    await store.put("agents/other/skills/secret/SKILL.md", bytesOf(teamSkill("secret")));
    // An agent that changes a shared skill has its own copy of it from then on.
    await openScopes(store, "ops").edit("skills/greet/SKILL.md", (text) =>
      text.replace("Does greet.", "Greets ops."),
    );
    await store.close();
    const { accessKeyId, secretAccessKey } = server.credentials;
    const environment = {
      AWS_ACCESS_KEY_ID: accessKeyId,
      AWS_SECRET_ACCESS_KEY: secretAccessKey,
      AWS_ENDPOINT_URL_S3: server.endpoint,
    };
    return { bucket: options.bucket, environment };
  }

  testStore("in a bucket", async () => openS3Store(await newBucket()));

  testScopes("a store in a bucket", async () => openS3Store(await newBucket()));

  testStore("under a prefix of a bucket", async () =>
    openS3Store({ ...(await newBucket()), prefix: "team/größe +1/" }),
  );

  describe("from the command line", () => {
    const { run, start } = useProgram();
    it("[GSV-01] [GSV-03] [GSV-14] lists and explains the scopes of an agent in a bucket", async () => {
      const { bucket, environment } = await newTeam();
      const words = ["--as", "gsv", "--store", `s3://${bucket}/team`];
      const ask = async (...more: readonly string[]) => await run([...more], { environment });
      const [listed, explained, prompt, doctor] = await Promise.all([
        ask("list", ...words, "--agent", "ops", "--json"),
        ask("explain", "greet", ...words, "--agent", "ops", "--json"),
        ask("prompt", ...words, "--agent", "main"),
        ask("doctor", ...words, "--agent", "ops"),
      ]);
      const base = `s3://${bucket}/team`;
      expect(JSON.parse(listed.stdout)).toMatchObject({
        dialect: "gsv",
        agent: "ops",
        skills: [
          { name: "greet", description: "Greets ops.", source: "agent", isEligible: true },
          { name: "watch", source: "global", isEligible: false, missingOn: [{ missing: {} }] },
          { name: "greet", source: "global", file: `${base}/skills/greet/SKILL.md` },
        ],
      });
      expect(JSON.parse(explained.stdout)).toMatchObject({
        systems: [
          {
            isLoaded: true,
            files: [
              { file: `${base}/agents/ops/skills/greet/SKILL.md`, isEligible: true },
              { reasons: [{ code: "shadowed" }] },
            ],
          },
        ],
      });
      expect(prompt.output).toContain("Does greet.");
      expect(doctor.output).toContain(`${base}/agents/ops/skills`);
      const all = listed.output + explained.output + prompt.output + doctor.output;
      expect(all).not.toContain("secret");
    });

    it("[GSV-14] serves the skills of a bucket", async () => {
      const { bucket, environment } = await newTeam();
      const words = ["serve", "--port", "0", "--as", "gsv", "--store", `s3://${bucket}/team`];
      const serving = start([...words, "--agent", "ops"], { environment });
      await until("the skills are judged", () =>
        serving.output().includes("gsv: 1 of 3 skills load"),
      );
    });

    it("says what is wrong with the address, the keys or the bucket, and repeats no key", async () => {
      const { bucket, environment } = await newTeam();
      const list = async (store: string, more: Record<string, string> = {}) =>
        await run(["list", "--as", "gsv", "--store", store], {
          environment: { ...environment, ...more },
        });
      const [wrong, denied, missing] = await Promise.all([
        list("s3://user:planted-key@bucket"),
        list(`s3://${bucket}`, { AWS_SECRET_ACCESS_KEY: "planted-key" }),
        list("s3://no-such-bucket"),
      ]);
      expect(wrong).toMatchObject({ code: 2 });
      expect(wrong.output).toContain("`--store` takes the address of a bucket.");
      expect(denied.output).toContain("denied access with these credentials");
      expect(missing.output).toContain("Create the bucket, or correct its name.");
      expect(wrong.output + denied.output).not.toContain("planted-key");
    });
  });

  it("compares what it reads with the digest that was written", async () => {
    const options = await newBucket();
    const store = await openS3Store(options);
    await store.put("a", bytesOf("one"));
    const object = { Bucket: options.bucket, Key: "a" };
    const { Metadata } = await client.send(new GetObjectCommand(object));
    await client.send(
      new PutObjectCommand({ ...object, Body: "two", ...(Metadata && { Metadata }) }),
    );
    expect(await problemOf(store.get("a"))).toMatchObject({
      code: "store/corrupt",
      message: `The content of \`a\` in s3://${options.bucket}/ is not what was written.`,
    });
    await client.send(new PutObjectCommand({ ...object, Body: "by another tool" }));
    expect(textOf(await store.get("a"))).toBe("by another tool");
    await store.close();
  });

  it("passes over keys that are none, with a word for each but folders of consoles", async () => {
    const options = await newBucket();
    for (const Key of ["skills/", "skills/a", "skills//b", "c\\d", "skills/../e"])
      await client.send(
        new PutObjectCommand({ Bucket: options.bucket, Key, Body: new Uint8Array() }),
      );
    const problems: Diagnostic[] = [];
    const store = await openS3Store({ ...options, onProblem: (problem) => problems.push(problem) });
    expect(await collect(store.keys())).toEqual(["skills/a"]);
    const named = problems.map(({ message }) => /"[^ ]+"/u.exec(message)?.[0]);
    expect(named).toEqual(['"c\\\\d"', '"skills/../e"', '"skills//b"']);
    await store.close();
  });

  it("counts the prefix into the length of a key", async () => {
    const store = await openS3Store({ ...(await newBucket()), prefix: "p".repeat(100) });
    const problem = await problemOf(store.put("k".repeat(1000), bytesOf("")));
    expect(problem).toMatchObject({ code: "store/key-invalid" });
    await store.close();
  });

  // The client itself sends three times where the server seems broken.
  const broken = ["broken", "broken", "broken"] as const;
  it.each([
    ["the answer got lost", ["lose-answer"]],
    ["others were about to write", ["overtaken", "overtaken"]],
    ["the server was broken for a moment", broken],
  ] as const)("wins or loses as it should when %s", async (_, faults) => {
    const options = await newBucket();
    const proxy = await startFaultyProxy(server.endpoint);
    const store = await openS3Store({ ...options, endpoint: proxy.endpoint });
    async function put(text: string, expected: string | null): Promise<string> {
      proxy.faults.push(...faults);
      try {
        return await store.put("a", bytesOf(text), { expect: expected });
      } finally {
        proxy.faults.length = 0;
      }
    }
    const version = await put("one", null);
    expect(textOf((await conflictOf(put("late", null))).current)).toBe("one");
    await put("two", version);
    expect(textOf((await conflictOf(put("late", version))).current)).toBe("two");
    expect(textOf(await store.get("a"))).toBe("two");
    await store.close();
    await proxy.stop();
  });

  it("sees nothing outside its prefix", async () => {
    const options = await newBucket();
    const whole = await openS3Store(options);
    const part = await openS3Store({ ...options, prefix: "team" });
    await part.put("a", bytesOf("one"));
    await whole.put("team-b/a", bytesOf("two"));
    expect(await keysOf(part)).toEqual(["a"]);
    expect(await keysOf(whole)).toEqual(["team-b/a", "team/a"]);
    expect(part.name).toBe(`s3://${options.bucket}/team/`);
    await Promise.all([whole.close(), part.close()]);
  });

  it.each([
    [
      "a wrong secret",
      { credentials: { accessKeyId: "", secretAccessKey: "wrong-secret" } },
      "store/denied",
      "SignatureDoesNotMatch",
    ],
    [
      "an unknown user",
      { credentials: { accessKeyId: "UNKNOWN-USER", secretAccessKey: "wrong-secret" } },
      "store/denied",
      "InvalidAccessKeyId",
    ],
    ["no such bucket", { bucket: "no-such-bucket" }, "store/failed", "NoSuchBucket"],
    ["no such server", { endpoint: "http://127.0.0.1:1" }, "store/failed", "ECONNREFUSED"],
  ] as const)("says why with %s, and no secret", async (_, change, code, word) => {
    const options = { ...(await newBucket()), ...change };
    const given =
      options.credentials?.accessKeyId === "" ? server.credentials.accessKeyId : undefined;
    const credentials = {
      ...server.credentials,
      ...options.credentials,
      ...(given && { accessKeyId: given }),
    };
    const store = await openS3Store({ ...options, credentials });
    const works = [store.get("a"), store.put("a", bytesOf("")), store.delete("a"), keysOf(store)];
    for (const problem of await Promise.all(works.map(problemOf))) {
      expect(problem.code).toBe(code);
      expect(problem.message).toContain(`: \`${word}\`.`);
      const shown = JSON.stringify(problem) + String(problem.cause);
      expect(shown).not.toContain(credentials.secretAccessKey);
      expect(shown).not.toContain(credentials.accessKeyId);
    }
    await store.close();
  });
});

/** Fails as an import of a package does that is not there. */
async function loadMissing(): Promise<never> {
  throw Object.assign(new Error("Cannot find package"), { code: "ERR_MODULE_NOT_FOUND" });
}

describe("openS3Store", () => {
  it("names the package that is missing, and how to get it", async () => {
    expect(await problemOf(openS3StoreWith(loadMissing, { bucket: "b" }))).toMatchObject({
      code: "store/package-missing",
      message: "The package `@aws-sdk/client-s3` is not installed.",
      hint: "Run `npm install @aws-sdk/client-s3`, then retry.",
    });
  });

  it("refuses a prefix that is no key", async () => {
    const problem = await problemOf(openS3Store({ bucket: "b", prefix: "a/../b" }));
    expect(problem.code).toBe("store/key-invalid");
  });
});

describe("r2Endpoint", () => {
  it("makes the address of an account, with its jurisdiction", () => {
    expect(r2Endpoint("abc")).toBe("https://abc.r2.cloudflarestorage.com");
    expect(r2Endpoint("abc", "eu")).toBe("https://abc.eu.r2.cloudflarestorage.com");
  });
});
