import { contentDigest, manifestDigest, type SkillFile } from "../../registry/package/index.ts";
import {
  checkSignature,
  checkSignatureText,
  judgeSignature,
  type SignatureVerdict,
  type SignedRelease,
  type TrustedKeys,
  trustOf,
} from "../../registry/sign/index.ts";
import { getKey, isObject, type Json, type JsonObject, SkillError } from "../../skill/index.ts";
import { type Operation, REFUSED } from "./ops.ts";

function readFiles(input: JsonObject): readonly SkillFile[] {
  const files = getKey(input, "files");
  return Object.entries(isObject(files) ? files : {}).map(([path, content]) => ({
    path,
    bytes: Buffer.from(typeof content === "string" ? content : "", "base64"),
  }));
}

const digest: Operation = (dialect, input) => {
  if (dialect.trust === undefined) return undefined;
  const files = readFiles(input);
  const kind = getKey(input, "kind");
  if (kind === "content") return { digest: contentDigest(files) };
  const answer = kind === "manifest" ? manifestDigest(files) : undefined;
  return answer === undefined ? REFUSED : { digest: answer };
};

const signature: Operation = (dialect, input) => {
  if (dialect.trust === undefined) return undefined;
  const text = (key: string): string => {
    const value = getKey(input, key);
    return typeof value === "string" ? value : "";
  };
  const release = { name: text("name"), version: text("version"), files: readFiles(input) };
  let trust: TrustedKeys = new Map();
  try {
    const given = getKey(input, "trust") ?? null;
    if (given !== null) trust = trustOf(given);
  } catch (error) {
    if (SkillError.isInstance(error)) return REFUSED;
    throw error;
  }
  return formatVerdict(verdictOn(getKey(input, "signature") ?? null, release, trust));
};

function verdictOn(record: Json, release: SignedRelease, trust: TrustedKeys): SignatureVerdict {
  if (record === null) return { kind: "unsigned", attests: "experimental" };
  if (isObject(record)) return judgeSignature(checkSignature(record, release), trust);
  const raw = typeof record === "string" ? record : JSON.stringify(record);
  return judgeSignature(checkSignatureText(raw, release), trust);
}

function formatVerdict(verdict: SignatureVerdict): Json {
  if (verdict.kind === "wrong") return { ok: false };
  if (verdict.kind === "unsigned") return { ok: true, attests: verdict.attests };
  const { keyId, role, attests } = verdict;
  return { ok: true, keyId, attests, ...(role === undefined ? {} : { role }) };
}

/** What `conform` can be asked about packages and signatures. */
export const registryOperations: { readonly [name: string]: Operation } = { digest, signature };
