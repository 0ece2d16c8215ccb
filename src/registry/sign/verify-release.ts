import { decodeText } from "../../skill/text/index.ts";
import { checkPgp } from "./openpgp.ts";
import { BUNDLE_FILE, PGP_FILE, SIGNATURE_FILE, type SignedRelease } from "./signature.ts";
import { checkBundle } from "./sigstore.ts";
import { attestedBy, lesserTier } from "./tiers.ts";
import { identityKey, pgpKey, SIGSTORE_ROOT, type TrustedKeys } from "./trust.ts";
import { type SignatureVerdict, verifySignature } from "./verify.ts";

export interface VerifyOptions {
  /** Which authorities and logs of Sigstore count; the public ones where absent. */
  readonly sigstoreRoot?: unknown;
}

/**
 * Judges a skill by every kind of signature that it has; asks nobody and no network. One that is wrong makes the
 * skill wrong, and of those that hold the one that attests most counts.
 */
export async function verifyRelease(
  release: SignedRelease,
  trust: TrustedKeys,
  options: VerifyOptions = {},
): Promise<SignatureVerdict> {
  const verdicts = [
    ...(textOf(release, SIGNATURE_FILE) === undefined ? [] : [verifySignature(release, trust)]),
    ...(await bundleVerdict(release, trust, options)),
    ...(await pgpVerdict(release, trust)),
  ];
  const [first = verifySignature(release, trust), ...more] = verdicts;
  return more.reduce((best, other) => {
    if (best.kind === "wrong" || other.kind === "wrong")
      return best.kind === "wrong" ? best : other;
    if (best.kind === "unsigned" || other.kind === "unsigned")
      return best.kind === "unsigned" ? other : best;
    return lesserTier(best.attests, other.attests) === other.attests ? best : other;
  }, first);
}

async function bundleVerdict(
  release: SignedRelease,
  trust: TrustedKeys,
  { sigstoreRoot }: VerifyOptions,
): Promise<readonly SignatureVerdict[]> {
  const text = textOf(release, BUNDLE_FILE);
  if (text === undefined) return [];
  const check = await checkBundle(text, release, sigstoreRoot ?? rootOf(trust));
  if (check.kind === "wrong") return [{ kind: "wrong", reason: inFile(BUNDLE_FILE, check.reason) }];
  const keyId = identityKey(check.identity, check.issuer);
  return [signedBy(keyId, "", trust)];
}

async function pgpVerdict(
  release: SignedRelease,
  trust: TrustedKeys,
): Promise<readonly SignatureVerdict[]> {
  const text = textOf(release, PGP_FILE);
  if (text === undefined) return [];
  const keys = [...trust.values()].filter(({ keyId }) => keyId.startsWith("openpgp:"));
  const check = await checkPgp(
    text,
    release,
    keys.map(({ publicKey }) => publicKey),
  );
  if (check.kind === "wrong") return [{ kind: "wrong", reason: inFile(PGP_FILE, check.reason) }];
  if (check.kind === "unknown")
    return [{ kind: "unsigned", attests: attestedBy(undefined), unknownKey: check.keyId }];
  return [signedBy(pgpKey(check.fingerprint), "", trust)];
}

/** The authorities that the user trusts in place of the public ones. */
function rootOf(trust: TrustedKeys): unknown {
  const text = trust.get(SIGSTORE_ROOT)?.publicKey;
  return text === undefined ? undefined : JSON.parse(text);
}

function inFile(file: string, reason: string): string {
  return `\`${file}\` does not hold: ${reason.replace(/\.$/, "")}`;
}

function signedBy(keyId: string, publicKey: string, trust: TrustedKeys): SignatureVerdict {
  const key = trust.get(keyId);
  return {
    kind: "signed",
    keyId,
    publicKey,
    ...(key === undefined ? {} : { publisher: key.publisher, role: key.role }),
    attests: attestedBy(key?.role),
  };
}

function textOf({ files }: SignedRelease, name: string): string | undefined {
  const file = files.find(({ path }) => path === name);
  return file === undefined ? undefined : decodeText(file.bytes).text;
}
