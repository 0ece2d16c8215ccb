import { computeSha256 } from "../../platform/index.ts";
import { verifySignature, type KeyPair, signBytes } from "../../platform/signing/index.ts";
import { getKey, isObject, type Json, type JsonObject } from "../../skill/index.ts";
import { fileDigests } from "../package/digests.ts";
import { comparePaths, type SkillFile } from "../package/skill-file.ts";
import { toBase64, fromBase64 } from "./base64.ts";

/** Lies in the skill itself, so that it travels with it. */
export const SIGNATURE_FILE = "SIGNATURE.json";

const ALGORITHM = "ed25519";
const FORMAT = 1;

/** What a signature is made for: a release, not just a heap of files. */
export interface SignedRelease {
  readonly name: string;
  readonly version: string;
  readonly files: readonly SkillFile[];
}

export type SignatureCheck =
  | { readonly kind: "signed"; readonly keyId: string; readonly publicKey: string }
  | { readonly kind: "wrong"; /** Completes "because …". */ readonly reason: string };

/** The first half of the digest of a key; a signature names its key by it. */
export function computeKeyId(publicBytes: Uint8Array): string {
  return computeSha256(publicBytes).slice(0, 32);
}

/** The digests that a signature covers: every file but the signature. */
function signedDigests(files: readonly SkillFile[]): ReadonlyMap<string, string> {
  return fileDigests(files.filter(({ path }) => path !== SIGNATURE_FILE));
}

/** Other kinds of signatures; none of them covers any of the three. */
export const BUNDLE_FILE = "SIGNATURE.sigstore.json";
export const PGP_FILE = "SIGNATURE.asc";

/** Whatever changes a skill leaves these behind, since they are for what was published. */
export const SIGNATURE_FILES: ReadonlySet<string> = new Set([
  SIGNATURE_FILE,
  BUNDLE_FILE,
  PGP_FILE,
]);

/** The bytes that a bundle of Sigstore or a signature of OpenPGP stands for. */
export function statementOf(
  { name, version, files }: SignedRelease,
  algorithm: string,
): Uint8Array {
  const digests = fileDigests(files.filter(({ path }) => !SIGNATURE_FILES.has(path)));
  return payloadOf(name, version, digests, algorithm);
}

/** JSON with sorted keys, no blanks, and everything beyond printable ASCII escaped. */
function payloadOf(
  name: string,
  version: string,
  digests: ReadonlyMap<string, string>,
  algorithm: string = ALGORITHM,
): Uint8Array {
  const files = [...digests]
    .toSorted(([a], [b]) => comparePaths(a, b))
    .map(([path, digest]) => `${quote(path)}:${quote(digest)}`);
  return Buffer.from(
    `{"algorithm":${quote(algorithm)},"files":{${files.join(",")}},"name":${quote(name)},` +
      `"signature_version":${FORMAT},"version":${quote(version)}}`,
  );
}

function quote(text: string): string {
  return JSON.stringify(text).replace(
    /[^ -~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** The text of a `SIGNATURE.json` over all files but an earlier one. */
export function writeSignature(
  { name, version, files }: SignedRelease,
  key: KeyPair,
  publisher: string,
): string {
  const digests = signedDigests(files);
  const record = {
    algorithm: ALGORITHM,
    files: Object.fromEntries(digests),
    key_id: computeKeyId(key.publicBytes),
    name,
    public_key: toBase64(key.publicBytes),
    publisher,
    signature: toBase64(signBytes(key, payloadOf(name, version, digests))),
    signature_version: FORMAT,
    version,
  };
  return `${JSON.stringify(record, undefined, 2)}\n`;
}

/** Reads the text of a `SIGNATURE.json` and compares everything it says with the release. */
export function checkSignatureText(text: string, release: SignedRelease): SignatureCheck {
  let record: Json;
  try {
    record = JSON.parse(text);
  } catch {
    return wrong("it is no JSON");
  }
  return isObject(record) ? checkSignature(record, release) : wrong("it is no JSON object");
}

/** The same for a document that is read already. */
export function checkSignature(record: JsonObject, release: SignedRelease): SignatureCheck {
  if (getKey(record, "algorithm") !== ALGORITHM) return wrong(`its algorithm is not ${ALGORITHM}`);
  if (getKey(record, "signature_version") !== FORMAT) return wrong("its format is not known");
  if (getKey(record, "name") !== release.name || getKey(record, "version") !== release.version)
    return wrong("it is for another name or version");
  const digests = digestsOf(getKey(record, "files"));
  if (digests === undefined) return wrong("it lists no digests of files");
  const publicBytes = fromBase64(getKey(record, "public_key"));
  const signature = fromBase64(getKey(record, "signature"));
  if (publicBytes === undefined || signature === undefined)
    return wrong("its key or its signature is no base64");
  const keyId = computeKeyId(publicBytes);
  if (getKey(record, "key_id") !== keyId) return wrong("its key has another id than it says");
  const payload = payloadOf(release.name, release.version, digests);
  if (!verifySignature(publicBytes, payload, signature))
    return wrong("it was not made with its key for what it lists");
  const different = findDifferences(digests, signedDigests(release.files));
  if (different.length > 0) return wrong(`these files are not as signed: ${listed(different)}`);
  return { kind: "signed", keyId, publicKey: toBase64(publicBytes) };
}

function wrong(reason: string): SignatureCheck {
  return { kind: "wrong", reason };
}

function digestsOf(value: Json | undefined): ReadonlyMap<string, string> | undefined {
  if (!isObject(value)) return undefined;
  const digests = new Map<string, string>();
  for (const [path, digest] of Object.entries(value)) {
    if (typeof digest !== "string") return undefined;
    digests.set(path, digest);
  }
  return digests;
}

/** Paths that only one side has, or that both have with other bytes. */
function findDifferences(
  one: ReadonlyMap<string, string>,
  other: ReadonlyMap<string, string>,
): readonly string[] {
  const paths = new Set([...one.keys(), ...other.keys()]);
  return [...paths].filter((path) => one.get(path) !== other.get(path)).toSorted(comparePaths);
}

const MOST_LISTED = 8;

function listed(paths: readonly string[]): string {
  const shown = paths.slice(0, MOST_LISTED).map((path) => `\`${path}\``);
  const more = paths.length - shown.length;
  return shown.join(", ") + (more > 0 ? ` and ${more} more` : "");
}
