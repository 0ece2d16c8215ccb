/** Signatures of Sigstore and GPG, made by the real libraries and verified by the built program. */
import { readFileSync, writeFileSync } from "node:fs";
import { bundleToJSON } from "@sigstore/bundle";
import { DSSEBundleBuilder, FulcioSigner, RekorWitness } from "@sigstore/sign";
import { createMessage, generateKey, readKey, readPrivateKey, sign } from "openpgp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newKeyPair } from "../src/platform/signing/index.ts";
import { type Playground, playground } from "./support/program.ts";
import { useProgram } from "./support/running.ts";
import { type SigstoreServer, startSigstore } from "./support/sigstore-server.ts";

const { run } = useProgram();
const WHO = "https://example.org/ada";
const ISSUER = "https://issuer.example.org";
const SKILL =
  "---\nname: letters\nversion: 1.0.0\ndescription: Writes.\nauthor: me\nlicense: MIT\npermissions: [filesystem:none]\nsecurity_tier: verified\ntools: [{ name: a }]\n---\n# Letters\n";

function begin(): Playground {
  return playground({ "letters/SKILL.md": SKILL, "letters/notes.md": "Notes.\n" });
}

interface Verdict {
  readonly kind: string;
  readonly keyId?: string;
  readonly attests?: string;
  readonly enforced: string | null;
  readonly reason?: string;
}

function verify(ground: Playground, words: readonly string[] = []): Verdict {
  return JSON.parse(ground.run(["verify", "letters", "--json", ...words]).stdout) as Verdict;
}

function newKey(): string {
  return Buffer.from(newKeyPair().publicBytes).toString("base64");
}

