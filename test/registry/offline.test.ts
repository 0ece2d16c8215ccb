/** What a user has fetched once serves all of their folders, without a registry and under another address. */
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPackageCache } from "../../src/platform/index.ts";
import { lockPath, openManager, readLock, type SkillManager } from "../../src/registry/index.ts";
import type { WebCache } from "../../src/registry/sources/index.ts";
import { program, runFile } from "../support/clients.ts";
import { temporaryFolder } from "../support/program.ts";
import {
  openRegistry,
  readSkill,
  type RegistryServer,
  versionedText,
  writeSkill,
} from "../support/registry-server.ts";

const LOOSE = { allowsExperimental: true } as const;

let url = "";
let copy: RegistryServer;
const caches = temporaryFolder();
const first = temporaryFolder();

interface ManageOptions {
  readonly mode?: WebCache["mode"];
  readonly from?: string;
  readonly at?: string;
  readonly token?: string;
  readonly mirrors?: Readonly<Record<string, string>>;
}

function manage(
  folder: string,
  { mode = "online", from = caches, at = url, token, mirrors = {} }: ManageOptions = {},
): SkillManager {
  return openManager({
    folder,
    registry: at,
    trust: new Map(),
    environment: process.env,
    tokenFor: () => token,
    mirrors,
    cache: { mode, packages: () => openPackageCache(from, { now: Date.now() }) },
  });
}

async function publishAll(registry: RegistryServer): Promise<void> {
  const token = await registry.join("ann@example.com");
  for (const name of ["letters", "stamps", "never-fetched"])
    await manage(temporaryFolder(), { at: registry.url, token }).publish(
      writeSkill(name, { "SKILL.md": versionedText(name, "1.0.0") }),
    );
}

beforeAll(async () => {
  const registry = await openRegistry();
  copy = await openRegistry();
  ({ url } = registry);
  await publishAll(registry);
  await publishAll(copy);
  await manage(first).install(["letters", "stamps"], LOOSE);
  await registry.close();
});

afterAll(() => copy.close());

function skillwright(words: readonly string[], folder: string, cache = caches) {
  return runFile(process.execPath, [program, ...words], {
    folder,
    environment: { SKILLWRIGHT_REGISTRY: url, SKILLWRIGHT_CACHE_DIR: cache },
  });
}

/** A folder of caches with the same files, to be tampered with. */
function copyCache(change: (bytes: Buffer) => Buffer = (bytes) => bytes): string {
  const other = temporaryFolder();
  mkdirSync(join(other, "packages"), { mode: 0o700 });
  for (const name of readdirSync(join(caches, "packages"))) {
    const bytes = readFileSync(join(caches, "packages", name));
    writeFileSync(join(other, "packages", name), change(bytes), { mode: 0o600 });
  }
  return other;
}

describe("without the registry", () => {
  it.each(["offline", "prefer-offline"] as const)(
    "[GA-12] [GA-15] installs in another folder what was fetched before, with --%s",
    async (mode) => {
      const folder = temporaryFolder();
      await manage(folder, { mode }).install("letters", LOOSE);
      expect(readSkill(join(folder, "letters"))).toEqual(readSkill(join(first, "letters")));
      const { installedAt: _then, ...before } = readLock(first).get("letters") ?? {};
      expect(readLock(folder).get("letters")).toMatchObject(before);
      expect(await manage(folder, { mode }).update("all", LOOSE)).toMatchObject({
        skills: [{ name: "letters", done: "unchanged" }],
        skipped: [],
      });
    },
  );

  it("[GA-12] installs by the command, and says what to do about what it has not", async () => {
    const folder = temporaryFolder();
    const words = ["install", "letters", "--allow-experimental"];
    const down = await skillwright(words, folder);
    expect(down.code).not.toBe(0);
    expect(down.stderr).toContain("cannot be reached");
    expect(down.stderr).toContain("`--offline`");
    const kept = await skillwright([...words, "--offline"], folder);
    expect(kept.code, kept.stderr).toBe(0);
    const strange = await skillwright(["install", "never-fetched", "--offline"], folder);
    expect(strange.code).toBe(1);
    expect(strange.stderr).toContain("is not asked with `--offline`");
  });

  it("[GA-15] makes a folder what its lock says", async () => {
    const folder = temporaryFolder();
    copyFileSync(lockPath(first), lockPath(folder));
    const { restored } = await manage(folder, { mode: "offline" }).installFrozen(LOOSE);
    expect(restored).toHaveLength(2);
    expect(readFileSync(lockPath(folder))).toEqual(readFileSync(lockPath(first)));
  });
});

describe("a cache", () => {
  it("[BX-06] [GA-15] that was changed is not used", async () => {
    const from = copyCache((bytes) => Buffer.concat([bytes, Buffer.from(" ")]));
    const folder = temporaryFolder();
    await expect(
      manage(folder, { mode: "offline", from }).install("letters", LOOSE),
    ).rejects.toThrow("is not asked with `--offline`");
    copyFileSync(lockPath(first), lockPath(folder));
    await expect(manage(folder, { mode: "offline", from }).installFrozen(LOOSE)).rejects.toThrow(
      "is not asked with `--offline`",
    );
    expect(readdirSync(folder).filter((name) => !name.startsWith("."))).toEqual([
      "skill-lock.json",
    ]);
  });

  it("[BX-06] into which others may write is not used", async () => {
    const from = copyCache();
    await manage(temporaryFolder(), { mode: "offline", from }).install("letters", LOOSE);
    chmodSync(join(from, "packages"), 0o777);
    await expect(
      manage(temporaryFolder(), { mode: "offline", from }).install("letters", LOOSE),
    ).rejects.toThrow("is not asked with `--offline`");
  });

  it("keeps what was used last within its bounds", () => {
    const folder = temporaryFolder();
    const [a, b, c] = ["a", "b", "c"].map((letter) => Buffer.from(letter.repeat(400)));
    const at = (now: number) => openPackageCache(folder, { now, maxBytes: 1000 });
    const digests = [a, b].map((bytes, index) => at(1000 * index)?.write(bytes ?? Buffer.of()));
    expect(at(Date.now() + 5000)?.read(digests[0] ?? "")).toEqual(a);
    at(Date.now() + 6000)?.write(c ?? Buffer.of());
    expect(at(Date.now())?.read(digests[0] ?? "")).toEqual(a);
    expect(at(Date.now())?.read(digests[1] ?? "")).toBeUndefined();
  });
});

describe("a registry at another address", () => {
  it("[GA-15] is asked where the rules of the organisation say so, and the lock stays as it is", async () => {
    const mirrors = { [url]: copy.url };
    const [folder, from] = [temporaryFolder(), temporaryFolder()];
    await manage(folder, { from, mirrors }).install("letters", LOOSE);
    expect(readLock(folder).get("letters")).toMatchObject({
      resolved: url,
      reference: `registry:${url}#@ann/letters@1.0.0`,
    });
    const other = temporaryFolder();
    copyFileSync(lockPath(first), lockPath(other));
    const policy = join(temporaryFolder(), "policy.json");
    writeFileSync(policy, JSON.stringify({ mirrors }));
    const ran = await runFile(
      process.execPath,
      [program, "install", "--frozen", "--allow-experimental", "--to", other],
      {
        folder: other,
        environment: { SKILLWRIGHT_POLICY: policy, SKILLWRIGHT_CACHE_DIR: from },
      },
    );
    expect(ran.code, ran.stderr).toBe(0);
    expect(readFileSync(lockPath(other))).toEqual(readFileSync(lockPath(first)));
  });
});
