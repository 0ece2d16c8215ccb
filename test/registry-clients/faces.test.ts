/** What the protocols of the registry say, to the letter: shapes, errors, digests and who may ask. */
import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { unpack } from "../../src/platform/archive/index.ts";
import { packSkill } from "../../src/registry/index.ts";
import { REGISTRY_PATH } from "../../src/registry/contract/index.ts";
import { createAdapters } from "../../src/registry/protocols/index.ts";
import { temporaryFolder } from "../support/program.ts";
import {
  askAs,
  bytesAt,
  openRegistry,
  publishFolder,
  readSkill,
  type RegistryServer,
  sha256,
  versionedText,
  wordsOf,
  writeSkill,
} from "../support/registry-server.ts";
import { FACE_OPTIONS } from "../support/protocols.ts";

let registry: RegistryServer;
let token = "";
const { get, post, publish } = askAs(() => [registry, token]);

beforeAll(async () => {
  registry = await openRegistry();
  token = await registry.join("ann@example.com");
});

afterAll(() => registry.close());

describe("every protocol", () => {
  const rows = createAdapters(FACE_OPTIONS).flatMap((adapter) =>
    adapter.rows.map((row) => ({ ...row, adapter: adapter.id })),
  );
  const samples: Readonly<Record<string, string>> = {
    "/git/{path...}": "/git/secret-skill.git/info/refs?service=git-upload-pack",
    "/npm/{path...}": "/npm/@skills/secret-skill",
    "/d/{path...}": "/d/secret-skill.zip",
    "/renovate/{path...}": "/renovate/secret-skill.json",
    "/s/{path...}": "/s/secret-skill/.well-known/agent-skills/index.json",
    "/u/{path...}": "/u/ann/.well-known/agent-skills/index.json",
    "/.well-known/agent-skills/{path...}": "/.well-known/agent-skills/index.json",
    "/.well-known/skills/{path...}": "/.well-known/skills/index.json",
  };
  const addressOf = (path: string): string =>
    samples[path] ?? path.replaceAll(/\{\w+(?:\.\.\.)?\}/gu, "secret-skill");

  it("[BX-06] tells strangers nothing of a private registry, on any route", async () => {
    const closed = await openRegistry({ registry: { access: "private" } });
    try {
      const ann = await closed.join("ann@example.com");
      const files = { "SKILL.md": versionedText("secret-skill", "1.0.0") };
      await publishFolder(closed, ann, writeSkill("secret-skill", files));
      for (const { method, path, access } of rows) {
        const address = addressOf(path);
        const answer = await closed.send(method, address, method === "GET" ? {} : { json: {} });
        const text = await answer.text();
        const place = `${method} ${address}: ${text}`;
        if (access === "everyone") expect([200, 400], place).toContain(answer.status);
        else expect(answer.status, place).toBe(401);
        expect(text).not.toContain("secret-skill");
        const wrong = await closed.send(method, address, {
          headers: { authorization: "Bearer no" },
        });
        expect(wrong.status, place).toBe(401);
      }
    } finally {
      await closed.close();
    }
  });

  it("[BX-06] tells nobody else of a skill that its publisher keeps private", async () => {
    await publish("hidden-skill");
    const before = await registry.send("GET", "/d/hidden-skill.zip");
    expect(before.status).toBe(200);
    await post(
      `${REGISTRY_PATH}/skills/hidden-skill/visibility`,
      { visibility: "private" },
      200,
      "PUT",
    );
    const bob = await registry.join("bob@example.com");
    for (const { method, path } of rows) {
      if (method !== "GET") continue;
      const address = addressOf(path).replaceAll("secret-skill", "hidden-skill");
      for (const who of [undefined, bob]) {
        const answer = await registry.send("GET", address, who === undefined ? {} : { token: who });
        const text = await answer.text();
        if (answer.ok) expect(text, address).not.toContain("hidden-skill");
        else expect([400, 401, 404], address).toContain(answer.status);
      }
    }
    const own = await registry.send("GET", "/d/hidden-skill.zip", { token });
    expect(own.status).toBe(200);
  });

  it("names the address that a proxy has", async () => {
    const behind = await openRegistry({ publicUrl: "https://skills.example.com/base/" });
    try {
      const answer = await behind.send("GET", "/.well-known/clawhub.json");
      expect(await answer.json()).toEqual({
        apiBase: "https://skills.example.com/base/clawhub",
        authBase: "https://skills.example.com/base",
      });
    } finally {
      await behind.close();
    }
  });

  it("refuses other methods and unknown addresses", async () => {
    expect((await registry.send("DELETE", "/npm/@skills/x")).status).toBe(405);
    expect((await registry.send("GET", "/gaia/publish/skill")).status).toBe(405);
    expect((await registry.send("GET", "/clawhub/api/v1/nothing")).status).toBe(404);
    expect((await registry.send("GET", "/s/%E0%A4%A")).status).toBe(404);
  });
});

