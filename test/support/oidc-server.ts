/** A small service that says who somebody is, over OpenID Connect: codes, PKCE, signed tokens. */
import { createHash, randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { onTestFinished } from "vitest";

export interface Person {
  readonly sub: string;
  readonly [claim: string]: unknown;
}

export interface OidcServer {
  readonly issuer: string;
  /** Logs a person in, as the page of the service would: where the browser is led back to. */
  readonly logIn: (asked: string, person: Person) => URL;
  /** What is changed of tokens before they are signed. */
  readonly change: (claims: object) => void;
}

interface Code {
  readonly asked: URLSearchParams;
  readonly person: Person;
}

export async function openOidcServer(client: {
  readonly id: string;
  readonly secret: string;
}): Promise<OidcServer> {
  const { publicKey, privateKey } = await generateKeyPair("RS256");
  const codes = new Map<string, Code>();
  let more: object = {};
  const server = createServer((request, response) => {
    const answer = (value: object, status = 200): void => {
      response.writeHead(status, { "content-type": "application/json" });
      response.end(JSON.stringify(value));
    };
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      void respond(request.url ?? "", Buffer.concat(parts).toString()).then(
        (value) => answer(value, "error" in value ? 400 : 200),
        (error: unknown) => answer({ error: String(error) }, 500),
      );
    });
  });
  server.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  onTestFinished(() => void server.close());
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function respond(path: string, text: string): Promise<object> {
    if (path === "/.well-known/openid-configuration")
      return {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        response_types_supported: ["code"],
        subject_types_supported: ["public"],
        id_token_signing_alg_values_supported: ["RS256"],
        token_endpoint_auth_methods_supported: ["client_secret_post"],
      };
    if (path === "/keys")
      return { keys: [{ ...(await exportJWK(publicKey)), kid: "1", alg: "RS256", use: "sig" }] };
    if (path !== "/token") return { error: "not_found" };
    const given = new URLSearchParams(text);
    const code = codes.get(given.get("code") ?? "");
    codes.delete(given.get("code") ?? "");
    const challenge = createHash("sha256")
      .update(given.get("code_verifier") ?? "")
      .digest("base64url");
    const isGood =
      code !== undefined &&
      given.get("client_id") === client.id &&
      given.get("client_secret") === client.secret &&
      given.get("redirect_uri") === code.asked.get("redirect_uri") &&
      challenge === code.asked.get("code_challenge");
    if (!isGood) return { error: "invalid_grant" };
    const token = await new SignJWT({
      ...code.person,
      nonce: code.asked.get("nonce") ?? "",
      ...more,
    })
      .setProtectedHeader({ alg: "RS256", kid: "1" })
      .setIssuer(issuer)
      .setAudience(client.id)
      .setIssuedAt()
      .setExpirationTime("5m")
      .sign(privateKey);
    return { access_token: randomUUID(), token_type: "Bearer", expires_in: 60, id_token: token };
  }

  return {
    issuer,
    logIn: (asked, person) => {
      const params = new URL(asked).searchParams;
      const code = randomUUID();
      codes.set(code, { asked: params, person });
      const back = new URL(params.get("redirect_uri") ?? "");
      back.searchParams.set("code", code);
      back.searchParams.set("state", params.get("state") ?? "");
      return back;
    },
    change: (claims) => {
      more = claims;
    },
  };
}
