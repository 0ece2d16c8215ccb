import { describe, expect, it } from "vitest";
import {
  createSecretCipher,
  DamagedSecretError,
  formatSecretKey,
  isEncrypted,
  newSecretKey,
  parseSecretKey,
  UnknownKeyError,
} from "./index.ts";

const [first, second] = [newSecretKey(), newSecretKey()];

describe("createSecretCipher", () => {
  it("[BX-14] gives a secret back to the key and the context that it was encrypted for", () => {
    const cipher = createSecretCipher([first]);
    const envelope = cipher.encrypt("sésame", "signing_keys/1");
    expect(envelope).not.toContain("sésame");
    expect(isEncrypted(envelope)).toBe(true);
    expect(cipher.decrypt(envelope, "signing_keys/1")).toBe("sésame");
    expect(cipher.encrypt("sésame", "signing_keys/1")).not.toBe(envelope);
    expect(() => cipher.decrypt(envelope, "signing_keys/2")).toThrow(DamagedSecretError);
  });

  it("[BX-14] refuses an envelope that was changed anywhere", () => {
    const cipher = createSecretCipher([first]);
    const envelope = cipher.encrypt("secret", "x");
    for (let at = 0; at < envelope.length; at += 1) {
      const changed =
        envelope.slice(0, at) + (envelope[at] === "A" ? "B" : "A") + envelope.slice(at + 1);
      // The last character of base64 may hold bits that mean nothing.
      if (at === envelope.length - 1) continue;
      expect(() => cipher.decrypt(changed, "x"), changed).toThrow(/is not known|was changed/u);
    }
    for (const text of ["", "plain", '{"kty":"OKP"}', "swenc1..", `${envelope}.x`])
      expect(() => cipher.decrypt(text, "x")).toThrow(DamagedSecretError);
  });

  it("decrypts with every key, encrypts with the first, and names the one that is missing", () => {
    const old = createSecretCipher([first]);
    const envelope = old.encrypt("secret", "x");
    const both = createSecretCipher([second, first]);
    expect(both.decrypt(envelope, "x")).toBe("secret");
    expect(both.isCurrent(envelope)).toBe(false);
    expect(both.isCurrent(both.encrypt("secret", "x"))).toBe(true);
    expect(() => createSecretCipher([second]).decrypt(envelope, "x")).toThrow(UnknownKeyError);
    expect(() => createSecretCipher([second]).decrypt(envelope, "x")).toThrow(old.keyId);
  });
});

describe("parseSecretKey", () => {
  it("takes 32 bytes in the forms that tools print, and nothing shorter or longer", () => {
    const bytes = Buffer.from(first);
    for (const text of [
      formatSecretKey(first),
      bytes.toString("base64"),
      `${bytes.toString("hex")}\n`,
      bytes.toString("hex").toUpperCase(),
    ])
      expect(parseSecretKey(text)).toEqual(bytes);
    for (const text of [
      "",
      "secret",
      "a".repeat(42),
      "a".repeat(45),
      "0".repeat(62),
      "é".repeat(43),
    ])
      expect(parseSecretKey(text)).toBeUndefined();
  });
});
