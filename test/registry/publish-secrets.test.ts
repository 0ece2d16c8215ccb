import { createHash } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { scan } from "../../src/check/scan/index.ts";
import { openManager, packSkill, publishSkill } from "../../src/registry/public.ts";
import { temporaryFolder } from "../support/program.ts";
import { openRegistry, type RegistryServer } from "../support/registry-server.ts";
import { writeShared } from "../support/shared-skills.ts";

/** Bytes that look like chance and are the same in every run. */
function bytes(count: number): Buffer {
  const parts = [0, 1].map((at) => createHash("sha256").update(`${at}`).digest());
  return Buffer.concat(parts).subarray(0, count);
}

// Made here, so that this file holds nothing that a scanner of secrets would find.
const letters = bytes(64)
  .toString("base64")
  .replaceAll(/[^A-Za-z0-9]/gu, "");
const npmToken = `npm_${letters.slice(0, 36)}`;

function mark(word: string): string {
  return `-----${word} PRIVATE KEY-----`;
}

function part(given: Uint8Array | string): Buffer {
  const content = Buffer.from(given);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(content.length);
  return Buffer.concat([size, content]);
}

/** As `ssh-keygen` writes it: length before each part, the header first. */
function opensshKey(): string {
  const [one, half] = [Buffer.from([0, 0, 0, 1]), bytes(32)];
  const shown = Buffer.concat([part("ssh-ed25519"), part(half)]);
  const check = bytes(4);
  const kept = Buffer.concat([check, check, shown, part(bytes(64)), part("a@example.org")]);
  const all = Buffer.concat([
    Buffer.from("openssh-key-v1\0"),
    part("none"),
    part("none"),
    part(""),
    one,
    part(shown),
    part(kept),
  ]);
  const lines = all.toString("base64").match(/.{1,70}/gu) ?? [];
  return [mark("BEGIN OPENSSH"), ...lines, mark("END OPENSSH"), ""].join("\n");
}

function pkcsKey(): string {
  const content = Buffer.concat([
    Buffer.from("302e020100300506032b657004220420", "hex"),
    bytes(32),
  ]);
  return [mark("BEGIN"), content.toString("base64"), mark("END"), ""].join("\n");
}

function skill(files: Readonly<Record<string, string>>): Promise<string> {
  return writeShared(temporaryFolder(), { name: "letters", isSigned: false, files });
}

let registry: RegistryServer;
let token = "";

beforeAll(async () => {
  registry = await openRegistry();
  token = await registry.join("ann@example.org");
  return () => registry.close();
});

async function published(folder: string, mayBeRisky = false): Promise<string> {
  const manager = openManager({
    folder: temporaryFolder(),
    trust: new Map(),
    environment: {},
    registry: registry.url,
    tokenFor: () => token,
  });
  return await publishSkill(folder, manager.registry(), { mayBeRisky }).then(
    ({ state }) => state,
    (error: unknown) => (error instanceof Error ? error.message : ""),
  );
}

describe("a private key", () => {
  it.each([
    ["of OpenSSH", opensshKey],
    ["of PKCS 8", pkcsKey],
  ])("%s is found in whatever file it stands", async (_kind, make) => {
    const files = ["scripts/key.pem", "notes.md", "deploy"].map((path) => ({
      path,
      content: make(),
    }));
    const manifest = { path: "SKILL.md", content: "---\nname: a\ndescription: b\n---\n" };
    const { findings } = await scan({ files: [manifest, ...files], directory: "a", ports: {} });
    const found = findings.filter(({ code }) => code === "scan/secret-plain");
    expect(found.map(({ file }) => file).toSorted()).toEqual([
      "deploy",
      "notes.md",
      "scripts/key.pem",
    ]);
  });
});

describe("publish", () => {
  it("refuses a secret, and hands it on only where that is wanted", async () => {
    const folder = await skill({ "config.ini": `token=${npmToken}\n`, "key.pem": opensshKey() });
    expect(await published(folder)).toBe(
      "There is a secret in `config.ini`, `key.pem`, which would be published.",
    );
    // The audit of the registry finds it as well, and shows it to a moderator first.
    expect(await published(folder, true)).toBe("in-review");
  });
});

describe("a package", () => {
  it("leaves out files in which secrets are kept, and says so", async () => {
    const secret = {
      ".npmrc": `//registry.example.org/:_authToken=${npmToken}\n`,
      ".env.local": "KEY=x\n",
      ".aws/credentials": "x\n",
      ".netrc": "x\n",
      ".ssh/id_ed25519": opensshKey(),
      "deep/id_rsa": "x\n",
    };
    const folder = await skill({ ...secret, ".env.example": "KEY=\n", "a.md": "a\n" });
    const { files, withheld } = await packSkill(folder);
    expect(files.map(({ path }) => path)).toEqual([".env.example", "SKILL.md", "a.md"]);
    expect(withheld.toSorted()).toEqual(
      [".aws", ".env.local", ".netrc", ".npmrc", ".ssh", "deep/id_rsa"].toSorted(),
    );
  });

  it("takes such a file where an ignore file names it", async () => {
    const folder = await skill({ ".npmrc": "fund=false\n", ".skillignore": "!.npmrc\n" });
    const { files, withheld } = await packSkill(folder);
    expect(files.map(({ path }) => path)).toEqual([".npmrc", "SKILL.md"]);
    expect(withheld).toEqual([]);
  });
});
