/** Our own client against our registry, through every protocol that both speak. */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import {
  lockPath,
  openManager,
  publishSkill,
  readLock,
  type SkillManager,
  syncSkill,
} from "../../src/registry/index.ts";
import { temporaryFolder } from "../support/program.ts";
import { openRegistry, type RegistryServer } from "../support/registry-server.ts";
import { publisherKey, stateOf, trusting, writeShared } from "../support/shared-skills.ts";

let registry: RegistryServer;
let token = "";

beforeAll(async () => {
  registry = await openRegistry();
  token = await registry.join("ann@example.com", [
    "registry:read",
    "registry:write",
    "registry:keys",
  ]);
  // A publisher is made with the first question of its account.
  await manage().registry().whoAmI();
  const publicKey = Buffer.from(publisherKey.publicBytes).toString("base64");
  const added = await registry.send("POST", "/registry/api/v1/keys", {
    token,
    json: { public_key: publicKey, publisher: "ann" },
  });
  expect(added.status, await added.text()).toBe(201);
});

afterAll(() => registry.close());

function manage(folder: string = temporaryFolder(), url = registry.url): SkillManager {
  return openManager({
    folder,
    registry: url,
    clawhub: url,
    trust: trusting,
    environment: process.env,
    tokenFor: (address) => (address.origin === registry.url ? token : undefined),
  });
}

const WITH_RIGHTS = { "run.sh": "#!/bin/sh\necho hi\n", "data/x.bin": "\u0000\u0001" };

describe("our registry", () => {
  it("[GA-12] [GA-19] [GA-21] gives what was published, with what it needs, by ranges", async () => {
    const source = temporaryFolder();
    const publisher = manage();
    for (const version of ["1.0.0", "1.1.0", "2.0.0"]) {
      const folder = await writeShared(source, {
        name: "auth-helpers",
        version,
        files: WITH_RIGHTS,
      });
      expect(await publisher.publish(folder, { changelog: version })).toMatchObject({
        fullName: "@ann/auth-helpers",
        version,
        state: "listed",
      });
      if (version !== "1.1.0") rmSync(folder, { recursive: true });
    }
    await publisher.publish(
      await writeShared(source, { name: "web-finder", needs: { "auth-helpers": "^1.0.0" } }),
    );
    const folder = temporaryFolder();
    const manager = manage(folder);
    const done = await manager.install("web-finder", { version: ">=1.0.0" });
    expect(done.map(({ name, version }) => `${name}@${version}`)).toEqual([
      "auth-helpers@1.1.0",
      "web-finder@1.0.0",
    ]);
    await writeShared(source, { name: "auth-helpers", version: "1.1.0", files: WITH_RIGHTS });
    expect(stateOf(folder)).toEqual(stateOf(source));
    expect(readLock(folder).get("auth-helpers")).toMatchObject({
      source: "registry",
      resolved: registry.url,
      reference: `registry:${registry.url}#@ann/auth-helpers@1.1.0`,
      isDependency: true,
      enforcedTier: "community",
    });
    expect(await manager.registry().search({ query: "auth" })).toMatchObject([
      { name: "auth-helpers", latest: "2.0.0" },
    ]);
    await expect(manager.install("auth-helpers@>=2.0.0")).rejects.toThrow(
      "No version of `auth-helpers` fits",
    );
    const lock = readFileSync(lockPath(folder));
    rmSync(join(folder, "auth-helpers"), { recursive: true });
    await manager.installFrozen();
    expect(stateOf(folder)).toEqual(stateOf(source));
    expect(readFileSync(lockPath(folder)).equals(lock)).toBe(true);
  });

  it("[GA-12] takes back and deprecates versions, which clients are told", async () => {
    const source = temporaryFolder();
    const manager = manage();
    for (const version of ["1.0.0", "1.0.1"])
      await manager.publish(await writeShared(source, { name: "old-letters", version }));
    await manager.install("old-letters@1.0.0");
    await manager.registry().deprecate("old-letters", "1.0.0", "Use 1.0.1.");
    expect(await manager.outdated()).toMatchObject({
      skills: [{ name: "old-letters", current: "1.0.0", latest: "1.0.1", wanted: "1.0.0" }],
    });
    await manager.publish(await writeShared(source, { name: "new-letters" }));
    await manager.registry().deprecate("old-letters", undefined, "It is old.", "new-letters");
    // The other one has one of the two words.
    expect(await manager.registry().search({ query: "old-letters" })).toMatchObject([
      {
        name: "old-letters",
        deprecation: expect.stringMatching(
          /^It is old\. Use `@[^/]+\/new-letters` in its place\.$/u,
        ),
        why: [{ by: "name" }, {}, {}],
      },
      { name: "new-letters" },
    ]);
    await manager.registry().deprecate("old-letters");
    await manager.registry().yank("old-letters", "1.0.1", false);
    await expect(manage().install("old-letters@1.0.1")).rejects.toThrow(
      "No version of `old-letters` fits",
    );
    expect((await manage().outdated()).skills).toEqual([]);
    const fresh = manage();
    expect(await fresh.install("old-letters")).toMatchObject([{ version: "1.0.0" }]);
    await manager.registry().yank("old-letters", "1.0.1", true);
    expect((await fresh.update("all")).skills).toMatchObject([{ from: "1.0.0", version: "1.0.1" }]);
  });

  it("[GA-19] refuses a second time the same version, and what nobody logged in for", async () => {
    const folder = await writeShared(temporaryFolder(), { name: "once-only" });
    const manager = manage();
    await manager.publish(folder, { isDryRun: true });
    await manager.publish(folder);
    await writeShared(join(folder, ".."), { name: "once-only", body: "Other." });
    await expect(manager.publish(folder)).rejects.toThrow("answered 409");
    const stranger = openManager({
      folder: temporaryFolder(),
      registry: registry.url,
      environment: {},
    });
    await expect(stranger.publish(folder)).rejects.toThrow("answered 401");
    await expect(stranger.install("no-such-skill")).rejects.toThrow(
      `No skill \`no-such-skill\` in ${registry.url}.`,
    );
  });

  it("[OC-19] publishes all that is new or has changed", async () => {
    const source = temporaryFolder();
    const client = manage().registry();
    const one = await writeShared(source, { name: "sync-one" });
    const two = join(source, "sync-two");
    await writeShared(source, { name: "sync-two", isSigned: false });
    writeFileSync(join(two, "SKILL.md"), plainText("One."));
    for (const folder of [one, two])
      expect(await syncSkill(folder, client)).toMatchObject({
        done: "published",
        version: "1.0.0",
      });
    for (const folder of [one, two])
      expect(await syncSkill(folder, client)).toMatchObject({
        done: "unchanged",
        version: "1.0.0",
      });
    writeFileSync(join(two, "SKILL.md"), plainText("Two."));
    expect(await syncSkill(two, client, { bump: "minor" })).toMatchObject({
      done: "published",
      version: "1.1.0",
    });
    await writeShared(source, { name: "sync-one", body: "Other." });
    expect(await syncSkill(one, client)).toMatchObject({
      done: "failed",
      reason: "version 1.0.0 is published with other files; give it a new one",
    });
  });
});

