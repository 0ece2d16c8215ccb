/** A name is bound to who signed it first, and goes back to an older version only when told to. */
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type KeyPair, newKeyPair } from "../../src/platform/signing/index.ts";
import { openManager, readLock, type SkillManager } from "../../src/registry/index.ts";
import { computeKeyId, signSkill, type TrustedKeys } from "../../src/registry/sign/index.ts";
import { temporaryFolder } from "../support/program.ts";
import {
  openRegistry,
  publishFolder,
  type RegistryServer,
  versionedText,
  writeSkill,
} from "../support/registry-server.ts";

const ada = newKeyPair();
const adaLater = newKeyPair();
const eve = newKeyPair();
const keys: readonly (readonly [KeyPair, string])[] = [
  [ada, "Ada"],
  [adaLater, "Ada"],
  [eve, "Eve"],
];
/** Both are trusted, each for skills of their own. */
const trust: TrustedKeys = new Map(
  keys.map(([{ publicBytes }, publisher]) => {
    const keyId = computeKeyId(publicBytes);
    return [keyId, { keyId, publicKey: "", publisher, role: "publisher" }] as const;
  }),
);

let registry: RegistryServer;
let token = "";

beforeAll(async () => {
  registry = await openRegistry();
  token = await registry.join("ada@example.org");
});
afterAll(async () => {
  await registry.close();
});

function skillOf(name: string, version: string): string {
  const text = versionedText(name, version, `\nNotes of ${version}.\n`);
  return writeSkill(name, {
    "SKILL.md": text.replace(
      "\ndescription:",
      "\nauthor: me\nlicense: MIT\npermissions: [filesystem:none]\nsecurity_tier: community\ntools: [{ name: a }]\ndescription:",
    ),
  });
}

async function publish(name: string, version: string, key?: KeyPair): Promise<void> {
  const folder = skillOf(name, version);
  if (key !== undefined) await signSkill(folder, key, "whoever");
  await publishFolder(registry, token, folder);
}

function manage(folder = join(temporaryFolder(), "skills")): {
  readonly manager: SkillManager;
  readonly folder: string;
} {
  const manager = openManager({
    folder,
    trust,
    registry: registry.url,
    environment: process.env,
  });
  return { folder, manager };
}

/** A skill that needs `lib` in some versions. */
function app(version: string, range: string): string {
  return writeSkill("app", {
    "SKILL.md": versionedText("app", version).replace(
      "\ndescription:",
      `\nrequirements:\n  skills:\n    - {name: lib, version: "${range}"}\nauthor: me\nlicense: MIT\npermissions: []\nsecurity_tier: community\ntools: []\ndescription:`,
    ),
  });
}

const free = { allowsExperimental: true };

