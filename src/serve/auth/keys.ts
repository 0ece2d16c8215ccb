import { createPublicKey } from "node:crypto";
import {
  createLocalJWKSet,
  createRemoteJWKSet,
  customFetch,
  type JSONWebKeySet,
  type JWK,
  type JWTVerifyGetKey,
} from "jose";
import { readText, reasonOf, type Stamp, takeStamp } from "../../platform/index.ts";
import { createBoundedFetch } from "../../platform/network/index.ts";
import { isObject, type Json } from "../../skill/model/index.ts";
import { serveError } from "../errors.ts";
import { readSecureUrl } from "./secure-url.ts";

export interface KeyOptions {
  /** How long after fetching a key set an unknown key does not have it fetched again. */
  readonly cooldownMs?: number;
}

/** Of a key set at an address. */
const MOST_BYTES = 1_000_000;

/**
 * The keys that sign tokens: a key set at an address, a key set in a file, or one key in a file, as PEM or
 * JWK. Files are read again when they change, addresses when a token names a key that is not known.
 */
export function openKeys(place: string, options: KeyOptions = {}): JWTVerifyGetKey {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(place)) {
    const { cooldownMs } = options;
    return createRemoteJWKSet(readSecureUrl(place, "--auth-keys"), {
      [customFetch]: createBoundedFetch(MOST_BYTES),
      ...(cooldownMs === undefined ? {} : { cooldownDuration: cooldownMs }),
    });
  }
  let stamp = takeStamp(place);
  let keys = createKeyLookup(readKeyFile(place));
  return (header, token) => {
    const now = takeStamp(place);
    if (now !== undefined && !isSame(now, stamp)) {
      // Somebody may be writing it just now; what is known stays until the file can be read again.
      keys = tryRead(place) ?? keys;
      stamp = now;
    }
    return keys(header, token);
  };
}

/** A key without an id is meant for every token, whatever id the token names. */
function createKeyLookup(set: JSONWebKeySet): JWTVerifyGetKey {
  const keys = createLocalJWKSet(set);
  if (set.keys.some(({ kid }) => kid !== undefined)) return keys;
  return ({ kid: _unknown, ...header }, token) => keys(header, token);
}

function tryRead(place: string): JWTVerifyGetKey | undefined {
  try {
    return createKeyLookup(readKeyFile(place));
  } catch {
    return undefined;
  }
}

function isSame(left: Stamp, right: Stamp | undefined): boolean {
  return (
    right !== undefined &&
    left.inode === right.inode &&
    left.size === right.size &&
    left.modified === right.modified &&
    left.changed === right.changed
  );
}

function readKeyFile(file: string): JSONWebKeySet {
  try {
    const text = readText(file);
    if (text.includes("-----BEGIN")) return toKeySet([publicPart(text)]);
    const value = JSON.parse(text) as Json;
    if (!isObject(value)) throw new Error("it is no JSON object");
    const keys = value["keys"] ?? [value];
    if (!Array.isArray(keys) || keys.length === 0) throw new Error("it holds no keys");
    return toKeySet(keys as readonly JWK[]);
  } catch (error) {
    throw serveError("oauth/unusable-keys", { reason: reasonOf(error) }, { file, cause: error });
  }
}

function publicPart(pem: string): JWK {
  return createPublicKey(pem).export({ format: "jwk" });
}

/** A key that both signs and verifies would let whoever can read this file make tokens. */
function toKeySet(keys: readonly JWK[]): JSONWebKeySet {
  if (keys.some(({ kty, d }) => kty === undefined || kty === "oct" || d !== undefined))
    throw new Error("a key is not the public part of a pair");
  return { keys: [...keys] };
}
