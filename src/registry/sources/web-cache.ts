/** What places on the web have answered, kept by this user for all of their projects. */
import type { PackageCache } from "../../platform/index.ts";
import type { BytesAnswer } from "../../platform/network/index.ts";
import { isObject, type Json } from "../../skill/index.ts";
import { registryCodes, registryError } from "../errors.ts";

type CachedResponse = Extract<BytesAnswer, { readonly kind: "answered" }>;

/** Whether places are asked: always, only for what is not kept, or never. */
export type NetworkMode = "online" | "prefer-offline" | "offline";

export interface WebCache {
  /** Undefined where nothing can be kept, such as in a folder of somebody else. */
  readonly packages: () => PackageCache | undefined;
  readonly mode: NetworkMode;
}

const MOST_TEXT = 1_000_000;

/** An answer that was kept under an address; undefined where the place is to be asked. Throws where it may not be. */
export function findCached(
  cache: WebCache | undefined,
  method: string,
  url: string,
): CachedResponse | undefined {
  if (cache === undefined || cache.mode === "online") return undefined;
  const kept = method === "GET" ? readCached(cache, url) : undefined;
  if (kept !== undefined || cache.mode === "prefer-offline") return kept;
  throw registryError(
    registryCodes.offline,
    `${new URL(url).origin} is not asked with \`--offline\`, and this machine has not kept what it would say.`,
    { hint: "Nothing was written. Leave out `--offline` once, and what is fetched is kept." },
  );
}

function readCached({ packages }: WebCache, url: string): CachedResponse | undefined {
  const text = packages()?.readText(url);
  if (text === undefined) return undefined;
  let value: Json;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const { type, body, sha256 } = isObject(value) ? value : {};
  const bytes =
    typeof sha256 === "string"
      ? packages()?.read(sha256)
      : typeof body === "string"
        ? Buffer.from(body)
        : undefined;
  if (bytes === undefined) return undefined;
  const header = (name: string): string | undefined =>
    name.toLowerCase() === "content-type" && typeof type === "string" ? type : undefined;
  return { kind: "answered", status: 200, bytes, url, header };
}

/** Keeps a text that a place would answer with. */
export function keepText(cache: WebCache | undefined, url: string, body: string): void {
  if (body.length <= MOST_TEXT)
    cache?.packages()?.writeText(url, JSON.stringify({ type: "application/json", body }));
}

/** Keeps an answer with JSON in it. */
export function keepAnswer(cache: WebCache | undefined, url: string, answer: CachedResponse): void {
  const type = answer.header("content-type") ?? "";
  if (cache === undefined || answer.status !== 200 || !/json/iu.test(type)) return;
  keepText(cache, url, Buffer.from(answer.bytes).toString("utf8"));
}

/** Keeps the bytes of a package under their digest, and under the address that gave them, where there is one. */
export function cacheBytes(
  cache: WebCache | undefined,
  url: string | undefined,
  bytes: Uint8Array,
): void {
  const packages = cache?.packages();
  const sha256 = packages?.write(bytes);
  if (url !== undefined) packages?.writeText(url, JSON.stringify({ sha256 }));
}

/** The bytes with a digest in the form of lock files, from whichever place they came. */
export function findPackage(
  cache: WebCache | undefined,
  integrity: string | undefined,
): Uint8Array | undefined {
  const base64 = /^sha256-([A-Za-z0-9+/]{43}=)$/u.exec(integrity ?? "")?.[1];
  if (base64 === undefined) return undefined;
  return cache?.packages()?.read(Buffer.from(base64, "base64").toString("hex"));
}