describe("the signer of a name", () => {
  it("[BX-14] is recorded, and another trusted one is refused until accepted", async () => {
    await publish("bound", "1.0.0", ada);
    const { manager, folder } = manage();
    await manager.install("bound", free);
    expect(readLock(folder).get("bound")?.signer).toEqual({
      keyId: computeKeyId(ada.publicBytes),
      publisher: "Ada",
    });
    await publish("bound", "1.1.0", eve);
    const refused = manager.update(["bound"], free);
    await expect(refused).rejects.toMatchObject({
      diagnostic: {
        code: "registry/other-signer",
        message: expect.stringMatching(/Ada .*Eve /u) as string,
        hint: expect.stringContaining(`--accept-signer ${computeKeyId(eve.publicBytes)}`) as string,
      },
    });
    await expect(manager.update("all", free)).rejects.toThrow("signed by");
    await expect(manager.install("bound@1.1.0", free)).rejects.toThrow("signed by");
    await expect(manager.install("bound@1.1.0", { ...free, isForced: true })).rejects.toThrow(
      "signed by",
    );
    expect(readLock(folder).get("bound")?.version).toBe("1.0.0");
    const accepted = { ...free, acceptedSigners: [computeKeyId(eve.publicBytes)] };
    await manager.update(["bound"], accepted);
    expect(readLock(folder).get("bound")).toMatchObject({
      version: "1.1.0",
      signer: { publisher: "Eve" },
    });
  });

  it("[BX-14] is asked for where somebody can answer", async () => {
    await publish("asked", "1.0.0", ada);
    await publish("asked", "1.1.0", eve);
    const { manager, folder } = manage();
    await manager.install("asked@1.0.0", free);
    const asked: unknown[] = [];
    const answer = (isYes: boolean) => ({
      ...free,
      agreeToSigner: (change: unknown) => {
        asked.push(change);
        return Promise.resolve(isYes);
      },
    });
    await expect(manager.install("asked@1.1.0", answer(false))).rejects.toThrow("signed by");
    await manager.install("asked@1.1.0", answer(true));
    expect(asked).toHaveLength(2);
    expect(asked[0]).toMatchObject({
      name: "asked",
      before: { publisher: "Ada" },
      after: { publisher: "Eve" },
    });
    expect(readLock(folder).get("asked")?.version).toBe("1.1.0");
  });

  it("[BX-14] is missed: an unsigned version of a signed skill is refused until accepted", async () => {
    await publish("bare", "1.0.0", ada);
    await publish("bare", "1.1.0");
    const { manager, folder } = manage();
    await manager.install("bare@1.0.0", free);
    await expect(manager.install("bare@1.1.0", free)).rejects.toMatchObject({
      diagnostic: { hint: expect.stringContaining("--accept-signer unsigned") as string },
    });
    await manager.install("bare@1.1.0", { ...free, acceptedSigners: ["unsigned"] });
    expect(readLock(folder).get("bare")?.version).toBe("1.1.0");
  });

  it("may have several keys, and may sign what was not signed", async () => {
    await publish("renewed", "0.9.0");
    await publish("renewed", "1.0.0", ada);
    await publish("renewed", "1.1.0", adaLater);
    const { manager, folder } = manage();
    for (const version of ["0.9.0", "1.0.0", "1.1.0"])
      await manager.install(`renewed@${version}`, free);
    expect(readLock(folder).get("renewed")?.signer?.keyId).toBe(computeKeyId(adaLater.publicBytes));
  });
});

describe("an older version", () => {
  it("[BX-14] is taken by an update only when told to", async () => {
    const older = skillOf("back", "1.0.0");
    const newer = skillOf("back", "2.0.0");
    const { manager, folder } = manage();
    await manager.install(newer, free);
    // The place of the skill is rolled back, as a server that was taken over might do.
    writeSkill("back", { "SKILL.md": versionedText("back", "1.0.0") }, join(newer, ".."));
    expect(older).not.toBe(newer);
    const all = await manager.update("all", free);
    expect(all.skipped).toMatchObject([
      { name: "back", reason: expect.stringContaining("1.0.0") as string },
    ]);
    await expect(manager.update(["back"], free)).rejects.toMatchObject({
      diagnostic: {
        code: "registry/older-version",
        hint: expect.stringContaining("--allow-downgrade") as string,
      },
    });
    expect(readLock(folder).get("back")?.version).toBe("2.0.0");
    await manager.update(["back"], { ...free, allowsDowngrade: true });
    expect(readLock(folder).get("back")?.version).toBe("1.0.0");
  });

  it("is taken by its version", async () => {
    await publish("named", "1.0.0", ada);
    await publish("named", "1.1.0", ada);
    const { manager, folder } = manage();
    await manager.install("named", free);
    expect(readLock(folder).get("named")?.version).toBe("1.1.0");
    await manager.update(["named@1.0.0"], free);
    expect(readLock(folder).get("named")?.version).toBe("1.0.0");
  });

  it("[BX-14] is not taken for the sake of another skill", async () => {
    await publish("lib", "1.0.0", ada);
    await publish("lib", "2.0.0", ada);
    await publishFolder(registry, token, app("1.0.0", ">=1.0.0"));
    const { manager, folder } = manage();
    await manager.install("app", free);
    expect(readLock(folder).get("lib")?.version).toBe("2.0.0");
    await publishFolder(registry, token, app("1.1.0", "<2.0.0"));
    await expect(manager.update(["app"], free)).rejects.toMatchObject({
      diagnostic: { code: "registry/older-version" },
    });
    await manager.update(["app"], { ...free, allowsDowngrade: true });
    expect(readLock(folder).get("lib")?.version).toBe("1.0.0");
  });
});