async function sendForm(form: FormData, who: string | undefined): Promise<[number, unknown]> {
  const answer = await registry.send("POST", "/gaia/publish/skill", {
    form,
    ...(who === undefined ? {} : { token: who }),
  });
  return [answer.status, await answer.json()];
}

function refusal(code: string): unknown {
  return expect.objectContaining({
    error: { code, message: expect.any(String) },
    message: expect.any(String),
  });
}

describe("Renovate", () => {
  it("[BX-13] lists the versions that can be installed, with dates and digests", async () => {
    await publish("bot-skill");
    await publish("bot-skill", "1.1.0");
    await publish("bot-skill", "1.2.0");
    await post(`${REGISTRY_PATH}/skills/bot-skill/1.2.0/yank`, { reason: "broken" }, 200);
    expect(await get("/renovate/bot-skill.json")).toEqual({
      homepage: expect.stringMatching(/\/library\/%40ann%2Fbot-skill$/u) as string,
      tags: { latest: "1.1.0" },
      releases: ["1.0.0", "1.1.0"].map((version) => ({
        version,
        releaseTimestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT/u) as string,
        newDigest: expect.stringMatching(/^sha256-[\w+/]{43}=$/u) as string,
      })),
    });
    expect((await registry.send("GET", "/renovate/bot-skill")).status).toBe(404);
    expect((await registry.send("GET", "/renovate/nothing.json")).status).toBe(404);
  });
});

describe("GAIA's hub", () => {
  it("[GA-22] lists and gives what was published, with the digests of its archives", async () => {
    const folder = await publish("hub-skill");
    const index = (await get("/gaia/index.json")) as { agents: readonly { name: string }[] };
    expect(index.agents.find(({ name }) => name === "hub-skill")).toMatchObject({
      type: "skill",
      version: "1.0.0",
      language: "markdown",
      readme: expect.stringContaining("# Letters"),
      skill_metadata: { tools: [], audit: { verdict: "ALLOW", attestation: "registry" } },
    });
    const manifest = (await get("/gaia/skills/hub-skill/manifest.json")) as {
      versions: Record<string, { artifact: { path: string; sha256: string; size_bytes: number } }>;
    };
    const artifact = manifest.versions["1.0.0"]?.artifact;
    expect(artifact?.path).toBe("skills/hub-skill/1.0.0/hub-skill-1.0.0.zip");
    const bytes = await bytesAt(`${registry.url}/gaia/${artifact?.path ?? ""}`);
    expect([sha256(bytes), bytes.length]).toEqual([artifact?.sha256, artifact?.size_bytes]);
    expect(bytes).toEqual(new Uint8Array((await packSkill(folder)).bytes));
    expect(await get("/gaia/skills/hub-skill/1.0.0/SKILL.md")).toBe(
      versionedText("hub-skill", "1.0.0", `\n${wordsOf("hub-skill")}\n`),
    );
    expect(await get("/gaia/skills/hub-skill/1.0.0/audit.json")).toMatchObject({
      verdict: "ALLOW",
      skill: "hub-skill",
      findings: [],
    });
    expect(await get("/gaia/health")).toMatchObject({ status: "ok" });
  });

  it("[GA-22] publishes once, and only what the form says", async () => {
    const text = versionedText("hub-form", "1.0.0");
    const { bytes } = await packSkill(writeSkill("hub-form", { "SKILL.md": text }));
    const formOf = (skill: string): FormData => {
      const form = new FormData();
      form.set("skill", skill);
      form.set("artifact", new File([Uint8Array.from(bytes)], "hub-form-1.0.0.zip"));
      form.set("changelog", "first");
      return form;
    };
    expect(await sendForm(formOf(text), undefined)).toEqual([401, refusal("unauthorized")]);
    expect(await sendForm(formOf(`${text}more`), token)).toEqual([
      400,
      refusal("invalid_skill_manifest"),
    ]);
    expect(await sendForm(formOf(text), token)).toMatchObject([
      201,
      { published: { name: "hub-form", version: "1.0.0", latest_version: "1.0.0" } },
    ]);
    expect(await sendForm(formOf(text), token)).toEqual([409, refusal("version_exists")]);
    expect(await get("/gaia/skills/hub-form/1.0.0/CHANGELOG.md")).toBe("first\n");
    expect(await get("/gaia/skills/nobody/manifest.json", 404)).toEqual(refusal("not_found"));
  });
});

