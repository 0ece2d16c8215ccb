/** Builds that publish without a secret: an issuer on this machine says who they are. */
import { createHash, createPublicKey } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { bundleFromJSON } from "@sigstore/bundle";
import { toSignedEntity, Verifier } from "@sigstore/verify";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { afterAll, beforeAll, expect, it } from "vitest";
import { program, runFile } from "../support/clients.ts";
import { temporaryFolder } from "../support/program.ts";
import {
  openRegistry,
  type RegistryServer,
  versionedText,
  writeSkill,
} from "../support/registry-server.ts";

const AUDIENCE = "https://skills.example.org";
const WORKFLOW = ".github/workflows/release.yml";
const { privateKey, publicKey } = await generateKeyPair("RS256");
const stranger = await generateKeyPair("RS256");

let issuer = "";
let registry: RegistryServer;
let ann = "";
let asked = "";

const server = createServer((request, response) => {
  void (async () => {
    const url = new URL(request.url ?? "", "http://127.0.0.1");
    response.setHeader("content-type", "application/json");
    if (url.pathname === "/.well-known/openid-configuration")
      response.end(JSON.stringify({ issuer, jwks_uri: `${issuer}/keys` }));
    else if (url.pathname === "/keys")
      response.end(JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), kid: "1" }] }));
    else {
      // As GitHub Actions gives a token to a step that asks for one.
      asked = `${url.searchParams.get("audience")} ${request.headers.authorization}`;
      response.end(JSON.stringify({ value: await attest() }));
    }
  })();
});

beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  registry = await openRegistry({
    publicUrl: AUDIENCE,
    registry: { buildIssuers: [issuer] },
  });
  ann = await registry.join("ann@example.com", ["registry:write", "registry:keys"]);
  await ask("GET", "/whoami", ann);
  const trusted = await ask("POST", "/publishers/ann/builds", ann, {
    issuer,
    repository: "Acme/letters",
    workflow: WORKFLOW,
    skill: "letters",
  });
  expect(trusted.status).toBe(201);
});

afterAll(async () => {
  await registry.close();
  server.close();
});

interface Claims {
  readonly [claim: string]: string;
}

async function attest(claims: Claims = {}, key = privateKey, audience = AUDIENCE): Promise<string> {
  return await new SignJWT({
    repository: "acme/letters",
    repository_id: "41",
    workflow_ref: `acme/letters/${WORKFLOW}@refs/heads/main`,
    ref: "refs/heads/main",
    sha: "0a1b2c3d4e5f60718293a4b5c6d7e8f901234567",
    run_id: "1234",
    ...claims,
  })
    .setProtectedHeader({ alg: "RS256", kid: "1" })
    .setIssuer(issuer)
    .setAudience(audience)
    .setIssuedAt()
    .setExpirationTime("5m")
    .sign(key);
}

async function ask(method: string, path: string, token?: string, json?: object) {
  const sent = {
    ...(token === undefined ? {} : { token }),
    ...(json === undefined ? {} : { json }),
  };
  const answer = await registry.send(method, `/registry/api/v1${path}`, sent);
  const text = await answer.text();
  return { status: answer.status, json: text === "" ? {} : (JSON.parse(text) as object), text };
}

async function exchange(token: string, publisher = "ann") {
  return await ask("POST", "/builds/token", undefined, { token, publisher });
}

function files(name: string, version: string): object {
  return { version, files: [{ path: "SKILL.md", text: versionedText(name, version) }] };
}

it("[GA-15] gives a token to the build that a publisher trusts, which publishes and does nothing else", async () => {
  const { status, json } = await exchange(await attest());
  expect([status, json]).toEqual([200, expect.objectContaining({ publisher: "ann" })]);
  const { token } = json as { readonly token: string };
  const made = await ask("POST", "/skills", token, files("letters", "1.0.0"));
  expect(made.status).toBe(201);
  expect(made.json).toMatchObject({
    version: {
      full_name: "@ann/letters",
      provenance: {
        issuer,
        repository: "acme/letters",
        workflow: WORKFLOW,
        commit: "0a1b2c3d4e5f60718293a4b5c6d7e8f901234567",
        run: "1234",
      },
    },
  });
  const stated = await registry.send("GET", "/registry/log/statements?of=letters@1.0.0");
  expect(await stated.text()).toContain(String.raw`\"identified\":\"the issuer of a build\"`);
  await checkBundle();
  // Another skill of the publisher, or another thing to do, is not for it.
  expect((await ask("POST", "/skills", token, files("other", "1.0.0"))).status).toBe(403);
  for (const [method, path, body] of [
    ["POST", "/skills/letters/1.0.0/yank", {}],
    ["PUT", "/skills/letters/star", undefined],
    ["DELETE", "/skills/letters", undefined],
  ] as const)
    expect([path, (await ask(method, path, token, body)).status]).toEqual([path, 403]);
  const members = await registry.send("POST", "/api/v1/auth/tokens", {
    token,
    json: { name: "more", scopes: ["registry:write"] },
  });
  expect(members.status).toBe(403);
});

