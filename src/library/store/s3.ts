import { randomUUID } from "node:crypto";
import type * as S3 from "@aws-sdk/client-s3";
import { errorCode } from "../../platform/index.ts";
import { createStore } from "./core.ts";
import { storeCodes, storeError } from "./diagnostics.ts";
import { checkKey } from "./keys.ts";
import { boundAnswers, DEFAULT_BOUNDS, endless, type S3Bounds } from "./s3-bounds.ts";
import {
  isConflict,
  isMissing,
  isOvertaken,
  isServerFault,
  readFailure,
  s3Error,
} from "./s3-errors.ts";
import type { Driver, DriverWrite, Store, StoreEntry, StoreOptions, WriteResult } from "./store.ts";
import { withoutEnd } from "../../skill/model/index.ts";

export interface S3Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

/** Bucket, endpoint and credentials of an S3 store. */
export interface S3StoreOptions extends StoreOptions, S3Bounds {
  readonly bucket: string;
  /** Keys of the store lie under this one in the bucket. */
  readonly prefix?: string;
  /** Address of a server that is not Amazon's; `r2Endpoint` makes that of Cloudflare R2. */
  readonly endpoint?: string;
  /** Where absent: `auto` with an endpoint, else what the environment of the SDK says. */
  readonly region?: string;
  /** The bucket stands in the path instead of the host name. Where absent: with an endpoint only. */
  readonly usesPathStyle?: boolean;
  /** Where absent, the SDK looks for them: environment, profile, role of the machine. */
  readonly credentials?: S3Credentials;
}

/** The address of the buckets of a Cloudflare account, in a jurisdiction such as `eu` if it has one. */
export function r2Endpoint(accountId: string, jurisdiction?: string): string {
  const host = jurisdiction === undefined ? accountId : `${accountId}.${jurisdiction}`;
  return `https://${host}.r2.cloudflarestorage.com`;
}

type Sdk = typeof S3;

/** A store in a bucket of Amazon S3, Cloudflare R2, Ceph, or whatever speaks like them. */
export function openS3Store(options: S3StoreOptions): Promise<Store> {
  return openS3StoreWith(() => import("@aws-sdk/client-s3"), options);
}

/** For tests, which cannot take the package away. */
export async function openS3StoreWith(
  load: () => Promise<Sdk>,
  options: S3StoreOptions,
): Promise<Store> {
  const prefix = withoutEnd(options.prefix ?? "", "/");
  if (prefix !== "") checkKey(prefix);
  const sdk = await loadSdk(load);
  const client = new sdk.S3Client(configOf(options));
  const base = prefix === "" ? "" : `${prefix}/`;
  const { bucket, mostBytes, mostKeys, mostMs } = options;
  const bounds = {
    mostBytes: mostBytes ?? DEFAULT_BOUNDS.mostBytes,
    mostKeys: mostKeys ?? DEFAULT_BOUNDS.mostKeys,
    mostMs: mostMs ?? DEFAULT_BOUNDS.mostMs,
  };
  boundAnswers(client, `s3://${bucket}/${base}`, bounds);
  const place = { sdk, client, bucket, base, tags: { form: "quoted" as const }, bounds };
  return createStore(createS3Driver(place), options);
}

async function loadSdk(load: () => Promise<Sdk>): Promise<Sdk> {
  try {
    return await load();
  } catch (error) {
    if (errorCode(error) !== "ERR_MODULE_NOT_FOUND") throw error;
    throw storeError(
      storeCodes.packageMissing,
      "The package `@aws-sdk/client-s3` is not installed.",
      { hint: "Run `npm install @aws-sdk/client-s3`, then retry.", cause: error },
    );
  }
}

function configOf({
  endpoint,
  region,
  usesPathStyle,
  credentials,
}: S3StoreOptions): S3.S3ClientConfig {
  const where = region ?? (endpoint === undefined ? undefined : "auto");
  return {
    forcePathStyle: usesPathStyle ?? endpoint !== undefined,
    requestHandler: { connectionTimeout: 5000, socketTimeout: 60_000 },
    // Not every server knows these checksums, and some take wrong ones; ours are compared in the core.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(where === undefined ? {} : { region: where }),
    ...(credentials === undefined ? {} : { credentials }),
  };
}

interface Bucket {
  readonly sdk: Sdk;
  readonly client: S3.S3Client;
  readonly bucket: string;
  /** Empty, or ends in a slash. */
  readonly base: string;
  readonly tags: Tags;
  readonly bounds: Required<S3Bounds>;
}

/**
 * How the server wants the tag in a condition. HTTP has it in quotes, but some releases of Ceph compare it
 * as it stands and find every quoted tag to differ. A condition that fails although the expected version is
 * there shows such a server, and is sent again in the other form: it is always the server who decides.
 */
interface Tags {
  form: "quoted" | "bare";
}

/** Names of what is kept with an object. */
const DIGEST = "skillwright-sha256";
const WRITE = "skillwright-write";

/** How often a write is sent whose condition is met, as far as can be seen from here. */
const MAX_SENDINGS = 8;

function createS3Driver(place: Bucket): Driver {
  const { sdk, client, bucket: Bucket, base } = place;
  const name = `s3://${Bucket}/${base}`;
  const asking = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw s3Error(name, error);
    }
  };
  return {
    name,
    capabilities: { isDurable: true, deletesAtomically: false, hasFolders: false },
    order: "utf-8",
    read: (key) =>
      asking(async () => {
        const command = new sdk.GetObjectCommand({ Bucket, Key: keyIn(place, key) });
        const found = await unlessMissing(client.send(command));
        if (found === undefined) return undefined;
        const digest = found.Metadata?.[DIGEST];
        return {
          bytes: (await found.Body?.transformToByteArray()) ?? new Uint8Array(),
          version: parseVersion(found.ETag),
          modified: wholeSeconds(found.LastModified),
          ...(digest === undefined ? {} : { digest }),
        };
      }),
    write: (request) => asking(() => write(place, request)),
    list: (prefix) => listBucket(place, name, prefix),
    remove: (key, expect) => asking(() => remove(place, keyIn(place, key), expect)),
    async close() {
      client.destroy();
    },
  };
}