describe("discovery", () => {
  it("[BX-06] lists archives and single files with digests, in both versions", async () => {
    await publish("found-skill");
    await publishFolder(
      registry,
      token,
      writeSkill("single-skill", { "SKILL.md": versionedText("single-skill", "1.0.0") }),
    );
    for (const base of ["", "/s/found-skill", "/s/@ann/single-skill@1.0.0", "/u/ann"]) {
      const address = `${registry.url}${base}/.well-known/agent-skills/index.json`;
      const { $schema, skills } = (await (await fetch(address)).json()) as {
        $schema: string;
        skills: readonly { name: string; url: string; digest: string; type: string }[];
      };
      expect($schema).toBe("https://schemas.agentskills.io/discovery/0.2.0/schema.json");
      expect(skills.length).toBeGreaterThan(0);
      for (const { url, digest } of skills)
        expect(`sha256:${sha256(await bytesAt(new URL(url, address).href))}`).toBe(digest);
    }
    const old = (await get("/s/found-skill/.well-known/skills/index.json")) as object;
    expect(old).toEqual({
      skills: [expect.objectContaining({ name: "found-skill", files: ["SKILL.md", "bin/run.sh"] })],
    });
    expect(await get("/s/found-skill/.well-known/skills/found-skill/bin/run.sh")).toBe(
      "#!/bin/sh\n: found-skill\n",
    );
    await get("/s/found-skill/.well-known/skills/other-skill/SKILL.md", 404);
    await get("/s/nobody/.well-known/agent-skills/index.json", 404);
    await get("/u/nobody/.well-known/agent-skills/index.json", 404);
  });
});

describe("downloads", () => {
  it("[BX-06] say the digest of what they give, and keep the right to run", async () => {
    const folder = await publish("plain-skill");
    for (const [kind, archive] of [
      ["zip", "zip"],
      ["skill", "zip"],
      ["tgz", "tar"],
      ["tar.gz", "tar"],
    ] as const) {
      const path = `/d/plain-skill@1.0.0.${kind}`;
      const answer = await registry.send("GET", path);
      const bytes = new Uint8Array(await answer.arrayBuffer());
      const etag = answer.headers.get("etag") ?? "";
      expect(etag).toBe(`"${sha256(bytes)}"`);
      expect(answer.headers.get("repr-digest")).toBe(
        `sha-256=:${createHash("sha256").update(bytes).digest("base64")}:`,
      );
      const known = await registry.send("GET", path, { headers: { "if-none-match": etag } });
      expect(known.status).toBe(304);
      expect((await registry.send("HEAD", path)).headers.get("etag")).toBe(etag);
      const work = temporaryFolder();
      const file = join(work, "archive");
      writeFileSync(file, bytes);
      mkdirSync(join(work, "out"));
      const limits = { maxBytes: 100_000, maxEntries: 10, stripComponents: 0 };
      await unpack(file, archive, join(work, "out"), limits);
      expect(readSkill(join(work, "out/plain-skill"), { withModes: true })).toEqual(
        readSkill(folder, { withModes: true }),
      );
    }
    await get("/d/plain-skill@9.9.9.zip", 404);
    await get("/d/plain-skill", 404);
  });
});

