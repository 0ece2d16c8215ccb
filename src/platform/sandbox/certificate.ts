import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import { isIP } from "node:net";

/** Certificates for one run, so that the proxy can see the methods of requests over TLS. */
export interface Authority {
  /** The certificate of the authority itself, which is trusted in the sandbox alone. */
  readonly certificate: string;
  /** A certificate with key for one host. */
  readonly issue: (host: string) => { readonly certificate: string; readonly key: string };
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Makes an authority that lives in memory; its key never touches a file. */
export function createAuthority(now: number): Authority {
  const keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const name = "Skillwright sandbox";
  const identity = keyId(keys.publicKey);
  const own = buildCertificate({
    subject: name,
    issuer: name,
    publicKey: keys.publicKey,
    signer: keys.privateKey,
    now,
    extensions: [
      extension(OID.basicConstraints, sequence(BOOLEAN_TRUE), true),
      extension(OID.keyUsage, tagged(0x03, Buffer.from([0x01, 0x06])), true),
      extension(OID.subjectKey, tagged(0x04, identity)),
    ],
  });
  // One key serves all hosts of the run: it is as short-lived as the authority.
  const leaf = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const key = leaf.privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  return {
    certificate: own,
    issue: (host) => ({
      key,
      certificate: buildCertificate({
        subject: "Skillwright sandbox host",
        issuer: name,
        publicKey: leaf.publicKey,
        signer: keys.privateKey,
        now,
        extensions: [
          extension(OID.basicConstraints, sequence(), true),
          extension(OID.keyUsage, tagged(0x03, Buffer.from([0x07, 0x80])), true),
          extension(OID.extendedUsage, sequence(OID.serverUse)),
          extension(OID.subjectKey, tagged(0x04, keyId(leaf.publicKey))),
          extension(OID.authorityKey, sequence(tagged(0x80, identity))),
          extension(OID.alternativeName, sequence(alternativeName(host))),
        ],
      }),
    }),
  };
}

interface CertificateOptions {
  readonly subject: string;
  readonly issuer: string;
  readonly publicKey: KeyObject;
  readonly signer: KeyObject;
  readonly now: number;
  readonly extensions: readonly Buffer[];
}

function buildCertificate(parts: CertificateOptions): string {
  const algorithm = sequence(OID.ecdsaWithSha256);
  const serial = randomBytes(16);
  // A serial number is positive and its first byte is not zero.
  serial[0] = ((serial[0] ?? 0) & 0x3f) | 0x40;
  const body = sequence(
    tagged(0xa0, tagged(0x02, Buffer.from([2]))),
    tagged(0x02, serial),
    algorithm,
    encodeName(parts.issuer),
    sequence(time(parts.now - DAY_MS), time(parts.now + 30 * DAY_MS)),
    encodeName(parts.subject),
    parts.publicKey.export({ type: "spki", format: "der" }),
    tagged(0xa3, sequence(...parts.extensions)),
  );
  const signature = sign("sha256", body, parts.signer);
  const whole = sequence(
    body,
    algorithm,
    tagged(0x03, Buffer.concat([Buffer.from([0]), signature])),
  );
  const lines = whole.toString("base64").match(/.{1,64}/gu) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join("\n")}\n-----END CERTIFICATE-----\n`;
}

function keyId(key: KeyObject): Buffer {
  return createHash("sha1")
    .update(key.export({ type: "spki", format: "der" }))
    .digest();
}

function tagged(tag: number, content: Buffer): Buffer {
  return Buffer.concat([Buffer.from([tag]), encodeLength(content.length), content]);
}

function encodeLength(length: number): Buffer {
  if (length < 0x80) return Buffer.from([length]);
  if (length < 0x100) return Buffer.from([0x81, length]);
  return Buffer.from([0x82, length >> 8, length & 0xff]);
}

function sequence(...items: readonly Buffer[]): Buffer {
  return tagged(0x30, Buffer.concat(items));
}

const BOOLEAN_TRUE: Buffer = tagged(0x01, Buffer.from([0xff]));

/** Object identifiers, encoded. */
const OID = {
  ecdsaWithSha256: Buffer.from("06082a8648ce3d040302", "hex"),
  commonName: Buffer.from("0603550403", "hex"),
  basicConstraints: Buffer.from("0603551d13", "hex"),
  keyUsage: Buffer.from("0603551d0f", "hex"),
  extendedUsage: Buffer.from("0603551d25", "hex"),
  alternativeName: Buffer.from("0603551d11", "hex"),
  subjectKey: Buffer.from("0603551d0e", "hex"),
  authorityKey: Buffer.from("0603551d23", "hex"),
  serverUse: Buffer.from("06082b06010505070301", "hex"),
} as const;

function extension(id: Buffer, value: Buffer, isCritical = false): Buffer {
  return sequence(id, ...(isCritical ? [BOOLEAN_TRUE] : []), tagged(0x04, value));
}

function encodeName(text: string): Buffer {
  return sequence(tagged(0x31, sequence(OID.commonName, tagged(0x0c, Buffer.from(text)))));
}

function time(milliseconds: number): Buffer {
  const digits = new Date(milliseconds).toISOString().replace(/[-:T]|\.\d+/gu, "");
  return tagged(0x18, Buffer.from(digits));
}

function alternativeName(host: string): Buffer {
  const family = isIP(host);
  if (family === 0) return tagged(0x82, Buffer.from(host));
  return tagged(
    0x87,
    family === 4 ? Buffer.from(host.split(".").map(Number)) : encodeAddress(host),
  );
}

function groups(text: string): readonly string[] {
  return text === "" ? [] : text.split(":");
}

/** An address of IPv6 as its 16 bytes. */
function encodeAddress(address: string): Buffer {
  const [head = "", tail] = address.split("::");
  const [first, last] = [groups(head), tail === undefined ? [] : groups(tail)];
  const zeros = tail === undefined ? 0 : 8 - first.length - last.length;
  const all = [...first, ...Array.from({ length: zeros }, () => "0"), ...last];
  return Buffer.from(all.map((group) => group.padStart(4, "0")).join(""), "hex");
}
