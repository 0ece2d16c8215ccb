import type * as nodeCrypto from "node:crypto";

function crypto(): typeof nodeCrypto {
  return process.getBuiltinModule("node:crypto");
}

interface Cost {
  readonly N: number;
  readonly r: number;
  readonly p: number;
}

/** 16 MiB and some 50 ms for each guess. */
const COST: Cost = { N: 16_384, r: 8, p: 1 };
const LENGTH = 32;

/** A password as it may be kept: `scrypt$N$r$p$salt$hash`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = crypto().randomBytes(16);
  const hash = await derive(password, salt, COST);
  const { N, r, p } = COST;
  return ["scrypt", N, r, p, salt.toString("base64url"), hash.toString("base64url")].join("$");
}

/** Takes the same time whether the password is right or wrong. */
export async function isPassword(password: string, kept: string): Promise<boolean> {
  const [scheme, N, r, p, salt = "", hash = ""] = kept.split("$");
  if (scheme !== "scrypt") return false;
  const cost = { N: Number(N), r: Number(r), p: Number(p) };
  const derived = await derive(password, Buffer.from(salt, "base64url"), cost);
  const expected = Buffer.from(hash, "base64url");
  return expected.length === derived.length && crypto().timingSafeEqual(derived, expected);
}

function derive(password: string, salt: Uint8Array, cost: Cost): Promise<Buffer> {
  // Equal to a person should be equal here, however the keyboard composes its letters.
  const normal = password.normalize("NFKC");
  return new Promise((settle, fail) => {
    crypto().scrypt(normal, salt, LENGTH, cost, (error, key) => {
      if (error === null) settle(key);
      else fail(error);
    });
  });
}