/** The key in the bucket. With the prefix before it, it may be too long. */
function keyIn({ base }: Bucket, key: string): string {
  checkKey(base + key);
  return base + key;
}

async function write(place: Bucket, request: DriverWrite): Promise<WriteResult> {
  const { sdk, client, bucket, tags } = place;
  const { key, bytes, digest, expect } = request;
  const id = randomUUID();
  const object = { Bucket: bucket, Key: keyIn(place, key) };
  const Metadata = { [DIGEST]: digest, [WRITE]: id };
  let { form } = tags;
  for (let attempt = 1; ; attempt += 1) {
    try {
      const input = { ...object, Body: bytes, Metadata, ...toCondition(expect, form) };
      const { ETag } = await client.send(new sdk.PutObjectCommand(input));
      if (typeof expect === "string") tags.form = form;
      return { kind: "written", version: parseVersion(ETag) };
    } catch (error) {
      const failure = readFailure(error);
      const isUncertain = isOvertaken(failure) || isServerFault(failure);
      if (expect === undefined || !(isUncertain || isConflict(failure))) throw error;
      const found = await find(place, object.Key);
      // The answer to a first sending may have got lost, and the object in the way may be our own.
      if (found?.write === id) return { kind: "written", version: found.version };
      if ((found?.version ?? null) !== expect) return { kind: "conflict" };
      // What was expected is there: others came between and are gone, or the server reads tags otherwise.
      if (attempt === MAX_SENDINGS) throw error;
      if (!isUncertain) form = form === "quoted" ? "bare" : "quoted";
    }
  }
}

function toCondition(
  expect: string | null | undefined,
  form: Tags["form"],
): Pick<S3.PutObjectCommandInput, "IfMatch" | "IfNoneMatch"> {
  if (expect === undefined) return {};
  if (expect === null) return { IfNoneMatch: "*" };
  return { IfMatch: form === "bare" ? expect : `"${expect}"` };
}

async function remove(
  place: Bucket,
  key: string,
  expect: string | undefined,
): Promise<"removed" | "conflict"> {
  const { sdk, client, bucket } = place;
  const input = { Bucket: bucket, Key: key };
  if (expect === undefined) {
    await unlessMissing(client.send(new sdk.DeleteObjectCommand(input)));
    return "removed";
  }
  // Servers that do not know the condition of a deletion ignore it.
  if ((await find(place, key))?.version !== expect) return "conflict";
  try {
    await client.send(new sdk.DeleteObjectCommand({ ...input, IfMatch: `"${expect}"` }));
    return "removed";
  } catch (error) {
    const failure = readFailure(error);
    if (isMissing(failure) && failure.attempts > 1) return "removed";
    if (isConflict(failure)) return "conflict";
    throw error;
  }
}

interface Found {
  readonly version: string;
  readonly write: string | undefined;
}

async function find({ sdk, client, bucket }: Bucket, key: string): Promise<Found | undefined> {
  const command = new sdk.HeadObjectCommand({ Bucket: bucket, Key: key });
  const head = await unlessMissing(client.send(command));
  return head && { version: parseVersion(head.ETag), write: head.Metadata?.[WRITE] };
}

async function* listBucket(place: Bucket, name: string, prefix: string): AsyncIterable<StoreEntry> {
  const { sdk, client, bucket, base, bounds } = place;
  const request = { Bucket: bucket, Prefix: base + prefix, EncodingType: "url" } as const;
  // A page counts for one at least, as there may be nothing on any of them.
  let left = bounds.mostKeys;
  const tokens = new Set<string>();
  try {
    for await (const page of sdk.paginateListObjectsV2({ client }, request)) {
      const { Contents: contents = [], NextContinuationToken: next } = page;
      left -= Math.max(1, contents.length);
      if (left < 0) throw endless(name, `lists more than ${bounds.mostKeys} keys`);
      if (next !== undefined && tokens.has(next)) throw endless(name, "repeats a page");
      if (next !== undefined) tokens.add(next);
      for (const { Key = "", ETag, Size = 0, LastModified } of contents) {
        const key = page.EncodingType === "url" ? decodeKey(Key) : Key;
        if (!key.startsWith(base + prefix)) continue;
        yield {
          key: key.slice(base.length),
          version: parseVersion(ETag),
          size: Size,
          modified: wholeSeconds(LastModified),
        };
      }
    }
  } catch (error) {
    throw s3Error(name, error);
  }
}

/** Without this encoding, XML could not carry every character of a key. */
function decodeKey(text: string): string {
  return decodeURIComponent(text.replaceAll("+", " "));
}

async function unlessMissing<T>(request: Promise<T>): Promise<T | undefined> {
  try {
    return await request;
  } catch (error) {
    if (isMissing(readFailure(error))) return undefined;
    throw error;
  }
}

/** Listings know milliseconds that the header of an object does not have. */
function wholeSeconds(time: Date | undefined): Date {
  return new Date(Math.floor((time?.getTime() ?? 0) / 1000) * 1000);
}

function parseVersion(tag: string | undefined): string {
  return (tag ?? "").replaceAll('"', "");
}
