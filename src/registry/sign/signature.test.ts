import { describe, expect, it } from "vitest";
import { toKeyPair, newKeyPair } from "../../platform/signing/index.ts";
import { contentDigest } from "../package/digests.ts";
import type { SkillFile } from "../package/skill-file.ts";
import { checkSignatureText, type SignedRelease, writeSignature } from "./signature.ts";
import { readTrust, trustKey, writeTrust } from "./trust.ts";
import { verifySignature } from "./verify.ts";

function file(path: string, text: string): SkillFile {
  return { path, bytes: Buffer.from(text) };
}

const release: SignedRelease = {
  name: "web-research",
  version: "1.0.0",
  files: [file("SKILL.md", "---\nname: web-research\n---\nhello\n"), file("tools.py", "# tools\n")],
};
const seed = Uint8Array.from({ length: 32 }, (_, index) => index);
const known = toKeyPair(seed) ?? newKeyPair();
const text = writeSignature(release, known, "acme");

function signed(changed: SignedRelease, signature: string): SignedRelease {
  return { ...changed, files: [...changed.files, file("SIGNATURE.json", signature)] };
}

describe("a signature", () => {
  it("[GA-06] is the one that GAIA verifies for the same key and files", () => {
    expect(JSON.parse(text)).toEqual({
      signature_version: 1,
      algorithm: "ed25519",
      name: "web-research",
      version: "1.0.0",
      publisher: "acme",
      key_id: "56475aa75463474c0285df5dbf2bcab7",
      public_key: "A6EHv/POEL4dcN0Y50vAmWfk1jCbpQ1fHdyGZBJVMbg=",
      files: {
        "SKILL.md": "133ca61cd345b508e52ba07af0c7c1cbfae642f368d7f3804ba2a3a6c7232610",
        "tools.py": "5ddeb9793040d8d4fe1bd4538df2db47f4ff3a3a5103c19ae0e581bd4bfedb5f",
      },
      signature:
        "926z/RF82MOq+vmU/Gjjrjv4Tgggpy9HjGtQomz7uTmXUlC9ui0pPZSRlBiqcI39iIdFvOFqW6MhkpsaTf7cBA==",
    });
    expect(contentDigest(release.files)).toBe(
      "sha256:14cf91bd61d4809dad6f0e0958ce3a65e3ed553386b652d96a01992b45b82fd7",
    );
  });

  it.each(["a\u007fb.txt", "größe/😀.md", 'a"b\\c.txt', "\ue000.txt", "1", "0"])(
    "covers a file called %j",
    (path) => {
      const more = { ...release, files: [...release.files, file(path, "x"), file("😀", "y")] };
      const signature = writeSignature(more, known, "");
      expect(checkSignatureText(signature, more)).toMatchObject({ kind: "signed" });
      const other = { ...more, files: [...release.files, file(path, "z"), file("😀", "y")] };
      expect(checkSignatureText(signature, other)).toMatchObject({ kind: "wrong" });
    },
  );

  it("[GA-15] is wrong where any byte of a signed file was changed", () => {
    for (const [index, { bytes }] of release.files.entries())
      for (let at = 0; at < bytes.length; at++) {
        const files = release.files.map((item, position) =>
          position === index ? { ...item, bytes: flipped(bytes, at) } : item,
        );
        expect(checkSignatureText(text, { ...release, files }).kind).toBe("wrong");
      }
  });

  it("[GA-15] is wrong where any byte of it was changed, but for the publisher it names", () => {
    const free = text.indexOf('"publisher": "') + '"publisher": "'.length;
    const bytes = Buffer.from(text);
    const bearable: number[] = [];
    for (let at = 0; at < bytes.length; at++) {
      const changed = Buffer.from(flipped(bytes, at)).toString("latin1");
      if (checkSignatureText(changed, release).kind === "signed") bearable.push(at);
    }
    const isPublisher = (at: number): boolean => at > free - 14 && at < free + 4;
    expect(bearable.filter((at) => !isPublisher(at))).toEqual([]);
  });

  it.each([
    ["another algorithm", { algorithm: "rsa" }],
    ["another format", { signature_version: 99 }],
    ["no digests", { files: null }],
    ["a list of digests", { files: [] }],
    ["a digest that is no text", { files: { "SKILL.md": 1 } }],
    ["no base64", { signature: "!!!" }],
    ["a key of another length", { public_key: "AAAA" }],
    ["a key that is not its own", { key_id: "0".repeat(32) }],
  ])("is wrong with %s", (_what, change) => {
    const changed = JSON.stringify({ ...JSON.parse(text), ...change });
    expect(checkSignatureText(changed, release).kind).toBe("wrong");
  });

  it.each(["", "no JSON", "[]", "null", "\ufeff{}"])("is wrong as the text %j", (raw) => {
    expect(checkSignatureText(raw, release).kind).toBe("wrong");
  });
});

function flipped(bytes: Uint8Array, at: number): Uint8Array {
  const copy = Uint8Array.from(bytes);
  copy[at] = (copy[at] ?? 0) ^ 1;
  return copy;
}

describe("trust", () => {
  const publicKey = "A6EHv/POEL4dcN0Y50vAmWfk1jCbpQ1fHdyGZBJVMbg=";

  it("[GA-07] is needed for more than experimental", () => {
    expect(verifySignature(release, new Map())).toEqual({
      kind: "unsigned",
      attests: "experimental",
    });
    expect(verifySignature(signed(release, text), new Map())).toEqual({
      kind: "signed",
      keyId: "56475aa75463474c0285df5dbf2bcab7",
      publicKey,
      attests: "experimental",
    });
  });

  it.each([
    ["[GA-06] of a publisher attests community", "publisher", "community"],
    ["[GA-05] of an auditor attests verified", "amd", "verified"],
  ] as const)("%s", (_title, role, attests) => {
    const { keys } = trustKey(new Map(), publicKey, { publisher: "Acme", role });
    const read = readTrust(writeTrust(keys));
    expect(verifySignature(signed(release, text), read)).toMatchObject({
      publisher: "Acme",
      role,
      attests,
    });
  });

  it.each([
    "no JSON",
    "[]",
    '{"keys":{}}',
    '{"keys":["x"]}',
    '{"keys":[{"role":"amd"}]}',
    '{"keys":[{"key_id":"a"}]}',
    '{"keys":[{"key_id":"a","role":"root"}]}',
  ])("is refused as a whole where the file says %j", (raw) => {
    expect(() => readTrust(raw)).toThrow(/(?:must be|has no|is not valid)/u);
  });
});
