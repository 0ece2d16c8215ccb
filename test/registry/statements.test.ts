/** What a registry states of versions: signed, in a log to which is only added, and checked by code of its own. */
import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { RULES_VERSION } from "../../src/check/scan/rules-version.ts";
import {
  appendLeaves,
  type Hash,
  hashLeaf,
  isConsistent,
  isIncluded,
  joinHashes,
  proveConsistency,
  proveInclusion,
  type ReadNodes,
} from "../../src/registry/transparency/index.ts";
import { connectTo } from "../support/mcp.ts";
import { openVerifier, treeHash, verifyLog } from "../support/log-verifier.ts";
import {
  type Asker,
  askAs,
  openRegistry,
  type RegistryServer,
  versionedText,
} from "../support/registry-server.ts";

let registry: RegistryServer;
let ann: Asker;
let moderator: Asker;

beforeAll(async () => {
  registry = await openRegistry({ limits: { "registry-log": { count: 100_000, seconds: 60 } } });
  const token = await registry.join("ann@example.com");
  const other = await registry.moderator();
  ann = askAs(() => [registry, token]);
  moderator = askAs(() => [registry, other]);
});

afterAll(() => registry.close());

async function bytesAt(path: string): Promise<Buffer> {
  const answer = await registry.send("GET", `/registry/log/${path}`);
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`);
  return Buffer.from(await answer.arrayBuffer());
}

async function textAt(path: string): Promise<string> {
  return (await bytesAt(path)).toString("utf8");
}

interface Told {
  readonly key: string;
  readonly checkpoint: string;
  readonly stated: readonly {
    readonly own: { statement: string; index: number; proof: string[]; commitment?: string };
    readonly skill?: { statement: string };
  }[];
}

async function stated(of: string, asker = ann): Promise<Told> {
  return (await asker.get(`/registry/log/statements?of=${of}`)) as Told;
}

function stateIn(note: string): Record<string, unknown> {
  return JSON.parse(note.slice(0, note.indexOf("\n"))) as Record<string, unknown>;
}

function valueAt(value: unknown, keys: readonly (string | number)[]): unknown {
  return keys.reduce<unknown>(
    (found, key) => (found as Readonly<Record<string | number, unknown>> | undefined)?.[key],
    value,
  );
}

const MANY = Array.from({ length: 51 }, (_, number) => `a@1.0.${number}`).join(",");
const API = "/registry/api/v1/skills";

describe("the log of statements", () => {
  it("[BX-11] has a signed statement of every version, with all that is known of it", async () => {
    await ann.publish("stated-letters");
    const {
      key,
      stated: [told],
    } = await stated("stated-letters@1.0.0");
    const verifier = openVerifier(key);
    const statement = JSON.parse(verifier.check(told?.own.statement ?? "")) as object;
    expect(statement).toMatchObject({
      type: "skillwright-statement/v1",
      log: verifier.name,
      name: "@ann/stated-letters",
      version: "1.0.0",
      digests: {
        tree: expect.stringMatching(/^sha256-/u),
        content: expect.stringMatching(/^sha256:/u),
        archive: expect.stringMatching(/^sha256:[0-9a-f]{64}$/u),
      },
      publisher: { handle: "ann", identified: "an account of this registry" },
      tier: "experimental",
      steps: expect.arrayContaining(["not signed by its publisher"]),
      scan: {
        verdict: "allow",
        engine: expect.stringContaining("skillwright-scan/"),
        rules: RULES_VERSION,
      },
      state: "listed",
      time: expect.stringMatching(/^\d{4}-/u),
    });
  });

  it("[BX-11] is pointed to in the words of every protocol that has room for an address", async () => {
    const name = "pointed-letters";
    await ann.publish(name);
    const reader = await registry.join("rea@example.com", ["registry:read"]);
    const index = ".well-known/agent-skills/index.json";
    const linkAt = async (path: string): Promise<string> => {
      const { headers } = await registry.send("GET", path);
      return /^<([^>]+)>; rel="describedby"/u.exec(headers.get("link") ?? "")?.[1] ?? "";
    };
    const textIn = async (path: string, ...keys: readonly (string | number)[]) =>
      String(valueAt(await ann.get(path), keys));
    const entryAt = async (path: string): Promise<string> =>
      new URL(await textIn(path, "skills", 0, "statement"), `${registry.url}${path}`).href;
    const { skills } = await connectTo(new URL(`${registry.url}/registry/mcp`), "modern");
    const served = (await skills.list()).skills.find(({ uri }) => uri.includes(name));
    const version = `/clawhub/api/v1/skills/${name}/versions/1.0.0`;
    const manifest = `/gaia/skills/${name}/manifest.json`;
    const pointed = {
      download: await linkAt(`/d/${name}@1.0.0.zip`),
      npm: await textIn(`/npm/@skills/${name}`, "versions", "1.0.0", "_statement"),
      clawhub: await textIn(version, "version", "statement"),
      "clawhub archive": await linkAt(`/clawhub/api/v1/download?slug=${name}`),
      gaia: await textIn(manifest, "versions", "1.0.0", "statement"),
      "gaia archive": await linkAt(`/gaia/skills/${name}/1.0.0/${name}-1.0.0.zip`),
      discovery: await entryAt(`/s/${name}/${index}`),
      "discovery by a token": await entryAt(`/t/${reader}/s/${name}/${index}`),
      mcp: `${registry.url}${String(valueAt(served, ["_meta", "skillwright/statement"]))}`,
    };
    for (const [protocol, address] of Object.entries(pointed)) {
      expect([protocol, address.startsWith(registry.url)]).toEqual([protocol, true]);
      const { stated: told } = (await (await fetch(address)).json()) as Told;
      expect([protocol, stateIn(told[0]?.own.statement ?? "")]).toMatchObject([
        protocol,
        { name: `@ann/${name}`, version: "1.0.0", state: "listed" },
      ]);
    }
  });

  it("[BX-11] states what becomes of a version, with the reason, and never takes anything back", async () => {
    await ann.publish("fallen-letters");
    const before = await verifyLog(bytesAt, await textAt("key"));
    await ann.post(`${API}/fallen-letters/1.0.0/yank`, { reason: "It was wrong." });
    await ann.post(`${API}/fallen-letters/1.0.0/unyank`, {});
    await moderator.post(`${API}/fallen-letters/1.0.0/moderate`, {
      decision: "quarantine",
      reason: "It steals tokens.",
    });
    const after = await verifyLog(bytesAt, await textAt("key"));
    expect(after.entries.slice(0, before.size)).toEqual(before.entries);
    const states = after.entries
      .slice(before.size)
      .map((entry) => stateIn(entry.toString("utf8")))
      .map(({ state, reason }) => [state, reason]);
    expect(states).toEqual([
      ["yanked", "It was wrong."],
      ["listed", ""],
      ["quarantined", "It steals tokens."],
    ]);
    const {
      stated: [told],
    } = await stated("fallen-letters@1.0.0");
    expect(stateIn(told?.own.statement ?? "")).toMatchObject({ state: "quarantined" });
    const { from, to, proof } = (await ann.get(
      `/registry/log/consistency?from=${before.size}&to=${after.size}`,
    )) as { from: number; to: number; proof: string[] };
    expect([from, to]).toEqual([before.size, after.size]);
    expect(
      isConsistent(
        before,
        after,
        proof.map((hash) => Buffer.from(hash, "base64")),
      ),
    ).toBe(true);
  });

  it("[BX-11] states of a skill as a whole that it was deleted", async () => {
    await ann.publish("gone-letters");
    await ann.post(`${API}/gone-letters`, { reason: "Not mine." }, 204, "DELETE");
    const {
      stated: [told],
    } = await stated("gone-letters@1.0.0");
    expect(stateIn(told?.skill?.statement ?? "")).toMatchObject({ version: "*", state: "removed" });
  });

  it("[BX-11] [BX-14] keeps what is not for everybody out of the log, and proves it to those who may see it", async () => {
    await ann.publish("our-letters");
    await ann.post(`${API}/our-letters/visibility`, { visibility: "private" }, 200, "PUT");
    const size = (await verifyLog(bytesAt, await textAt("key"))).size;
    await ann.post(`${API}/our-letters/1.0.0/yank`, { reason: "A secret reason." });
    const log = await verifyLog(bytesAt, await textAt("key"));
    const added = log.entries.slice(size).map((entry) => entry.toString("utf8"));
    expect(added.join("")).not.toContain("our-letters");
    expect(added.join("")).not.toContain("secret reason");
    const {
      key,
      stated: [told],
    } = await stated("our-letters@1.0.0");
    const { statement = "", commitment = "" } = told?.own ?? {};
    const text = openVerifier(key).check(commitment);
    expect(text).toContain(createHash("sha256").update(statement).digest("hex"));
    expect(stateIn(statement)).toMatchObject({ state: "yanked", salt: expect.any(String) });
    const stranger = await registry.send("GET", "/registry/log/statements?of=our-letters@1.0.0");
    expect(await stranger.json()).toMatchObject({ stated: [] });
  });

  it("[BX-11] says nothing of a draft", async () => {
    const before = await verifyLog(bytesAt, await textAt("key"));
    const files = [{ path: "SKILL.md", text: versionedText("draft-letters", "1.0.0") }];
    await ann.post(API, { files, draft: true }, 201);
    expect(await stated("draft-letters@1.0.0,no-such-skill@1.0.0")).toMatchObject({ stated: [] });
    expect((await verifyLog(bytesAt, await textAt("key"))).size).toBe(before.size);
  });

  it("[BX-11] is refused by the second reading wherever a byte of it was changed", async () => {
    const key = await textAt("key");
    await verifyLog(bytesAt, key);
    const size = Number((await textAt("checkpoint")).split("\n")[1]);
    for (const path of ["checkpoint", `tile/entries/000.p/${size}`, `tile/0/000.p/${size}`]) {
      const length = (await bytesAt(path)).length;
      for (let at = 0; at < length; at += Math.max(1, Math.floor(length / 40))) {
        const changed = async (asked: string): Promise<Buffer> => {
          const bytes = await bytesAt(asked);
          if (asked === path) bytes[at] = (bytes[at] ?? 0) ^ 1;
          return bytes;
        };
        await expect(verifyLog(changed, key), `${path} at ${at}`).rejects.toThrow(/./u);
      }
    }
  });

  it.each([
    ["tile/0/000", 404],
    ["tile/0/999", 404],
    ["tile/6/000", 404],
    ["tile/0/1", 404],
    ["tile/entries/x000/000", 404],
    ["consistency?from=2&to=1", 404],
    ["consistency?from=0&to=999999", 404],
    ["consistency?from=-1&to=1", 400],
    ["consistency", 400],
    ["statements?of=letters", 400],
    [`statements?of=${MANY}`, 400],
  ])("[BX-14] answers %.40s with %i", async (path, status) => {
    expect((await registry.send("GET", `/registry/log/${path}`)).status).toBe(status);
  });
});

describe("the tree of the log", () => {
  const leaves = Array.from({ length: 70 }, (_, at) => Buffer.from(`leaf ${at}`));
  const hashes = leaves.map(hashLeaf);
  const { nodes } = appendLeaves(0, [], hashes);
  const known = new Map(nodes.map(({ level, index, hash }) => [`${level}/${index}`, hash]));
  const read: ReadNodes = (wanted) =>
    Promise.resolve(wanted.map(({ level, index }) => known.get(`${level}/${index}`) as Hash));
  const rootAt = (size: number): Buffer => treeHash(leaves.slice(0, size));

  it("[BX-11] has the root of RFC 6962 at every size, however it grew", () => {
    let frontier: readonly Hash[] = [];
    for (let size = 0; size < leaves.length; size += 1) {
      expect(Buffer.from(joinHashes(frontier))).toEqual(rootAt(size));
      frontier = appendLeaves(size, frontier, hashes.slice(size, size + 1)).frontier;
    }
    const grown = appendLeaves(
      13,
      appendLeaves(0, [], hashes.slice(0, 13)).frontier,
      hashes.slice(13),
    );
    expect(Buffer.from(joinHashes(grown.frontier))).toEqual(rootAt(70));
  });

  it("[BX-11] proves every leaf at every size, and nothing else", async () => {
    for (let size = 1; size <= leaves.length; size += 1) {
      const root = rootAt(size);
      for (let index = 0; index < size; index += 1) {
        const proof = await proveInclusion(index, size, read);
        const leaf = hashes[index] as Hash;
        expect(isIncluded({ index, size, leaf, root }, proof)).toBe(true);
        expect(isIncluded({ index: index + 1, size, leaf, root }, proof)).toBe(false);
        expect(isIncluded({ index, size, leaf: root, root }, proof)).toBe(
          size === 1 && index === 0 && Buffer.from(leaf).equals(root),
        );
        expect(isIncluded({ index, size, leaf, root }, [...proof, root])).toBe(false);
        if (proof.length > 0)
          expect(isIncluded({ index, size, leaf, root }, proof.slice(1))).toBe(false);
      }
    }
  });

  it("[BX-11] proves every growth, and no other past", async () => {
    for (let size = 0; size <= leaves.length; size += 3)
      for (let before = 0; before <= size; before += 1) {
        const proof = await proveConsistency(before, size, read);
        const [old, now] = [
          { size: before, root: rootAt(before) },
          { size, root: rootAt(size) },
        ];
        expect(isConsistent(old, now, proof)).toBe(true);
        const forged = { size: before, root: Buffer.alloc(32, 7) };
        expect(isConsistent(forged, now, proof)).toBe(false);
        expect(isConsistent(now, { ...old, size: before - 1 }, proof)).toBe(false);
        if (before > 0 && before < size)
          expect(isConsistent(old, { size, root: Buffer.alloc(32, 7) }, proof)).toBe(false);
      }
  });
});
