import { createServer } from "node:http";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { exportJWK, exportSPKI, generateKeyPair, type JWK, SignJWT } from "jose";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { temporaryFolder } from "../../../test/support/program.ts";
import { type AccessOptions, httpAccess } from "./access.ts";
import { createResourceServer, type ResourceServerOptions } from "./resource-server.ts";

const ISSUER = "https://issuer.example";
const RESOURCE = "https://skills.example/mcp";
const METADATA = "https://skills.example/.well-known/oauth-protected-resource/mcp";

type Pair = Awaited<ReturnType<typeof generateKeyPair>>;

let first: Pair;
let second: Pair;

beforeAll(async () => {
  first = await generateKeyPair("ES256", { extractable: true });
  second = await generateKeyPair("EdDSA", { extractable: true });
});

async function publicKey({ publicKey: key }: Pair, kid: string): Promise<JWK> {
  return { ...(await exportJWK(key)), kid, use: "sig" };
}

/** A key set on this machine, whose keys can change while it is served. */
async function serveKeys(keys: JWK[]) {
  let asked = 0;
  const server = createServer((_request, response) => {
    asked += 1;
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ keys }));
  });
  await new Promise<void>((settle) => {
    server.listen(0, "127.0.0.1", settle);
  });
  const stop = (): void => {
    server.closeAllConnections();
    server.close();
  };
  onTestFinished(stop);
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("No port was given.");
  return { url: `http://127.0.0.1:${address.port}/jwks.json`, keys, asked: () => asked, stop };
}

interface Claims {
  readonly issuer?: string;
  readonly audience?: string | string[];
  readonly scope?: string;
  readonly scp?: readonly string[];
  readonly expires?: number | undefined;
  readonly notBefore?: number;
  readonly kid?: string;
  readonly alg?: string;
  readonly key?: Pair;
}

const soon = (): number => Math.floor(Date.now() / 1000) + 300;

async function token(claims: Claims = {}): Promise<string> {
  const { key = first, kid = "first", alg = "ES256", scope = "skills:read", scp } = claims;
  const jwt = new SignJWT(scp === undefined ? { scope } : { scp })
    .setProtectedHeader({ alg, kid })
    .setIssuer(claims.issuer ?? ISSUER)
    .setAudience(claims.audience ?? RESOURCE)
    .setSubject("somebody");
  if (claims.notBefore !== undefined) jwt.setNotBefore(claims.notBefore);
  if (!("expires" in claims)) jwt.setExpirationTime(soon());
  else if (claims.expires !== undefined) jwt.setExpirationTime(claims.expires);
  return jwt.sign(key.privateKey);
}

async function ask(options: Partial<ResourceServerOptions>, authorization?: string) {
  const { authorize } = createResourceServer({
    issuer: ISSUER,
    keys: "",
    resource: RESOURCE,
    ...options,
  });
  return authorize(
    new Request("https://skills.example/mcp", {
      method: "POST",
      headers: authorization === undefined ? {} : { authorization },
    }),
  );
}

/** Status and challenge of a refusal, or what is known of who asks. */
async function verdict(keys: string, claims: Claims) {
  const answer = await ask({ keys, cooldownMs: 0 }, `Bearer ${await token(claims)}`);
  if (!(answer instanceof Response)) return answer.authInfo;
  return { status: answer.status, challenge: answer.headers.get("www-authenticate") };
}

