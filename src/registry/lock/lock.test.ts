import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../../test/support/program.ts";
import { newKeyPair } from "../../platform/signing/index.ts";
import { readInstalled } from "../package/index.ts";
import { type TrustedKeys, trustKey, writeSignature } from "../sign/index.ts";
import { checkLock, lockPath, parseLock, readLock, recordFolder, updateLock } from "./index.ts";

const NOW = Date.UTC(2026, 0, 2, 3, 4, 5);
const nobody: TrustedKeys = new Map();
const key = newKeyPair();
const { keys: trust } = trustKey(nobody, Buffer.from(key.publicBytes).toString("base64"), {
  publisher: "Acme",
  role: "publisher",
});

function manifest(name: string, version = "1.0.0", tier = "verified"): string {
  return `---\nname: ${name}\nversion: ${version}\ndescription: Does it.\nmetadata:\n  gaia:\n    security_tier: ${tier}\n    permissions: ["network:read"]\n---\n\n# It\n`;
}

function write(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}

/** A folder with a signed skill and one that is not, both recorded. */
async function lockedFolder(): Promise<string> {
  const folder = temporaryFolder();
  write(folder, {
    "signed/SKILL.md": manifest("signed"),
    "signed/lib/native.so": "binary",
    "plain/SKILL.md": manifest("plain"),
    "plain/node_modules/x.js": "x",
  });
  const { files } = readInstalled(join(folder, "signed"));
  const release = { name: "signed", version: "1.0.0", files };
  write(folder, { "signed/SIGNATURE.json": writeSignature(release, key, "Acme") });
  await recordFolder(folder, { trust, now: NOW }, false);
  return folder;
}

async function kinds(folder: string, keys: TrustedKeys = trust): Promise<readonly string[]> {
  const drifts = await checkLock(folder, readLock(folder), keys);
  return drifts.map(({ name, kind, isGrave }) => `${name} ${kind}${isGrave ? "!" : ""}`);
}

