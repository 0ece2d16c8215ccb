import { decodeText } from "../../skill/text/index.ts";
import {
  checkSignatureText,
  SIGNATURE_FILE,
  type SignatureCheck,
  type SignedRelease,
} from "./signature.ts";
import { attestedBy, type Role, type Tier } from "./tiers.ts";
import type { TrustedKeys } from "./trust.ts";

/** What the signature of a skill is worth here. */
export type SignatureVerdict =
  | {
      readonly kind: "unsigned";
      readonly attests: Tier;
      /** The id of the key of a signature that cannot be checked without it, and that is not known here. */
      readonly unknownKey?: string;
    }
  | {
      readonly kind: "signed";
      readonly keyId: string;
      readonly publicKey: string;
      /** As the trust file has it; the name in the signature is covered by nothing. */
      readonly publisher?: string;
      /** Absent where nobody trusts the key. */
      readonly role?: Role;
      readonly attests: Tier;
    }
  | { readonly kind: "wrong"; /** Completes "because …". */ readonly reason: string };

/** Judges a skill by the files that it has; asks nobody and no network. */
export function verifySignature(release: SignedRelease, trust: TrustedKeys): SignatureVerdict {
  const file = release.files.find(({ path }) => path === SIGNATURE_FILE);
  if (file === undefined) return { kind: "unsigned", attests: attestedBy(undefined) };
  return judgeSignature(checkSignatureText(decodeText(file.bytes).text, release), trust);
}

/** What a signature that was checked is worth with these keys. */
export function judgeSignature(check: SignatureCheck, trust: TrustedKeys): SignatureVerdict {
  if (check.kind === "wrong") return check;
  const key = trust.get(check.keyId);
  return {
    ...check,
    ...(key === undefined ? {} : { publisher: key.publisher, role: key.role }),
    attests: attestedBy(key?.role),
  };
}
