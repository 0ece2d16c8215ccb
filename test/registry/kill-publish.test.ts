/** `skillwright publish` and `skillwright serve`, killed at any moment: a version is there with its bytes, or not. */
import { once } from "node:events";
import { readdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readPackageBytes } from "../../src/registry/package/index.ts";
import { describeOnDatabases } from "../contract/databases.ts";
import { program } from "../support/clients.ts";
import { compiledOnce } from "../support/compiled.ts";
import { type KillableServer, randomFrom, useKillable } from "../support/killable.ts";
import { BASE } from "../support/market.ts";
import { bytesAt, versionedText, writeSkill } from "../support/registry-server.ts";
import { startBeside } from "../support/starter.ts";

const SEED = Number(process.env["SKILLWRIGHT_KILL_SEED"] ?? 20_261_115);
/** Each of the victims once on either database; more take minutes, and another seed takes other moments. */
const POINTS = Number(process.env["SKILLWRIGHT_KILL_POINTS"] ?? 3);
const VICTIMS = ["the client", "the server", "both"] as const;

const { start, newFolder } = useKillable();

async function newToken({ url }: KillableServer): Promise<string> {
  const post = async (path: string, body: object, token?: string): Promise<string> => {
    const answer = await fetch(`${url}/api/v1/auth/${path}`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    });
    return ((await answer.json()) as { readonly token: string }).token;
  };
  const account = { email: "ada@example.org", password: "correct horse" };
  const scopes = ["registry:read", "registry:write"];
  return await post("tokens", { name: "test", scopes }, await post("register", account));
}

interface Publishing {
  /** The exit code, or null where it was killed. */
  readonly ended: Promise<number | null>;
  readonly kill: () => void;
}

function publish({ url }: KillableServer, place: string, folder: string): Publishing {
  const words = ["publish", folder, "--registry", url, "--token-file", join(place, "token")];
  const child = startBeside(process.execPath, [program, ...words], {
    cwd: place,
    env: {
      PATH: process.env["PATH"],
      ...compiledOnce(),
      HOME: place,
      SKILLWRIGHT_CACHE_DIR: join(place, "cache"),
    },
  });
  for (const stream of [child.stdout, child.stderr]) stream.resume();
  child.stdin.end();
  return {
    ended: once(child, "close").then(() => child.exitCode),
    kill: () => {
      child.kill("SIGKILL");
    },
  };
}

async function versionsOf({ url }: KillableServer): Promise<readonly string[]> {
  const answer = await fetch(`${url}${BASE}/skills/letters/versions`);
  const { versions } = (await answer.json()) as {
    readonly versions: readonly { readonly version: string }[];
  };
  return versions.map(({ version }) => version);
}

function textOf(version: string): string {
  return versionedText("letters", version, `3. Say ${version}.\n`);
}

/** What is listed has its bytes. */
async function checkListed(server: KillableServer): Promise<readonly string[]> {
  const listed = await versionsOf(server);
  for (const version of listed) {
    const address = `${server.url}${BASE}/skills/letters/download?version=${version}`;
    const { files } = await readPackageBytes(await bytesAt(address), version);
    expect(files.map(({ path, isExecutable }) => [path, isExecutable])).toEqual([
      ["SKILL.md", false],
      ["run.sh", true],
    ]);
    expect(Buffer.from(files[0]?.bytes ?? []).toString()).toBe(textOf(version));
  }
  return listed;
}

describeOnDatabases("publishing, killed at any moment", ({ newAddress }) => {
  it(
    "[GA-19] lists no version without its bytes, and loses none",
    { timeout: 600_000 },
    async () => {
      const place = await newFolder();
      const address = await newAddress();
      const words = [program, "serve", "--port", "0", "--data", join(place, "data")];
      const serve = (): Promise<KillableServer> =>
        start(words, { DATABASE_URL: address, HOME: place });
      let server = await serve();
      writeFileSync(join(place, "token"), await newToken(server), { mode: 0o600 });
      const folderOf = (version: string): string =>
        writeSkill(
          "letters",
          { "SKILL.md": textOf(version), "run.sh": ["#!/bin/sh\n", true] },
          place,
        );
      expect(await publish(server, place, folderOf("1.0.0")).ended).toBe(0);
      const began = performance.now();
      expect(await publish(server, place, folderOf("1.0.1")).ended).toBe(0);
      const milliseconds = performance.now() - began;
      const known = ["1.0.0", "1.0.1"];
      const random = randomFrom(SEED);
      for (let point = 0; point < POINTS; point += 1) {
        const version = `2.0.${point}`;
        const victim = VICTIMS[point % VICTIMS.length];
        const share = (point + random(1000) / 1000) / POINTS;
        const where = `${version}, ${victim} killed after ${(share * milliseconds).toFixed(0)} ms`;
        const publishing = publish(server, place, folderOf(version));
        const killing = new Promise((settle) => {
          setTimeout(settle, share * milliseconds);
        });
        await Promise.race([publishing.ended, killing]);
        if (victim !== "the server") publishing.kill();
        if (victim !== "the client") {
          await server.kill();
          server = await serve();
        }
        if ((await publishing.ended) === 0) known.push(version);
        const listed = await checkListed(server);
        expect(listed, where).toEqual(expect.arrayContaining(known));
        // Once more: it is there in the end, whether the first attempt had come through or not.
        if (!listed.includes(version)) await publish(server, place, folderOf(version)).ended;
        if (!known.includes(version)) known.push(version);
        expect((await versionsOf(server)).toSorted(), where).toEqual(known.toSorted());
      }
      expect((await checkListed(server)).toSorted()).toEqual(known.toSorted());
      // What a process left that was killed is removed once nobody can be at work on it any more.
      await server.kill();
      const data = join(place, "data");
      const left = readdirSync(data, { recursive: true, encoding: "utf8" });
      for (const path of left.filter((one) => one.endsWith(".tmp")))
        utimesSync(join(data, path), 0, 0);
      server = await serve();
      const files = readdirSync(data, { recursive: true, encoding: "utf8" });
      expect(files.filter((path) => /\.tmp$|\/\.stage/u.test(path))).toEqual([]);
    },
  );
});
