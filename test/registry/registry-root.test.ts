/** Trust in a registry as a whole: one root, whose statements give tiers and spare scans. */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { openManager, readLock, type SkillManager } from "../../src/registry/index.ts";
import { type Answer, program, runFile } from "../support/clients.ts";
import { openVerifier } from "../support/log-verifier.ts";
import { temporaryFolder } from "../support/program.ts";
import { signed, skillFiles } from "../support/market.ts";
import { openRegistry, type RegistryServer, writeSkill } from "../support/registry-server.ts";
import { publisherKey } from "../support/shared-skills.ts";

const NAMES = ["good-letters", "base-letters"];
let registry: RegistryServer;
let token = "";

beforeAll(async () => {
  registry = await openRegistry();
  token = await registry.join("ann@example.com", [
    "registry:read",
    "registry:write",
    "registry:keys",
  ]);
  await manage().registry().whoAmI();
  const publicKey = Buffer.from(publisherKey.publicBytes).toString("base64");
  const added = await registry.send("POST", "/registry/api/v1/keys", {
    token,
    json: { public_key: publicKey, publisher: "ann" },
  });
  expect(added.status, await added.text()).toBe(201);
  for (const name of NAMES) {
    const files = signed(skillFiles({ name, tier: "community", permissions: [] }), publisherKey, {
      name,
    });
    const folder = writeSkill(
      name,
      Object.fromEntries(files.map(({ path, bytes }) => [path, bytes])),
    );
    expect(await manage().publish(folder)).toMatchObject({ tier: "community", state: "listed" });
  }
});

afterAll(() => registry.close());

function manage(folder: string = temporaryFolder()): SkillManager {
  return openManager({
    folder,
    registry: registry.url,
    trust: new Map(),
    environment: process.env,
    tokenFor: () => token,
  });
}

/** Somebody who has never heard of the publisher. */
function skillwright(words: readonly string[], folder: string): Promise<Answer> {
  return runFile(process.execPath, [program, ...words], {
    folder,
    environment: { HOME: folder, SKILLWRIGHT_REGISTRY: registry.url },
  });
}