describe("other protocols", () => {
  it.each<readonly [string, (url: string) => string]>([
    ["ClawHub's", (url) => `clawhub:${url}#many-faces`],
    ["that of sites", (url) => `well-known:${url}/s/many-faces`],
    ["git's", (url) => `git:${url}/git/many-faces.git`],
  ])("[OC-19] [BX-06] give the same files: %s", async (_what, sourceOf) => {
    const source = temporaryFolder();
    const skill = { name: "many-faces", files: { "run.sh": "#!/bin/sh\n", "größe/x.txt": "ü" } };
    const folder = await writeShared(source, skill);
    await publishSkill(folder, manage().registry()).catch((error: unknown) => {
      if (!String(error).includes("409")) throw error;
    });
    const to = temporaryFolder();
    const done = await manage(to).install(sourceOf(registry.url));
    expect(done).toMatchObject([{ name: "many-faces", done: "installed" }]);
    expect(stateOf(to)).toEqual(stateOf(source));
    const lock = readFileSync(lockPath(to));
    rmSync(join(to, "many-faces"), { recursive: true });
    await manage(to).installFrozen();
    expect(stateOf(to)).toEqual(stateOf(source));
    expect(readFileSync(lockPath(to)).equals(lock)).toBe(true);
    expect(await manage(to).outdated()).toEqual({ skills: [], skipped: [] });
  });
});

describe("a token", () => {
  it("goes to its own origin alone, wherever a server sends on", async () => {
    const seen: string[] = [];
    const elsewhere = await listen((request) => {
      seen.push(`elsewhere ${request.headers.authorization ?? "none"}`);
      return { status: 404 };
    });
    const own = await listen((request) => {
      seen.push(`own ${request.headers.authorization ?? "none"}`);
      return { status: 302, location: `${elsewhere}/x.zip` };
    });
    const manager = openManager({
      folder: temporaryFolder(),
      environment: {},
      tokenFor: (address) => (address.origin === own ? "secret" : undefined),
    });
    await expect(manager.install(`${own}/x.zip`)).rejects.toThrow("answered 404");
    expect(seen).toEqual(["own Bearer secret", "elsewhere none"]);
  });
});

/** A skill without a version of its own. */
function plainText(body: string): string {
  return `---\nname: sync-two\ndescription: Sorts letters. Use when asked to.\n---\n\n${body}\n`;
}

async function listen(
  answer: (request: IncomingMessage) => { readonly status: number; readonly location?: string },
): Promise<string> {
  const server: Server = createServer((request, response) => {
    const { status, location } = answer(request);
    response.writeHead(status, location === undefined ? {} : { location }).end();
  });
  await new Promise<void>((settle) => {
    server.listen(0, "127.0.0.1", settle);
  });
  onTestFinished(() => {
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