describe("a resource server", () => {
  it("takes a token that was made for it", async () => {
    const { url } = await serveKeys([await publicKey(first, "first")]);
    expect(await verdict(url, { audience: ["https://other.example", RESOURCE] })).toMatchObject({
      clientId: "somebody",
      scopes: ["skills:read"],
      extra: { sub: "somebody" },
    });
    expect(await verdict(url, { scp: ["skills:read", "more"] })).toMatchObject({
      scopes: ["skills:read", "more"],
    });
  });

  it("tells whoever has no token where to get one, and names no error", async () => {
    const { url } = await serveKeys([await publicKey(first, "first")]);
    const answer = await ask({ keys: url });
    expect(answer).toMatchObject({ status: 401 });
    expect((answer as Response).headers.get("www-authenticate")).toBe(
      `Bearer scope="skills:read", resource_metadata="${METADATA}"`,
    );
  });

  it.each<[string, Claims, number, string]>([
    ["has expired", { expires: 1_000_000_000 }, 401, "The token has expired."],
    ["never expires", { expires: undefined }, 401, "The claim exp is not as expected."],
    ["was made for another server", { audience: "https://x.example" }, 401, "The claim aud"],
    ["was made by another issuer", { issuer: "https://x.example" }, 401, "The claim iss"],
    ["does not hold yet", { notBefore: soon() }, 401, "The claim nbf"],
    ["lacks the scope", { scope: "skills:write" }, 403, "insufficient_scope"],
    ["names a key that is not known", { kid: "other" }, 401, "not one of the issuer"],
  ])("refuses a token that %s", async (_what, claims, status, text) => {
    const { url } = await serveKeys([await publicKey(first, "first")]);
    const refused = await verdict(url, claims);
    expect(refused).toMatchObject({ status });
    const { challenge } = refused as { readonly challenge: string };
    expect(challenge).toContain(text);
    expect(challenge).toContain(`scope="skills:read"`);
    expect(challenge).toContain(`resource_metadata="${METADATA}"`);
  });

  it("refuses a token with another key's signature, with none, and what is no token", async () => {
    const { url } = await serveKeys([await publicKey(first, "first")]);
    expect(await verdict(url, { key: second, alg: "EdDSA" })).toMatchObject({ status: 401 });
    const [head, body] = [{ alg: "none" }, { iss: ISSUER, aud: RESOURCE, exp: soon() }].map(
      (part) => Buffer.from(JSON.stringify(part)).toString("base64url"),
    );
    for (const authorization of [`Bearer ${head}.${body}.`, "Bearer x", "Basic eDp5", "Bearer"])
      expect(await ask({ keys: url }, authorization)).toMatchObject({ status: 401 });
  });

  it("takes a shared secret for no key, whatever the token says", async () => {
    const { url } = await serveKeys([
      { kty: "oct", k: "c2VjcmV0LXNlY3JldC1zZWNyZXQtc2VjcmV0", kid: "s" },
    ]);
    const secret = Buffer.from("secret-secret-secret-secret");
    const made = await new SignJWT({ scope: "skills:read" })
      .setProtectedHeader({ alg: "HS256", kid: "s" })
      .setIssuer(ISSUER)
      .setAudience(RESOURCE)
      .setExpirationTime(soon())
      .sign(secret);
    expect(await ask({ keys: url }, `Bearer ${made}`)).toMatchObject({ status: 401 });
  });

  it("fetches the keys anew when a token names one that it does not know", async () => {
    const served = await serveKeys([await publicKey(first, "first")]);
    const { authorize } = createResourceServer({
      issuer: ISSUER,
      keys: served.url,
      resource: RESOURCE,
      cooldownMs: 0,
    });
    const request = async (claims: Claims) =>
      authorize(
        new Request(RESOURCE, { headers: { authorization: `Bearer ${await token(claims)}` } }),
      );
    expect(await request({})).toHaveProperty("authInfo");
    expect(await request({})).toHaveProperty("authInfo");
    expect(served.asked()).toBe(1);
    const rotated: Claims = { key: second, kid: "second", alg: "EdDSA" };
    expect(await request(rotated)).toMatchObject({ status: 401 });
    served.keys.splice(0, 1, await publicKey(second, "second"));
    expect(await request(rotated)).toHaveProperty("authInfo");
    expect(await request({})).toMatchObject({ status: 401 });
  });

  it("blames itself where the keys cannot be had", async () => {
    const served = await serveKeys([]);
    served.stop();
    expect(await verdict(served.url, {})).toMatchObject({ status: 500 });
  });

  it("takes keys from a file, as a set or as PEM, and reads it again when it changes", async () => {
    const file = join(temporaryFolder(), "keys");
    writeFileSync(file, JSON.stringify({ keys: [await publicKey(first, "first")] }));
    const { authorize } = createResourceServer({
      issuer: ISSUER,
      keys: file,
      resource: RESOURCE,
    });
    const request = async (claims: Claims) =>
      authorize(
        new Request(RESOURCE, { headers: { authorization: `Bearer ${await token(claims)}` } }),
      );
    expect(await request({})).toHaveProperty("authInfo");
    writeFileSync(file, await exportSPKI(second.publicKey));
    expect(await request({ key: second, kid: "any", alg: "EdDSA" })).toHaveProperty("authInfo");
    expect(await request({})).toMatchObject({ status: 401 });
  });

  it.each([
    ["no keys", '{"keys":[]}'],
    ["a secret", '{"kty":"oct","k":"AAAA"}'],
    ["a private key", '{"kty":"OKP","crv":"Ed25519","x":"AAAA","d":"AAAA"}'],
    ["nonsense", "nonsense"],
  ])("does not start with a file of %s", async (_what, content) => {
    const file = join(temporaryFolder(), "keys");
    writeFileSync(file, content);
    await expect(ask({ keys: file })).rejects.toMatchObject({
      diagnostic: { code: "oauth/unusable-keys" },
    });
  });

  it.each([
    [{ issuer: "http://issuer.example" }],
    [{ resource: "http://skills.example/mcp" }],
    [{ keys: "http://issuer.example/jwks" }],
  ])("does not start with %j", async (options) => {
    await expect(ask({ keys: "https://issuer.example/jwks", ...options })).rejects.toMatchObject({
      diagnostic: { code: "oauth/insecure-address" },
    });
  });

  it("shows its metadata to everyone, under both addresses", async () => {
    const { otherRoutes } = createResourceServer({
      issuer: ISSUER,
      keys: "https://issuer.example/jwks",
      resource: RESOURCE,
      scopes: ["skills:read", "skills:more"],
    });
    for (const path of ["", "/mcp"]) {
      const url = `https://skills.example/.well-known/oauth-protected-resource${path}`;
      const answer = otherRoutes(new Request(url));
      expect(await answer?.json()).toEqual({
        resource: RESOURCE,
        authorization_servers: [ISSUER],
        scopes_supported: ["skills:read", "skills:more"],
        bearer_methods_supported: ["header"],
        resource_name: "Skills at skills.example",
      });
    }
    expect(otherRoutes(new Request(METADATA, { method: "POST" }))?.status).toBe(405);
    expect(otherRoutes(new Request(RESOURCE))).toBeUndefined();
  });
});

