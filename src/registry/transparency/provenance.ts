/** Where a version was built, in the form of others: SLSA in an in-toto statement, signed in a bundle of Sigstore. */
import type { KeyPair } from "../../platform/signing/index.ts";
import { signBytes } from "../../platform/signing/index.ts";
import type { VersionRecord } from "../contract/index.ts";
import { formatNoteKey } from "./note.ts";

const PAYLOAD_TYPE = "application/vnd.in-toto+json";
const GITHUB = "https://token.actions.githubusercontent.com";

/** What the registry was attested of a build, for the archive that it gives to everybody. */
export function formatProvenance(record: VersionRecord): object | undefined {
  const { provenance, fullName, version, archives } = record;
  if (provenance === undefined) return undefined;
  const { issuer, repository, workflow, ref, commit, run } = provenance;
  const isGitHub = issuer === GITHUB;
  const host = isGitHub ? "https://github.com" : new URL(issuer).origin;
  const source = `${host}/${repository}`;
  return {
    _type: "https://in-toto.io/Statement/v1",
    subject: [
      {
        name: `${fullName}@${version}`,
        digest: { sha256: archives.folder.digest.replace("sha256:", "") },
      },
    ],
    predicateType: "https://slsa.dev/provenance/v1",
    predicate: {
      buildDefinition: {
        buildType: isGitHub
          ? "https://actions.github.io/buildtypes/workflow/v1"
          : `${host}/workflow`,
        externalParameters: { workflow: { ref: ref ?? null, repository: source, path: workflow } },
        resolvedDependencies: [
          {
            uri: `git+${source}${ref === undefined ? "" : `@${ref}`}`,
            ...(commit === undefined ? {} : { digest: { gitCommit: commit } }),
          },
        ],
      },
      runDetails: {
        // Whose word it is: the registry has checked the token of this issuer, and not the build itself.
        builder: { id: issuer },
        metadata: {
          ...(run === undefined
            ? {}
            : { invocationId: isGitHub ? `${source}/actions/runs/${run}` : run }),
          finishedOn: record.createdAt,
        },
      },
    },
  };
}

/** A bundle that verifiers of Sigstore read, with the key of a log in place of a certificate. */
export function signBundle(statement: object, name: string, pair: KeyPair): object {
  const payload = Buffer.from(JSON.stringify(statement));
  // As DSSE joins a type with a body before it is signed.
  const signed = Buffer.concat([
    Buffer.from(`DSSEv1 ${PAYLOAD_TYPE.length} ${PAYLOAD_TYPE} ${payload.length} `),
    payload,
  ]);
  const hint = formatNoteKey({ name, publicBytes: pair.publicBytes });
  return {
    mediaType: "application/vnd.dev.sigstore.bundle.v0.3+json",
    verificationMaterial: { publicKey: { hint }, tlogEntries: [] },
    dsseEnvelope: {
      payload: payload.toString("base64"),
      payloadType: PAYLOAD_TYPE,
      signatures: [{ sig: Buffer.from(signBytes(pair, signed)).toString("base64"), keyid: hint }],
    },
  };
}