it("[GA-15] knows a workflow by the name of its file, as other services do", async () => {
  const ivy = await registry.join("ivy@example.com", ["registry:write", "registry:keys"]);
  await ask("GET", "/whoami", ivy);
  const build = { issuer, repository: "acme/letters", workflow: "release.yml" };
  expect((await ask("POST", "/publishers/ivy/builds", ivy, build)).status).toBe(201);
  expect((await exchange(await attest(), "ivy")).status).toBe(200);
  for (const workflow of [".github/workflows/old/release.yml", "release.yaml"]) {
    const other = await attest({ workflow_ref: `acme/letters/${workflow}@refs/heads/main` });
    expect((await exchange(other, "ivy")).status).toBe(403);
  }
});

/** By the library of Sigstore, which knows nothing of this registry but its key. */
async function checkBundle(): Promise<void> {
  const vkey = await (await registry.send("GET", "/registry/log/key")).text();
  const raw = Buffer.from(vkey.trim().split("+").slice(2).join("+"), "base64").subarray(1);
  const key = createPublicKey({
    key: Buffer.concat([Buffer.from("302a300506032b6570032100", "hex"), raw]),
    format: "der",
    type: "spki",
  });
  const nobody = { certificateAuthorities: [], timestampAuthorities: [], tlogs: [], ctlogs: [] };
  const verifier = new Verifier(
    { ...nobody, publicKey: () => ({ publicKey: key, validFor: () => true }) },
    { tlogThreshold: 0, ctlogThreshold: 0, tsaThreshold: 0 },
  );
  const { json } = await ask("GET", "/skills/letters/1.0.0/provenance");
  const bundle = bundleFromJSON(json);
  verifier.verify(toSignedEntity(bundle));
  if (bundle.content.$case !== "dsseEnvelope") throw new Error("It is no envelope.");
  const { payload } = bundle.content.dsseEnvelope;
  const archive = await registry.send(
    "GET",
    "/registry/api/v1/skills/letters/download?version=1.0.0",
  );
  const digest = createHash("sha256")
    .update(Buffer.from(await archive.arrayBuffer()))
    .digest("hex");
  expect(JSON.parse(payload.toString())).toMatchObject({
    _type: "https://in-toto.io/Statement/v1",
    subject: [{ name: "@ann/letters@1.0.0", digest: { sha256: digest } }],
    predicateType: "https://slsa.dev/provenance/v1",
    predicate: {
      buildDefinition: {
        externalParameters: { workflow: { path: WORKFLOW, ref: "refs/heads/main" } },
        resolvedDependencies: [
          { digest: { gitCommit: "0a1b2c3d4e5f60718293a4b5c6d7e8f901234567" } },
        ],
      },
      runDetails: { builder: { id: issuer } },
    },
  });
  payload[payload.length - 3] = 33;
  expect(() => verifier.verify(toSignedEntity(bundle))).toThrow(/signature/u);
}

it("[GA-15] gives none to another workflow, repository, audience or signer", async () => {
  const refused = [
    await attest({ workflow_ref: "acme/letters/.github/workflows/test.yml@refs/heads/main" }),
    await attest({ repository: "evil/letters", workflow_ref: `evil/letters/${WORKFLOW}@x` }),
    // Another repository that got the name later.
    await attest({ repository_id: "42" }),
    await attest({}, stranger.privateKey),
    await attest({}, privateKey, "https://other.example.org"),
  ];
  for (const token of refused) expect((await exchange(token)).status).toBe(403);
  expect((await exchange("no.token.at-all")).status).toBe(400);
  const { json } = await ask("GET", "/publishers/ann/builds", ann);
  const [{ id } = { id: "" }] = (json as { readonly builds: readonly { readonly id: string }[] })
    .builds;
  expect((await ask("DELETE", `/publishers/ann/builds/${id}`, ann)).status).toBe(204);
  expect((await exchange(await attest())).status).toBe(403);
});