describe("a lock", () => {
  it("[GA-15] records versions, digests, signatures, tiers and grants", async () => {
    const folder = await lockedFolder();
    expect(JSON.parse(readFileSync(lockPath(folder), "utf8"))).toMatchObject({
      version: 1,
      schema_version: 1,
      generated_at: "2026-01-02T03:04:05.000Z",
      skills: {
        plain: {
          version: "1.0.0",
          security_tier: "experimental",
          claimed_tier: "verified",
          signature: { signed: false },
          grants: { "network:read": "sandboxed" },
        },
        signed: {
          name: "signed",
          source: "local",
          integrity: expect.stringMatching(/^sha256-/u),
          content_digest: expect.stringMatching(/^sha256:/u),
          security_tier: "community",
          claimed_tier: "verified",
          attested_tier: "community",
          installed_tier: "community",
          signature: { signed: true, publisher: "Acme", role: "publisher" },
          permissions: ["network:read"],
          grants: { "network:read": "auto" },
          dependencies: {},
          installed_at: "2026-01-02T03:04:05.000Z",
        },
      },
    });
    expect(await kinds(folder)).toEqual([]);
  });

  it("[GA-15] finds a change of any byte of any installed file", async () => {
    const folder = await lockedFolder();
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      if (!entry.isFile() || entry.name === "skill-lock.json") continue;
      const bytes = readFileSync(path);
      for (let at = 0; at < bytes.length; at++) {
        const changed = Uint8Array.from(bytes);
        changed[at] = (changed[at] ?? 0) ^ 1;
        writeFileSync(path, changed);
        expect((await kinds(folder)).join(), `${entry.name} at ${at}`).toContain("content");
      }
      writeFileSync(path, bytes);
    }
    expect(await kinds(folder)).toEqual([]);
  });

  it.each(["../../precious", "/etc", ".git", "a/b", "..", "a\\\\b"])(
    "[BX-14] names no folder %s, which would be replaced or removed",
    (name) => {
      const text = `{"version": 1, "skills": {"${name}": {"version": "1.0.0", "source": "local"}}}`;
      expect(() => parseLock(text, "skill-lock.json")).toThrow("cannot be the name of a folder");
    },
  );

  it("[GA-15] finds a change of any byte of itself", async () => {
    const folder = await lockedFolder();
    const bytes = readFileSync(lockPath(folder));
    for (let at = 0; at < bytes.length; at++) {
      const changed = Uint8Array.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      writeFileSync(lockPath(folder), changed);
      expect(() => readLock(folder), `at ${at}`).toThrow(
        /^The lock |^Unknown key | must be an object/u,
      );
    }
  });

  it.each<readonly [string, (folder: string) => void, readonly string[]]>([
    ["an added file", (at) => write(at, { "plain/new.txt": "" }), ["plain content"]],
    ["a removed file", (at) => rmSync(join(at, "signed/lib/native.so")), ["signed content!"]],
    ["a removed skill", (at) => rmSync(join(at, "plain"), { recursive: true }), ["plain missing"]],
    ["a new skill", (at) => write(at, { "x/SKILL.md": manifest("x") }), ["x untracked"]],
    [
      "a new version",
      (at) => write(at, { "plain/SKILL.md": manifest("plain", "2.0.0") }),
      ["plain version", "plain content"],
    ],
    [
      "another tier",
      (at) => write(at, { "plain/SKILL.md": manifest("plain", "1.0.0", "community") }),
      ["plain tier", "plain content"],
    ],
    [
      "a signature that went away",
      (at) => rmSync(join(at, "signed/SIGNATURE.json")),
      ["signed tier!", "signed content!"],
    ],
  ])("[GA-15] finds %s", async (_what, change, expected) => {
    const folder = await lockedFolder();
    change(folder);
    expect(await kinds(folder)).toEqual(expected);
  });

  it.skipIf(process.platform === "win32")("[GA-15] finds rights to run and links", async () => {
    const folder = await lockedFolder();
    chmodSync(join(folder, "plain/SKILL.md"), 0o755);
    symlinkSync("/etc/passwd", join(folder, "signed/link"));
    expect(await kinds(folder)).toEqual(["plain content", "signed content!"]);
  });

  it("finds that a key is not trusted any more", async () => {
    expect(await kinds(await lockedFolder(), nobody)).toEqual(["signed tier!"]);
  });

  it("is made anew for what was changed, but not for what was signed", async () => {
    const folder = await lockedFolder();
    write(folder, { "plain/new.txt": "", "x/SKILL.md": manifest("x") });
    rmSync(join(folder, "signed/SIGNATURE.json"));
    const recorded = await recordFolder(folder, { trust, now: NOW }, false);
    expect(recorded).toMatchObject({ added: ["x"], changed: ["plain"], removed: [] });
    expect(await kinds(folder)).toEqual(["signed tier!", "signed content!"]);
    await recordFolder(folder, { trust, now: NOW }, true);
    expect(await kinds(folder)).toEqual([]);
    expect(readLock(folder).get("signed")?.enforcedTier).toBe("experimental");
  });

  it("refuses to record a skill with a wrong signature", async () => {
    const folder = await lockedFolder();
    appendFileSync(join(folder, "signed/SKILL.md"), "more\n");
    const recording = recordFolder(folder, { trust, now: NOW }, true);
    await expect(recording).rejects.toThrow("The signature of `signed` does not match");
  });

  it("loses nothing where several change it at once", async () => {
    const folder = await lockedFolder();
    const [entry] = readLock(folder).values();
    if (entry === undefined) throw new Error("no entry");
    const names = Array.from({ length: 20 }, (_, at) => `skill-${at}`);
    await Promise.all(
      names.map((name) =>
        updateLock(folder, NOW, (lock) => new Map([...lock, [name, { ...entry, name }]])),
      ),
    );
    expect(readLock(folder).size).toBe(22);
  });

  it("of another program is read without a seal, and says what it cannot tell", async () => {
    const folder = await lockedFolder();
    const skills = { plain: { name: "plain", version: "1.0.0", claimed_tier: "verified" } };
    writeFileSync(lockPath(folder), JSON.stringify({ schema_version: 1, skills }));
    expect(await kinds(folder)).toEqual(["plain unrecorded", "signed untracked"]);
  });
});