/** A server that answers as another one does, at an address of its own. */
async function startCopy(url: string): Promise<string> {
  const copy = async (path: string, response: ServerResponse): Promise<void> => {
    const answer = await fetch(new URL(path, url));
    const type = answer.headers.get("content-type") ?? "application/json";
    response.writeHead(answer.status, { "content-type": type });
    response.end(Buffer.from(await answer.arrayBuffer()));
  };
  const server = createServer((request, response) => {
    copy(request.url ?? "/", response).catch(() => response.destroy());
  });
  await new Promise<void>((settle) => server.listen(0, "127.0.0.1", settle));
  onTestFinished(() => void server.close());
  // A server that listens on a port has an address with one.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const TRUST = ["trust", "add", "--registry"];

describe("a registry that is trusted as a whole", () => {
  it("[BX-12] is pinned with its fingerprint shown, and gives tiers without any publisher's key", async () => {
    const folder = temporaryFolder();
    const before = await skillwright(["install", "good-letters"], folder);
    expect([before.code, before.stderr]).toEqual([1, expect.stringContaining("experimental")]);
    const pinned = await skillwright([...TRUST, registry.url], folder);
    expect(pinned.stdout).toMatch(/^ {2}fingerprint (?:[0-9a-f]{4} ?){10}$/mu);
    const after = await skillwright(["install", ...NAMES], folder);
    expect(after.code, after.stderr).toBe(0);
    const lock = readLock(join(folder, "skills"));
    for (const name of NAMES)
      expect(lock.get(name)).toMatchObject({
        attestedTier: "community",
        enforcedTier: "community",
      });
    const verifier = openVerifier(await (await registry.send("GET", "/registry/log/key")).text());
    const { note = "", index } = lock.get("good-letters")?.statement ?? {};
    expect(index).toBeGreaterThanOrEqual(0);
    expect(JSON.parse(verifier.check(note))).toMatchObject({
      name: "@ann/good-letters",
      version: "1.0.0",
      digests: { tree: lock.get("good-letters")?.integrity },
      state: "listed",
    });
    expect((await skillwright(["installed"], folder)).code).toBe(0);
    expect((await skillwright(["lock", "--check"], folder)).code).toBe(0);
    rmSync(join(folder, "skills/good-letters"), { recursive: true });
    expect((await skillwright(["install", "--frozen"], folder)).code).toBe(0);
  });

  it("[BX-12] spares the scan of what it has scanned by the same rules", async () => {
    const folder = temporaryFolder();
    await skillwright([...TRUST, registry.url], folder);
    const ran = await skillwright(["install", "good-letters", "--verbose"], folder);
    expect(ran.stdout).toContain("A registry that you trust has scanned these files");
    const other = await skillwright(
      ["install", "good-letters", "base-letters", "--allow-experimental", "--verbose"],
      temporaryFolder(),
    );
    expect(other.stdout).not.toContain("A registry that you trust");
  });

  it("[BX-12] is pinned by the rules of the organisation, whatever a user trusts, and scanned again if they say so", async () => {
    const folder = temporaryFolder();
    const key = (await (await registry.send("GET", "/registry/log/key")).text()).trim();
    const rules = (more: object): void => {
      writeFileSync(join(folder, "rules.json"), JSON.stringify(more));
    };
    const install = async (): Promise<Answer> => {
      rmSync(join(folder, "skills"), { recursive: true, force: true });
      return await runFile(process.execPath, [program, "install", "good-letters", "--verbose"], {
        folder,
        environment: {
          HOME: folder,
          SKILLWRIGHT_REGISTRY: registry.url,
          SKILLWRIGHT_POLICY: join(folder, "rules.json"),
        },
      });
    };
    rules({});
    expect((await install()).code).toBe(1);
    rules({ roots: { [registry.url]: key } });
    expect((await install()).stdout).toContain("A registry that you trust has scanned these files");
    expect(readLock(join(folder, "skills")).get("good-letters")?.enforcedTier).toBe("community");
    rules({ roots: { [registry.url]: key }, scansAgain: true });
    const again = await install();
    expect(again.code, again.stderr).toBe(0);
    expect(again.stdout).not.toContain("A registry that you trust has scanned");
    await skillwright([...TRUST, registry.url], folder);
    const other = `${key.slice(0, key.indexOf("+"))}+00000000+AAAA`;
    rules({ roots: { [registry.url]: other } });
    const refused = await install();
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining("another key")]);
    rules({ roots: { [registry.url]: "mine" } });
    expect((await install()).stderr).toContain("/registry/log/key");
  });

  it("[BX-14] counts for what comes from it alone, and not for what another server hands on", async () => {
    const folder = temporaryFolder();
    await skillwright([...TRUST, registry.url], folder);
    const other = await startCopy(registry.url);
    const ran = await skillwright(
      ["install", `registry:${other}#good-letters`, "--verbose"],
      folder,
    );
    expect([ran.code, ran.stderr]).toEqual([1, expect.stringContaining("experimental")]);
    const words = [
      "install",
      `registry:${other}#good-letters`,
      "--allow-experimental",
      "--verbose",
    ];
    const allowed = await skillwright(words, folder);
    expect(allowed.code, allowed.stderr).toBe(0);
    expect(allowed.stdout).not.toContain("A registry that you trust has scanned");
  });

  it("[BX-12] counts no more once its root is not trusted", async () => {
    const folder = temporaryFolder();
    const { keyId } = JSON.parse(
      (await skillwright([...TRUST, registry.url, "--json"], folder)).stdout,
    );
    await skillwright(["install", "base-letters"], folder);
    expect((await skillwright(["trust", "remove", keyId], folder)).code).toBe(0);
    const checked = await skillwright(["lock", "--check"], folder);
    expect([checked.code, checked.stdout]).toEqual([1, expect.stringContaining("tier")]);
  });

  it("[BX-12] gives nothing to files that were changed, or to a statement that was", async () => {
    const folder = temporaryFolder();
    await skillwright([...TRUST, registry.url], folder);
    await skillwright(["install", "base-letters"], folder);
    const file = join(folder, "skills/skill-lock.json");
    const { seal: _seal, ...lock } = JSON.parse(readFileSync(file, "utf8"));
    const entry = lock.skills["base-letters"];
    entry.statement.note = entry.statement.note.replace('"community"', '"verified"');
    writeFileSync(file, JSON.stringify(lock));
    const checked = await skillwright(["lock", "--check"], folder);
    expect([checked.code, checked.stdout]).toEqual([1, expect.stringContaining("tier")]);
  });

  it("[BX-14] stays trusted when another server has a log of the same name", async () => {
    const folder = temporaryFolder();
    expect((await skillwright([...TRUST, registry.url], folder)).code).toBe(0);
    const file = join(folder, ".skillwright/trusted-keys.json");
    const before = readFileSync(file, "utf8");
    const other = await startCopy(registry.url);
    const refused = await skillwright([...TRUST, other], folder);
    expect([refused.code, refused.stderr]).toEqual([
      2,
      expect.stringContaining(`the same name as the one that you trust at ${registry.url}`),
    ]);
    expect(refused.stderr).toContain("skillwright trust remove registry:");
    expect(readFileSync(file, "utf8")).toBe(before);
  });

  it("[BX-12] is refused with another fingerprint, or another root than before", async () => {
    const folder = temporaryFolder();
    const wrong = await skillwright(
      ["trust", "add", "0000 1111", "--registry", registry.url],
      folder,
    );
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining("has the fingerprint")]);
    await skillwright([...TRUST, registry.url], folder);
    const file = join(folder, ".skillwright/trusted-keys.json");
    const trusted = JSON.parse(readFileSync(file, "utf8"));
    trusted.keys[0].public_key = "other+00000000+AAAA";
    writeFileSync(file, JSON.stringify(trusted));
    const again = await skillwright([...TRUST, registry.url], folder);
    expect([again.code, again.stderr]).toEqual([2, expect.stringContaining("another root")]);
    const installing = await skillwright(["install", "base-letters"], folder);
    expect([installing.code, installing.stderr]).toEqual([
      1,
      expect.stringContaining("signed with another key than the one that you trust"),
    ]);
  });
});

it("[BX-12] a key that is revoked since a date takes down what was signed with it since, and clients are told", async () => {
  const folder = temporaryFolder();
  await skillwright([...TRUST, registry.url], folder);
  expect((await skillwright(["install", ...NAMES], folder)).code).toBe(0);
  const { keys } = (await (
    await registry.send("GET", "/registry/api/v1/keys?publisher=ann", { token })
  ).json()) as { readonly keys: readonly { readonly key_id: string }[] };
  const revoked = await registry.send(
    "DELETE",
    `/registry/api/v1/keys/${keys[0]?.key_id}?publisher=ann&since=2026-01-01T00:00:00Z`,
    { token },
  );
  expect(revoked.status, await revoked.text()).toBe(204);
  const told = await skillwright(["installed"], folder);
  expect(told.code).toBe(1);
  expect(told.stdout.match(/taken down by the registry: It is signed with the key/gu)).toHaveLength(
    2,
  );
});