describe("Sigstore", () => {
  let sigstore: SigstoreServer;
  beforeAll(async () => {
    sigstore = await startSigstore();
  });
  afterAll(async () => {
    await sigstore.close();
  });

  async function signed(): Promise<Playground> {
    const ground = begin();
    writeFileSync(ground.path("root.json"), JSON.stringify(sigstore.root));
    const words = [
      "sign",
      "letters",
      "--sigstore",
      "--fulcio",
      sigstore.url,
      "--rekor",
      sigstore.url,
    ];
    const ran = await run(words, {
      folder: ground.folder,
      environment: { SIGSTORE_ID_TOKEN: sigstore.tokenFor(WHO) },
    });
    expect([ran.code, ran.output]).toEqual([0, expect.stringContaining("Signed `letters` 1.0.0")]);
    return ground;
  }
  const root = ["--trusted-root", "root.json"];

  it("[GA-06] attests the tier of an identity that is trusted, offline", async () => {
    const ground = await signed();
    const keyId = `sigstore:${ISSUER}#${WHO}`;
    expect(verify(ground, root)).toMatchObject({ kind: "signed", keyId, attests: "experimental" });
    ground.run(["trust", "add", WHO, "--issuer", ISSUER, "--role", "amd"]);
    expect(verify(ground, root)).toMatchObject({ attests: "verified", enforced: "verified" });
    // A file that somebody took for the key of a publisher must not replace them.
    const mistaken = ground.run(["trust", "add", "root.json"]);
    expect(mistaken).toMatchObject({ code: 2, stderr: expect.stringContaining("--sigstore-root") });
    expect(ground.run(["trust", "list"]).stdout).not.toContain("sigstore-root");
    expect(ground.run(["trust", "add", "letters/notes.md", "--sigstore-root"]).code).toBe(2);
    // Where it is trusted for good, loading counts it too.
    ground.run(["trust", "add", "root.json", "--sigstore-root"]);
    expect(ground.run(["permissions", "letters"]).stdout).toContain("verified");
    ground.run(["trust", "remove", "sigstore-root"]);
    ground.run(["trust", "remove", keyId]);
    ground.run(["trust", "add", WHO, "--issuer", "https://other.example.org"]);
    expect(verify(ground, root)).toMatchObject({ attests: "experimental" });
  });

  it("[GA-15] is wrong for changed files, a changed bundle and authorities that do not count", async () => {
    const ground = await signed();
    expect(verify(ground)).toMatchObject({ kind: "wrong", enforced: null });
    const file = ground.path("letters/SIGNATURE.sigstore.json");
    const bundle = readFileSync(file, "utf8");
    writeFileSync(file, bundle.replace(/"signature": "..../u, '"signature": "AAAA'));
    expect(verify(ground, root)).toMatchObject({ kind: "wrong" });
    writeFileSync(file, "no JSON");
    expect(verify(ground, root).reason).toContain("it is no bundle of Sigstore");
    writeFileSync(file, bundle);
    expect(verify(ground, root).kind).toBe("signed");
    ground.write("letters/notes.md", "Other notes.\n");
    expect(verify(ground, root)).toMatchObject({ kind: "wrong", enforced: null });
  });

  it("[GA-15] is wrong where it is for something else, whatever kind of bundle that is", async () => {
    const ground = begin();
    writeFileSync(ground.path("root.json"), JSON.stringify(sigstore.root));
    // An attestation as build services publish them, made by the very identity that is trusted here.
    const builder = new DSSEBundleBuilder({
      signer: new FulcioSigner({
        identityProvider: { getToken: () => Promise.resolve(sigstore.tokenFor(WHO)) },
        fulcioBaseURL: sigstore.url,
      }),
      witnesses: [new RekorWitness({ rekorBaseURL: sigstore.url, entryType: "intoto" })],
    });
    const statement = '{"_type":"https://in-toto.io/Statement/v1","subject":[]}';
    const type = "application/vnd.in-toto+json";
    const attestation = await builder.create({ data: Buffer.from(statement), type });
    ground.write("letters/SIGNATURE.sigstore.json", JSON.stringify(bundleToJSON(attestation)));
    ground.run(["trust", "add", WHO, "--issuer", ISSUER, "--role", "amd"]);
    expect(verify(ground, root)).toMatchObject({ kind: "wrong", enforced: null });
    expect(verify(ground, root).reason).toContain("another kind");
  });

  it("says what it needs where nobody is known", async () => {
    const ground = begin();
    const ran = await run(["sign", "letters", "--sigstore"], { folder: ground.folder });
    expect([ran.code, ran.output]).toEqual([1, expect.stringContaining("SIGSTORE_ID_TOKEN")]);
  });
});

describe("GPG", () => {
  it("[GA-06] verifies a detached signature by a key that is trusted", async () => {
    const ground = begin();
    const { privateKey, publicKey } = await generateKey({
      userIDs: [{ name: "Ada", email: "ada@example.org" }],
    });
    const statement = ground.run(["sign", "letters", "--statement"]).stdout;
    const signature = await sign({
      message: await createMessage({ binary: new TextEncoder().encode(statement) }),
      signingKeys: await readPrivateKey({ armoredKey: privateKey }),
      detached: true,
    });
    ground.write("letters/SIGNATURE.asc", String(signature));
    const unknown = verify(ground);
    expect(unknown).toMatchObject({ kind: "unsigned", attests: "experimental" });
    const keyId = (await readKey({ armoredKey: publicKey })).getKeyID().toHex();
    expect(ground.run(["verify", "letters"]).stdout).toContain(
      `signed by GPG with the key ${keyId}, which is not trusted here, so the signature cannot be checked`,
    );
    ground.write("ada.asc", publicKey);
    expect(ground.run(["trust", "add", "ada.asc"]).stdout).toContain("Ada <ada@example.org>");
    expect(verify(ground)).toMatchObject({ kind: "signed", attests: "community" });
    ground.write("letters/notes.md", "Other notes.\n");
    expect(verify(ground)).toMatchObject({ kind: "wrong", enforced: null });
  });

  it("[BX-14] a key that calls itself like another publisher becomes that one only by name", async () => {
    const ground = begin();
    const { publicKey } = await generateKey({ userIDs: [{ name: "Acme" }] });
    ground.write("acme.asc", publicKey);
    ground.run(["trust", "add", newKey(), "--publisher", "Acme"]);
    const refused = ground.run(["trust", "add", "acme.asc"]);
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining("--publisher") });
    expect(ground.run(["trust", "list"]).stdout).not.toContain("openpgp");
    expect(ground.run(["trust", "add", "acme.asc", "--publisher", "Acme"])).toMatchObject({
      code: 0,
      stderr: expect.stringContaining("same publisher"),
    });
  });

  it("[BX-14] a key that is typed is never read from a file that is called like it", () => {
    const ground = begin();
    const typed = newKey();
    ground.write(typed, newKey());
    expect(ground.run(["trust", "add", typed, "--json"]).stdout).toContain(typed);
  });
});