it("[GA-15] [BX-14] ends what a build was given with the trust in it", async () => {
  const workflow = ".github/workflows/short.yml";
  const build = { issuer, repository: "acme/short", workflow };
  const trusted = await ask("POST", "/publishers/ann/builds", ann, build);
  const { id } = trusted.json as { readonly id: string };
  const attested = await attest({
    repository: "acme/short",
    workflow_ref: `acme/short/${workflow}@refs/heads/main`,
  });
  const { token } = (await exchange(attested)).json as { readonly token: string };
  expect((await ask("POST", "/skills", token, files("short", "1.0.0"))).status).toBe(201);
  expect((await ask("DELETE", `/publishers/ann/builds/${id}`, ann)).status).toBe(204);
  expect((await ask("POST", "/skills", token, files("short", "1.0.1"))).status).toBe(401);
});

it("[GA-15] [BX-14] gives no build to whoever says to trust it as well", async () => {
  const mallory = await registry.join("mallory@example.com", ["registry:write", "registry:keys"]);
  await ask("GET", "/whoami", mallory);
  const build = { issuer, repository: "acme/letters", workflow: WORKFLOW };
  for (const [who, handle] of [
    [ann, "ann"],
    [mallory, "mallory"],
  ] as const)
    expect((await ask("POST", `/publishers/${handle}/builds`, who, build)).status).toBe(201);
  expect((await exchange(await attest())).json).toMatchObject({ publisher: "ann" });
  expect((await ask("POST", "/builds/token", undefined, { token: await attest() })).status).toBe(
    400,
  );
});

it("[GA-15] [BX-14] shows a build nothing that its account keeps private", async () => {
  const hidden = await ask("POST", "/skills", ann, {
    ...files("plans", "1.0.0"),
    visibility: "private",
  });
  expect(hidden.status).toBe(201);
  const { token } = (await exchange(await attest())).json as { readonly token: string };
  for (const path of ["/skills?only=own", "/skills?only=starred", "/webhooks"])
    expect([path, (await ask("GET", path, token)).status]).toEqual([path, 403]);
  const answer = await registry.send("POST", "/registry/mcp", {
    token,
    json: { jsonrpc: "2.0", id: 1, method: "resources/list", params: {} },
  });
  expect([answer.status, await answer.text()]).toEqual([403, ""]);
});

it("[GA-15] publishes from a build as GitHub Actions runs it, and shows where it was built", async () => {
  const folder = temporaryFolder();
  const environment = { SKILLWRIGHT_REGISTRY: registry.url, HOME: folder };
  const run = async (words: readonly string[], more: Claims) =>
    await runFile(process.execPath, [program, ...words], {
      folder,
      environment: { ...environment, ...more },
    });
  const trusted = await run(
    ["registry", "trust", "ann", "--repository", "acme/letters", "--workflow", WORKFLOW].concat([
      "--issuer",
      issuer,
    ]),
    { SKILLWRIGHT_TOKEN: ann },
  );
  expect(trusted.stdout).toContain("publish for ann now");
  const skill = writeSkill("notes", { "SKILL.md": versionedText("notes", "1.0.0") }, folder);
  const published = await run(["publish", skill, "--publisher", "ann"], {
    ACTIONS_ID_TOKEN_REQUEST_URL: `${issuer}/token?api-version=2`,
    ACTIONS_ID_TOKEN_REQUEST_TOKEN: "step-secret",
  });
  expect([published.stderr, published.stdout]).toEqual([
    "",
    expect.stringContaining("Published `@ann/notes` 1.0.0"),
  ]);
  expect(asked).toBe(`${registry.url} Bearer step-secret`);
  const info = await run(["info", "notes@1.0.0"], {});
  expect(info.stdout).toContain(
    `built       by ${WORKFLOW} of acme/letters at 0a1b2c3d4e5f, says ${issuer}`,
  );
});