describe("npm", () => {
  it("[BX-06] gives packages whose archives have the integrity they say", async () => {
    await publish("pack-skill");
    await publish("pack-skill", "1.1.0");
    for (const name of ["@skills%2fpack-skill", "@skills/pack-skill", "@ann%2Fpack-skill"]) {
      const document = (await get(`/npm/${name}`)) as {
        versions: Record<string, { dist: { tarball: string; integrity: string } }>;
      };
      expect(document).toMatchObject({
        name: decodeURIComponent(name),
        "dist-tags": { latest: "1.1.0" },
      });
      for (const { dist } of Object.values(document.versions)) {
        const digest = createHash("sha512")
          .update(await bytesAt(dist.tarball))
          .digest("base64");
        expect(dist.integrity).toBe(`sha512-${digest}`);
      }
    }
    const yank = "/clawhub/api/v1/skills/pack-skill/versions/1.1.0";
    await post(yank, {}, 200, "DELETE");
    const after = (await get("/npm/@skills%2fpack-skill")) as {
      readonly versions: Readonly<Record<string, { readonly deprecated?: string }>>;
    };
    expect(after).toMatchObject({ "dist-tags": { latest: "1.0.0" } });
    // What was taken back is still had by its number, and told to be so.
    expect(Object.keys(after.versions)).toEqual(["1.0.0", "1.1.0"]);
    expect(after.versions["1.0.0"]?.deprecated).toBeUndefined();
    expect(after.versions["1.1.0"]?.deprecated).toContain("taken this version back");
    await get("/npm/@skills/pack-skill/-/pack-skill-1.1.0.tgz");
    expect(await get("/npm/-/whoami")).toEqual({ username: "ann" });
    const found = (await get("/npm/-/v1/search?text=pack-skill")) as { objects: readonly object[] };
    expect(found.objects[0]).toMatchObject({
      package: { name: "@skills/pack-skill", version: "1.0.0" },
    });
    expect(await get("/npm/@skills%2fnobody", 404)).toEqual({ error: expect.any(String) });
  });

  it("[BX-14] sends no client to another registry for what a skill needs", async () => {
    const others = ["base", "@mallory/payload", "left-pad/../../x", "npm:payload", "../x"];
    const skills = JSON.stringify(others.map((name) => ({ name, version: "^1.0.0" })));
    const text = [
      "---",
      "name: needy-skill",
      "version: 1.0.0",
      "description: Sorts letters by their date. Use when the user asks to sort letters.",
      "author: Ann",
      "license: MIT",
      "permissions: []",
      "tools: []",
      "security_tier: community",
      `requirements: {skills: ${skills}}`,
      "---",
      "",
      "# Letters",
      "",
    ].join("\n");
    await publishFolder(registry, token, writeSkill("needy-skill", { "SKILL.md": text }));
    for (const [name, needed] of [
      ["@skills/needy-skill", { "@skills/base": expect.any(String) }],
      ["@ann/needy-skill", undefined],
    ] as const) {
      const { versions } = (await get(`/npm/${name}`)) as {
        readonly versions: Readonly<Record<string, { readonly dependencies?: object }>>;
      };
      expect(versions["1.0.0"]?.dependencies).toEqual(needed);
    }
  });
});
