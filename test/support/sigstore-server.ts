/** The authority and the log of Sigstore on loopback, with keys of their own, and the root that trusts them. */
import { createHash, generateKeyPairSync, type KeyObject } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import { HashAlgorithm, PublicKeyDetails, TrustedRoot } from "@sigstore/protobuf-specs";
import {
  fulcioHandler,
  initializeCA,
  initializeCTLog,
  initializeTLog,
  rekorHandler,
} from "@sigstore/mock";

export interface SigstoreServer {
  readonly url: string;
  /** As Sigstore publishes its own. */
  readonly root: unknown;
  /** A token of OpenID Connect for somebody; nobody checks who made it. */
  readonly tokenFor: (identity: string) => string;
  readonly close: () => Promise<void>;
}

const ISSUER = "https://issuer.example.org";

function pair(): { readonly publicKey: KeyObject; readonly privateKey: KeyObject } {
  return generateKeyPairSync("ec", { namedCurve: "prime256v1" });
}

export async function startSigstore(): Promise<SigstoreServer> {
  const certificateLog = await initializeCTLog(pair());
  const authority = await initializeCA(pair(), certificateLog);
  const log = await initializeTLog("https://rekor.example.org", pair());
  const handlers = [fulcioHandler(authority), rekorHandler(log)];
  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const handler = handlers.find(({ path }) => path === request.url);
      const answer = await handler?.fn(Buffer.concat(chunks).toString());
      response.writeHead(answer?.statusCode ?? 404, { "content-type": "application/json" });
      response.end(answer?.response ?? "");
    })().catch(() => response.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    root: rootOf(Buffer.from(authority.rootCertificate.buffer), log.publicKey, certificateLog),
    tokenFor: (identity) =>
      [{ alg: "none" }, { iss: ISSUER, sub: identity, aud: "sigstore" }, {}]
        .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
        .join("."),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

function rootOf(
  certificate: Buffer,
  logKey: Buffer,
  certificateLog: { readonly publicKey: Buffer; readonly logID: ArrayBufferView },
): unknown {
  const start = new Date(Date.now() - 60_000);
  const logOf = (rawBytes: Buffer, keyId: Buffer, baseUrl: string): object => ({
    baseUrl,
    hashAlgorithm: HashAlgorithm.SHA2_256,
    publicKey: {
      rawBytes,
      keyDetails: PublicKeyDetails.PKIX_ECDSA_P256_SHA_256,
      validFor: { start },
    },
    logId: { keyId },
    operator: "",
  });
  const keyId = createHash("sha256").update(logKey).digest();
  const { logID } = certificateLog;
  const root = {
    mediaType: "application/vnd.dev.sigstore.trustedroot+json;version=0.1",
    tlogs: [logOf(logKey, keyId, "https://rekor.example.org")],
    ctlogs: [
      logOf(certificateLog.publicKey, Buffer.from(logID.buffer), "https://ctlog.example.org"),
    ],
    certificateAuthorities: [
      {
        subject: { commonName: "test", organization: "test" },
        uri: "https://fulcio.example.org",
        certChain: { certificates: [{ rawBytes: certificate }] },
        validFor: { start },
        operator: "",
      },
    ],
    timestampAuthorities: [],
  };
  // Fields that are absent are the same as those that are empty.
  return TrustedRoot.toJSON(root as unknown as TrustedRoot);
}
