import type { SerializedBundle } from "@sigstore/bundle";
import { reasonOf } from "../../platform/index.ts";
import { registryCodes, registryError } from "../errors.ts";
import { type SignedRelease, statementOf } from "./signature.ts";
import publicRoot from "./sigstore-root.json" with { type: "json" };

const ALGORITHM = "sigstore";

/** Who stands behind a bundle, as the certificate says. */
export type BundleCheck =
  | { readonly kind: "signed"; readonly identity: string; readonly issuer: string }
  | { readonly kind: "wrong"; /** Completes "because …". */ readonly reason: string };

/** Compares a bundle with a release; asks nobody: the root says which authorities and logs count. */
export async function checkBundle(
  text: string,
  release: SignedRelease,
  root: unknown = publicRoot,
): Promise<BundleCheck> {
  const [{ bundleFromJSON }, { toSignedEntity, toTrustMaterial, Verifier }, { TrustedRoot }] =
    await Promise.all([
      import("@sigstore/bundle"),
      import("@sigstore/verify"),
      import("@sigstore/protobuf-specs"),
    ]);
  let bundle: ReturnType<typeof bundleFromJSON>;
  try {
    bundle = bundleFromJSON(JSON.parse(text));
  } catch (error) {
    return wrong(`it is no bundle of Sigstore: ${reasonOf(error)}`);
  }
  // An attestation carries what it is for in itself: verifying it says nothing of these files.
  if (bundle.content.$case !== "messageSignature")
    return wrong("it is another kind of bundle than a signature of the files");
  try {
    const material = toTrustMaterial(TrustedRoot.fromJSON(root));
    const verifier = new Verifier(material, {
      tlogThreshold: 1,
      ctlogThreshold: 1,
      timestampThreshold: 1,
    });
    const statement = Buffer.from(statementOf(release, ALGORITHM));
    const { identity } = verifier.verify(toSignedEntity(bundle, statement));
    const name = identity?.subjectAlternativeName;
    const issuer = identity?.extensions?.issuer;
    if (name === undefined || issuer === undefined) return wrong("it names no identity");
    return { kind: "signed", identity: name, issuer };
  } catch (error) {
    return wrong(reasonOf(error));
  }
}

function wrong(reason: string): BundleCheck {
  return { kind: "wrong", reason };
}

export interface SigstoreOptions {
  /** Token of OpenID Connect for whoever signs; where absent, that of a build service. */
  readonly identityToken?: string;
  readonly fulcioUrl?: string;
  readonly rekorUrl?: string;
}

/** Signs with a key that lives for this moment, and a certificate that says whose it was. */
export async function signBundle(
  release: SignedRelease,
  { identityToken, fulcioUrl, rekorUrl }: SigstoreOptions = {},
): Promise<string> {
  const [{ bundleToJSON }, sign] = await Promise.all([
    import("@sigstore/bundle"),
    import("@sigstore/sign"),
  ]);
  const identityProvider =
    identityToken === undefined
      ? new sign.CIContextProvider("sigstore")
      : { getToken: () => Promise.resolve(identityToken) };
  const builder = new sign.MessageSignatureBundleBuilder({
    signer: new sign.FulcioSigner({
      identityProvider,
      fulcioBaseURL: fulcioUrl ?? sign.DEFAULT_FULCIO_URL,
    }),
    witnesses: [new sign.RekorWitness({ rekorBaseURL: rekorUrl ?? sign.DEFAULT_REKOR_URL })],
  });
  try {
    const data = Buffer.from(statementOf(release, ALGORITHM));
    const bundle: SerializedBundle = bundleToJSON(await builder.create({ data }));
    return `${JSON.stringify(bundle, undefined, 2)}\n`;
  } catch (error) {
    throw registryError(
      registryCodes.signingFailed,
      `Signing with Sigstore failed: ${reasonOf(error)}.`,
      {
        hint: "It needs the network and an identity: set `SIGSTORE_ID_TOKEN`, or run it in a build service that has one.",
        cause: error,
      },
    );
  }
}
