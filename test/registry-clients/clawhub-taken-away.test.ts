/** Skills that were taken away, for clients that have them: they are told so, and go on with the others. */
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runClient } from "../support/clients.ts";
import { temporaryFolder } from "../support/program.ts";
import { askAs, openRegistry, type RegistryServer } from "../support/registry-server.ts";

const api = "/clawhub/api/v1";
const own = "/registry/api/v1";
let registry: RegistryServer;
let root = "";
let token = "";
const { publish } = askAs(() => [registry, token]);

beforeAll(async () => {
  registry = await openRegistry();
  root = await registry.moderator();
  token = await registry.join("ann@example.com");
  for (const name of ["bad-skill", "gone-skill", "claimed-skill", "good-skill"])
    await publish(name);
});

afterAll(() => registry.close());

async function takeAway(): Promise<void> {
  const moderate = `${own}/skills/bad-skill/1.0.0/moderate`;
  const json = { decision: "quarantine", reason: "It steals." };
  expect((await registry.send("POST", moderate, { token: root, json })).status).toBe(200);
  const claimed = await registry.send("POST", `${own}/skills/claimed-skill/takedown`, {
    token: root,
    json: { claimant: "Acme Ltd.", reason: "Copied from a manual." },
  });
  expect(claimed.status).toBe(200);
  const gone = await registry.send("DELETE", `${own}/skills/gone-skill`, { token });
  expect(gone.status).toBe(204);
}

async function get(path: string, status = 200): Promise<unknown> {
  const answer = await registry.send("GET", `${api}${path}`);
  const text = await answer.text();
  expect(answer.status, text).toBe(status);
  return JSON.parse(text);
}

describe("a skill that was taken away", () => {
  it("[OC-19] stops no update of the others", async () => {
    const folder = temporaryFolder();
    const home = temporaryFolder();
    const clawhub = async (...words: readonly string[]): Promise<[number | null, string]> => {
      const { code, stdout, stderr } = await runClient("clawhub", ["--no-input", ...words], {
        folder,
        timeout: 60_000,
        environment: {
          HOME: home,
          CLAWHUB_CONFIG_PATH: join(home, "clawhub.json"),
          CLAWHUB_SITE: registry.url,
          CLAWHUB_WORKDIR: folder,
          CLAWHUB_DISABLE_TELEMETRY: "1",
        },
      });
      return [code, stdout + stderr];
    };
    for (const name of ["bad-skill", "gone-skill", "claimed-skill", "good-skill"])
      expect((await clawhub("install", name))[0]).toBe(0);
    await publish("good-skill", "1.0.1");
    await takeAway();
    const [code, said] = await clawhub("update", "--all");
    expect(code, said).toBe(0);
    expect(said).toContain("bad-skill: blocked as malicious");
    expect(said).toContain("gone-skill: This skill was deleted.");
    expect(said).toMatch(/claimed-skill: Removed on \S+ after a legal notice of Acme Ltd\./u);
    expect(said).not.toContain("claimed-skill: blocked");
    expect(said).toContain("good-skill -> v1.0.1");
    expect((await clawhub("install", "--force", "bad-skill"))[0]).toBe(1);
    expect((await clawhub("install", "--force", "gone-skill"))[0]).toBe(1);
  }, 240_000);

  it("[OC-19] is told of in verdicts beside all others", async () => {
    const items = ["bad-skill", "gone-skill", "good-skill", "no-skill"].map((slug) => ({
      slug,
      ownerHandle: "ann",
      version: "1.0.0",
    }));
    const answer = await registry.send("POST", `${api}/skills/-/security-verdicts`, {
      json: { items },
    });
    expect([answer.status, await answer.json()]).toMatchObject([
      200,
      {
        items: [
          {
            ok: false,
            decision: "fail",
            slug: "bad-skill",
            publisherHandle: "ann",
            reasons: [
              "malicious: A moderator has put it into quarantine.",
              "version is quarantined",
            ],
            security: { status: "malicious", passed: false },
            overview: "A moderator has put it into quarantine.",
          },
          { ok: false, decision: "fail", slug: "gone-skill", reasons: ["skill is deleted"] },
          { ok: true, decision: "pass", slug: "good-skill" },
          { ok: false, decision: "fail", slug: "no-skill", reasons: ["not found"] },
        ],
      },
    ]);
  });

  it("[OC-19] is called malware by every route that clients look at, and given by none", async () => {
    const blocked = { isMalwareBlocked: true, verdict: "malicious" };
    expect(await get("/skills/bad-skill")).toMatchObject({
      skill: { slug: "bad-skill", summary: "" },
      latestVersion: null,
      owner: { handle: "ann" },
      moderation: blocked,
    });
    expect(await get("/skills/bad-skill/moderation")).toMatchObject({
      moderation: { ...blocked, evidence: [] },
    });
    expect(await get("/skills/bad-skill/verify?version=1.0.0")).toMatchObject({
      ok: false,
      decision: "fail",
      security: { status: "malicious" },
      artifact: { fileCount: 2 },
    });
    expect(await get("/skills/bad-skill/install", 403)).toMatchObject({
      ok: false,
      message: "This skill is in quarantine.",
      status: 403,
    });
    expect(await get("/skills/gone-skill")).toMatchObject({ skill: null, latestVersion: null });
    expect(await get("/skills/gone-skill/install", 410)).toMatchObject({ ok: false, status: 410 });
    for (const [path, status] of [
      ["/download?slug=bad-skill&version=1.0.0", 403],
      ["/skills/bad-skill/file?path=SKILL.md&version=1.0.0", 403],
      ["/skills/bad-skill/card?version=1.0.0", 403],
      ["/download?slug=gone-skill&version=1.0.0", 410],
    ] as const)
      expect((await registry.send("GET", `${api}${path}`)).status).toBe(status);
  });

  it("[OC-19] has an address at which the scan can be read", async () => {
    const answer = await registry.send("POST", `${api}/skills/-/security-verdicts`, {
      json: { items: [{ slug: "good-skill", ownerHandle: "ann", version: "1.0.0" }] },
    });
    const { items } = (await answer.json()) as {
      readonly items: readonly { readonly securityAuditUrl: string }[];
    };
    const scan = await fetch(items[0]?.securityAuditUrl ?? "");
    expect([scan.status, await scan.json()]).toMatchObject([
      200,
      { artifact: { slug: "good-skill", version: "1.0.0" }, report: { clawscan: {} } },
    ]);
  });

  it("does not tell of what was never shown to anybody", async () => {
    const draft = {
      files: [{ path: "SKILL.md", text: "---\nname: new-skill\ndescription: New.\n---\n" }],
      version: "1.0.0",
      draft: true,
    };
    await registry.send("POST", `${own}/skills`, { token, json: draft });
    for (const path of ["/skills/new-skill", "/skills/new-skill/verify", "/skills/nobody"]) {
      const answer = await registry.send("GET", `${api}${path}`);
      expect(answer.status).toBe(404);
      expect(await answer.text()).toContain("Skill not found");
    }
  });
});
