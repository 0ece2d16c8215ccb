import { isPublicHalf, toKeyPair } from "../../platform/signing/index.ts";
import { getKey, isList, isObject, type Json } from "../../skill/index.ts";
import { registryCodes, registryError } from "../errors.ts";
import { toBase64, fromBase64 } from "./base64.ts";
import { computeKeyId } from "./signature.ts";
import { isRole, type Role, roles } from "./tiers.ts";

export interface TrustedKey {
  readonly keyId: string;
  /** In base64; empty where only the id is known. */
  readonly publicKey: string;
  readonly publisher: string;
  readonly role: Role;
  /** Of a registry: keys that its root had before, each with the length of the log up to which it signed. */
  readonly former?: readonly string[];
}

/** Keys by their ids; nobody is trusted before a user says so. */
export type TrustedKeys = ReadonlyMap<string, TrustedKey>;

/** Reads a trust file; throws where any part of it is not understood, since less trust would go unnoticed. */
export function readTrust(text: string | undefined, file?: string): TrustedKeys {
  if (text === undefined) return new Map();
  let value: Json;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw broken(`The file is not valid JSON: ${String(error)}.`, file);
  }
  return trustOf(value, file);
}

/** The same for a document that is read already. */
export function trustOf(value: Json, file?: string): TrustedKeys {
  if (!isObject(value)) throw broken("The value must be an object with `keys`.", file);
  const keys = getKey(value, "keys") ?? [];
  if (!isList(keys)) throw broken("`keys` must be a list.", file);
  return new Map(
    keys.map((item, index) => {
      const key = keyOf(item, index, file);
      return [key.keyId, key];
    }),
  );
}

function keyOf(item: Json, index: number, file: string | undefined): TrustedKey {
  const place = `\`keys[${index}]\``;
  if (!isObject(item)) throw broken(`${place} must be an object.`, file);
  const keyId = getKey(item, "key_id");
  if (typeof keyId !== "string" || keyId === "") throw broken(`${place} has no \`key_id\`.`, file);
  const role = getKey(item, "role");
  if (!isRole(role)) {
    const known = roles.map((name) => `\`${name}\``).join(" or ");
    throw broken(`The role of ${place} must be ${known}.`, file);
  }
  const text = (name: string): string => {
    const value = getKey(item, name);
    return typeof value === "string" ? value : "";
  };
  const former = getKey(item, "former");
  const keys = isList(former) ? former.filter((one) => typeof one === "string") : [];
  return {
    keyId,
    publicKey: text("public_key"),
    publisher: text("publisher"),
    role,
    ...(keys.length === 0 ? {} : { former: keys }),
  };
}

function broken(message: string, file: string | undefined): Error {
  return registryError(registryCodes.invalidTrust, message, {
    hint: "Correct the file, or delete it and trust the keys again.",
    ...(file === undefined ? {} : { file }),
  });
}

/** The id under which an identity of Sigstore is trusted. */
export function identityKey(identity: string, issuer: string): string {
  return `sigstore:${issuer}#${identity}`;
}

/** The id under which authorities and logs of Sigstore stand that count in place of the public ones. */
export const SIGSTORE_ROOT = "sigstore-root";

/** The id under which a key of OpenPGP is trusted. */
export function pgpKey(fingerprint: string): string {
  return `openpgp:${fingerprint.toLowerCase()}`;
}

/** Adds somebody who signs in another way than with a key of Ed25519. */
export function trustOther(keys: TrustedKeys, key: TrustedKey): TrustedKeys {
  return new Map([...keys, [key.keyId, key]]);
}

const PUBLIC_BYTES = 32;

/** Adds a key, or gives a known one another role. Refuses the private half of a key that is known. */
export function trustKey(
  keys: TrustedKeys,
  publicKey: string,
  options: { readonly publisher: string; readonly role: Role },
): { readonly keys: TrustedKeys; readonly key: TrustedKey } {
  const bytes = fromBase64(publicKey.trim());
  if (bytes?.length !== PUBLIC_BYTES)
    throw registryError(registryCodes.invalidKey, "The public key must be 32 bytes in base64.", {
      hint: "`skillwright keygen` writes such a key into a file that ends with `.pub`.",
    });
  const isKnown = [...keys.values()].some(({ publicKey: known }) => isPrivateHalf(bytes, known));
  if (isKnown || !isPublicHalf(bytes)) throw privateKeyError();
  const key: TrustedKey = { keyId: computeKeyId(bytes), publicKey: toBase64(bytes), ...options };
  return { keys: new Map([...keys, [key.keyId, key]]), key };
}

/** True for the bytes that a key is signed with, by its public half in base64. */
export function isPrivateHalf(bytes: Uint8Array, publicKey: string): boolean {
  const pair = toKeyPair(bytes);
  return pair !== undefined && toBase64(pair.publicBytes) === publicKey.trim();
}

/** Whoever trusts has no use for it, and a file that others read is no place for it. */
export function privateKeyError(file?: string): Error {
  return registryError(
    registryCodes.invalidKey,
    "This is a private key; name the public key that belongs to it.",
    {
      hint: "Nothing was written. Name the file that ends with `.pub`, and keep the private key secret.",
      ...(file === undefined ? {} : { file }),
    },
  );
}

export function writeTrust(keys: TrustedKeys): string {
  const list = [...keys.values()]
    .toSorted((a, b) => (a.keyId < b.keyId ? -1 : 1))
    .map(({ keyId, publicKey, publisher, role, former }) => ({
      key_id: keyId,
      public_key: publicKey,
      publisher,
      role,
      ...(former === undefined ? {} : { former }),
    }));
  return `${JSON.stringify({ schema_version: 1, keys: list }, undefined, 2)}\n`;
}
