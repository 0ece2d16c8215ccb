/** Feeds of what is known to be bad, fetched from a registry and used by every scan. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { manageFeeds } from "../../src/app/registry/feeds.ts";
import type { LocalComputer } from "../../src/app/machine/local-computer.ts";
import { type KeyPair, newKeyPair } from "../../src/platform/signing/index.ts";
import { openManager } from "../../src/registry/index.ts";
import { computeKeyId, signSkill } from "../../src/registry/sign/index.ts";
import { playground } from "../support/program.ts";
import {
  openRegistry,
  publishFolder,
  type RegistryServer,
  versionedText,
  writeSkill,
} from "../support/registry-server.ts";

const ada = newKeyPair();
const bob = newKeyPair();
const ENTRY = { name: "Sample", source: "the test", date: "2026-02-01" };
const SKILL =
  "---\nname: tables\ndescription: Formats tables.\n---\n\nSee https://cdn.tables.dev/a.\n";

let registry: RegistryServer;
let token = "";

beforeAll(async () => {
  registry = await openRegistry();
  token = await registry.join("ada@example.org");
});
afterAll(async () => {
  await registry.close();
});

async function publish(
  name: string,
  version: string,
  feed: object | undefined,
  key?: KeyPair,
  publisher = "Ada",
): Promise<void> {
  const folder = writeSkill(name, {
    "SKILL.md": versionedText(name, version),
    ...(feed === undefined ? {} : { "feed.json": JSON.stringify(feed) }),
  });
  if (key !== undefined) await signSkill(folder, key, publisher);
  await publishFolder(registry, token, folder);
}

function feedOf(...values: readonly string[]): object {
  const entries = values.map((value) => ({ ...ENTRY, kind: "domain", value }));
  return { version: 2, name: "Threats", entries };
}

/** A home in which Ada and Bob are trusted. */
function home(): {
  readonly ground: ReturnType<typeof playground>;
  readonly computer: LocalComputer;
} {
  const ground = playground({ "tables/SKILL.md": SKILL });
  const own = join(ground.folder, ".home", ".skillwright");
  mkdirSync(own, { recursive: true });
  const keys = Object.entries({ Ada: ada, Bob: bob }).map(([publisher, { publicBytes }]) => ({
    key_id: computeKeyId(publicBytes),
    public_key: "",
    publisher,
    role: "publisher",
  }));
  writeFileSync(join(own, "trusted-keys.json"), JSON.stringify({ keys }));
  const computer: LocalComputer = {
    version: "0.0.0",
    environment: {
      HOME: join(ground.folder, ".home"),
      SKILLWRIGHT_CACHE_DIR: join(ground.folder, ".cache"),
      SKILLWRIGHT_TOKEN: token,
    },
    folder: ground.folder,
    now: Date.now,
    tuneGc: () => undefined,
    err: () => undefined,
  };
  return { ground, computer };
}

describe("feed update", () => {
  it("[BX-07] keeps a signed feed of a registry, which every scan uses from then on", async () => {
    // It may name what the scanner knows already.
    await publish("threats", "1.0.0", feedOf("tables.dev", "openclawcli.forum"), ada);
    const { ground, computer } = home();
    const scan = (): string => ground.run(["scan", "tables"]).stdout;
    expect(scan()).not.toContain("known to be malicious");
    const from = { registry: registry.url };
    const { feeds } = await manageFeeds(computer, { ...from, verb: "update", source: "threats" });
    expect(feeds).toMatchObject([{ name: "threats", version: "1.0.0", entries: 2 }]);
    expect(scan()).toContain("`tables.dev` (Sample) is known to be malicious: the test");
    expect(ground.run(["lint", "tables", "--scan"]).stdout).toContain("known to be malicious");

    await publish("threats", "1.1.0", feedOf("other.dev"), ada);
    await manageFeeds(computer, { ...from, verb: "update" });
    expect((await manageFeeds(computer, {})).feeds).toMatchObject([
      { version: "1.1.0", entries: 1 },
    ]);
    await manageFeeds(computer, { verb: "remove", source: "threats" });
    expect((await manageFeeds(computer, {})).feeds).toEqual([]);
  });

  it("[BX-14] refuses one that nobody trusted has signed, and one without a list", async () => {
    const { computer } = home();
    const update = async (source: string): Promise<unknown> =>
      await manageFeeds(computer, { registry: registry.url, verb: "update", source });
    await publish("unsigned", "1.0.0", feedOf("tables.dev"));
    await expect(update("unsigned")).rejects.toThrow("not signed by a key that you trust");
    await publish("eves", "1.0.0", feedOf("tables.dev"), newKeyPair());
    await expect(update("eves")).rejects.toThrow("not signed by a key that you trust");
    await publish("empty", "1.0.0", undefined, ada);
    await expect(update("empty")).rejects.toThrow("has no `feed.json`");
    await publish("odd", "1.0.0", { version: 2, entries: [{ kind: "domain" }] }, ada);
    await expect(update("odd")).rejects.toThrow("An entry of the feed lacks");
    expect((await manageFeeds(computer, {})).feeds).toEqual([]);
  });

  it("[BX-14] never goes back to an older one", async () => {
    const { computer } = home();
    const update = async (source: string): Promise<unknown> =>
      await manageFeeds(computer, { registry: registry.url, verb: "update", source });
    await publish("rolled", "1.0.0", feedOf("a.dev"), ada);
    await publish("rolled", "2.0.0", feedOf("a.dev", "b.dev"), ada);
    await update("rolled");
    await expect(update("rolled@1.0.0")).rejects.toThrow("is kept already");
    const url = registry.url;
    const client = openManager({ folder: computer.folder, registry: url, tokenFor: () => token });
    await client.registry().yank("rolled", "2.0.0", false);
    await expect(update("rolled")).rejects.toThrow("older (1.0.0) than the one that is kept");
    expect((await manageFeeds(computer, {})).feeds).toMatchObject([{ version: "2.0.0" }]);
  });

  it("[BX-14] keeps a feed with its signer, whoever else is trusted", async () => {
    const { computer } = home();
    const update = async (): Promise<unknown> =>
      await manageFeeds(computer, { registry: registry.url, verb: "update", source: "handed" });
    await publish("handed", "1.0.0", feedOf("a.dev"), ada);
    await update();
    await publish("handed", "1.1.0", feedOf("b.dev"), bob, "Bob");
    await expect(update()).rejects.toThrow("was signed by `Ada`, and now by `Bob`");
    const feeds = [{ version: "1.0.0", signer: "Ada" }];
    expect((await manageFeeds(computer, {})).feeds).toMatchObject(feeds);
  });
});