describe("access to an address", () => {
  const auth = { issuer: ISSUER, keys: "https://issuer.example/jwks" };

  it.each<[AccessOptions]>([
    [{ host: "127.0.0.1", port: 1 }],
    [{ host: "::1", port: 1 }],
    [{ host: "localhost", port: 1 }],
  ])("%j needs no token", (options) => {
    expect(httpAccess(options).authorize).toBeUndefined();
  });

  it.each<[AccessOptions]>([
    [{ host: "0.0.0.0", port: 1 }],
    [{ host: "::", port: 1 }],
    [{ host: "192.0.2.1", port: 1 }],
    [{ host: "0.0.0.0", port: 1, isWithoutAuth: true }],
    [{ host: "0.0.0.0", port: 1, allowsEveryone: true }],
  ])("%j is refused", (options) => {
    expect(() => httpAccess(options)).toThrow(
      expect.objectContaining({
        diagnostic: expect.objectContaining({
          code: "oauth/open-address",
          hint: expect.stringContaining("`--without-auth` and `--allow-everyone`"),
        }),
      }),
    );
  });

  it("is open where that is said twice", () => {
    const access = httpAccess({
      host: "0.0.0.0",
      port: 1,
      isWithoutAuth: true,
      allowsEveryone: true,
      allowedHosts: ["skills.example"],
    });
    expect(access.authorize).toBeUndefined();
    expect(access.allowedHosts).toContain("skills.example");
  });

  it("is guarded by tokens, and known by the name that they are made for", () => {
    const access = httpAccess({ host: "0.0.0.0", port: 1, ...auth, resource: RESOURCE });
    expect(access.authorize).toBeTypeOf("function");
    expect(access.allowedHosts).toContain("skills.example");
  });

  it.each<[AccessOptions]>([
    [{ host: "127.0.0.1", port: 1, issuer: ISSUER }],
    [{ host: "0.0.0.0", port: 1, ...auth }],
    [{ host: "127.0.0.1", port: 0, ...auth }],
    [{ host: "127.0.0.1", port: 1, keys: "file" }],
  ])("%j lacks something", (options) => {
    expect(() => httpAccess(options)).toThrow(
      expect.objectContaining({
        diagnostic: expect.objectContaining({ code: "oauth/missing-setting" }),
      }),
    );
  });
});
