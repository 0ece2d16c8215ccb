import { sharedJobs } from "../../../test/support/jobs.ts";
import { expect, it } from "vitest";
import { describeOnDatabases } from "../../../test/contract/databases.ts";
import {
  addKey,
  asJson,
  BASE,
  createRegistry,
  HARMFUL,
  keysIn,
  DOUBTFUL,
  skillFiles,
  signed,
} from "../../../test/support/market.ts";
import { openMemoryStore } from "../../library/store/index.ts";
import { writeZip } from "../../platform/archive/index.ts";
import { computeSha256 } from "../../platform/index.ts";
import { systemClock } from "../../platform/machine/index.ts";
import { contentDigest, treeIntegrity } from "../../registry/package/index.ts";
import { DEFAULT_MARKET, openMarket, type OpenMarket } from "./index.ts";

describeOnDatabases("publishing to the registry", ({ open }) => {
  it("[GA-19] validates, scans, keeps and lists a version, and tells each step", async () => {
    const { ask, publish, ada } = await createRegistry({ database: await open() });
    const files = skillFiles();
    const { status, json } = await publish(ada, files, { changelog: "The first one." });
    expect(status).toBe(201);
    expect(json).toMatchObject({
      is_new_skill: true,
      warnings: [],
      skill: { name: "web-search", full_name: "@ada/web-search", latest_version: "1.0.0" },
      version: {
        version: "1.0.0",
        state: "listed",
        security_tier: "experimental",
        claimed_tier: "community",
        permissions: ["network:read"],
        tree: treeIntegrity(files),
        content_digest: contentDigest(files),
        signature: null,
        audit: { verdict: "allow", cleared_tiers: ["experimental", "community"], lint_errors: 0 },
        files: files.map(({ path, bytes }) => ({
          path,
          size_bytes: bytes.length,
          sha256: computeSha256(bytes),
          is_executable: false,
        })),
      },
    });
    const log = await ask("GET", "/skills/web-search/log", ada);
    expect(log.json).toMatchObject({
      entries: [
        { actor: "ada", event: "publish", from: null, to: "draft", reason: "The first one." },
        {
          actor: "registry",
          event: "audit",
          from: "draft",
          to: "listed",
          reason: "No finding counts against it in this tier.",
        },
      ],
      next_cursor: null,
    });
  });

  it("[GA-22] serves the six routes of the specification", async () => {
    const { ask, send, fetch, publish, ada } = await createRegistry({
      database: await open(),
    });
    const files = skillFiles();
    // POST /skills, GET /skills, /skills/{name}, /skills/{name}/{version}, /skills/{name}/download, /search
    expect((await publish(ada, files)).status).toBe(201);
    expect((await ask("GET", "/skills")).json).toMatchObject({
      skills: [{ name: "web-search", latest_version: "1.0.0" }],
      next_cursor: null,
    });
    const detail = await ask("GET", "/skills/web-search");
    expect(detail.json).toMatchObject({
      name: "web-search",
      description: "Searches the web and tells what it found.",
      author: "Ada",
      license: "MIT",
      security_tier: "experimental",
      permissions: ["network:read"],
      latest_version: "1.0.0",
      versions: { "1.0.0": { version: "1.0.0", state: "listed" } },
    });
    const version = await ask("GET", "/skills/web-search/1.0.0");
    const expected = writeZip(
      files.map(({ path, bytes }) => ({ path: `web-search/${path}`, bytes, isExecutable: false })),
    );
    expect(version.json).toMatchObject({
      version: "1.0.0",
      artifact: {
        filename: "web-search-1.0.0.zip",
        sha256: computeSha256(expected),
        size_bytes: expected.length,
      },
    });
    const { artifact } = version.json as { readonly artifact: { readonly path: string } };
    expect((await send("GET", artifact.path)).status).toBe(200);
    const archive = await fetch(
      new Request(`http://registry.test${BASE}/skills/web-search/download`),
    );
    expect(archive.headers.get("content-type")).toBe("application/zip");
    expect(archive.headers.get("etag")).toBe(`"sha256:${computeSha256(expected)}"`);
    expect(Buffer.compare(new Uint8Array(await archive.arrayBuffer()), expected)).toBe(0);
    const found = await ask("GET", "/search?q=web");
    expect(found.json).toMatchObject({ skills: [{ name: "web-search" }], total: 1 });
  });

  it("keeps every byte and every right to run, in whichever way a version comes", async () => {
    const registry = await createRegistry({ database: await open() });
    const files = skillFiles({
      more: [
        { path: "bin/run.sh", bytes: Buffer.from("#!/bin/sh\r\necho ok\n"), isExecutable: true },
        { path: "data/größe.bin", bytes: Uint8Array.of(0, 255, 13, 10, 128) },
        { path: "empty", bytes: new Uint8Array() },
      ],
    });
    const zip = writeZip(
      files.map(({ path, bytes, isExecutable = false }) => ({ path, bytes, isExecutable })),
    );
    const form = new FormData();
    form.set("archive", new Blob([Uint8Array.from(zip)]), "x.zip");
    form.set("version", "1.0.1");
    const token = registry.ada;
    const raw = await registry.fetch(
      new Request(`http://registry.test${BASE}/skills?version=1.0.3`, {
        method: "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/zip" },
        body: Uint8Array.from(zip),
      }),
    );
    const archive = Buffer.from(zip).toString("base64");
    const answers = [
      raw,
      await registry.publish(token, files),
      await registry.send("POST", `${BASE}/skills`, { token, body: form }),
      await registry.ask("POST", "/skills", token, { archive, version: "1.0.2" }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    for (const version of ["1.0.0", "1.0.1", "1.0.2", "1.0.3"]) {
      const kept = await registry.ports.market.content(
        { isModerator: false },
        "web-search",
        version,
      );
      const byPath = new Map(files.map((file) => [file.path, file]));
      expect(kept.map(({ path }) => path)).toEqual(
        [...byPath.keys()].toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))),
      );
      for (const { path, bytes, isExecutable } of kept) {
        expect(Buffer.compare(bytes, byPath.get(path)?.bytes ?? Buffer.from("?"))).toBe(0);
        expect(isExecutable).toBe(byPath.get(path)?.isExecutable ?? false);
      }
    }
    const file = await registry.fetch(
      new Request(
        `http://registry.test${BASE}/skills/web-search/1.0.0/file?path=${encodeURIComponent("data/größe.bin")}`,
      ),
    );
    expect([...new Uint8Array(await file.arrayBuffer())]).toEqual([0, 255, 13, 10, 128]);
    const tree = treeIntegrity(files);
    const resolved = await registry.ask(
      "GET",
      `/skills/web-search/resolve?digest=${encodeURIComponent(tree)}`,
    );
    expect(resolved.json).toEqual({ match: "1.0.3", latest: "1.0.3" });
    const unknown = await registry.ask("GET", "/skills/web-search/resolve?digest=abc");
    expect(unknown.json).toEqual({ match: null, latest: "1.0.3" });
  });

  it("never publishes a version twice, nor one that differs in its build alone", async () => {
    const { publish, ada, ask } = await createRegistry({ database: await open() });
    expect((await publish(ada, skillFiles())).status).toBe(201);
    const again = await publish(ada, skillFiles({ body: "Something else." }));
    expect([again.status, again.json]).toEqual([
      409,
      {
        detail: {
          field: "version",
          message: "Version `1.0.0` of `web-search` was already published.",
        },
      },
    ]);
    expect((await publish(ada, skillFiles({ version: "1.0.0+two" }))).status).toBe(409);
    expect((await publish(ada, skillFiles({ version: "1.0" }))).status).toBe(400);
    expect((await ask("DELETE", "/skills/web-search", ada)).status).toBe(204);
    expect((await publish(ada, skillFiles({ version: "1.0.1" }))).status).toBe(410);
    expect((await ask("POST", "/skills/web-search/undelete", ada)).status).toBe(200);
    expect((await publish(ada, skillFiles())).status).toBe(409);
  });

  it("chooses the latest by SemVer, and prereleases only where there is nothing else", async () => {
    const { publish, ada, ask } = await createRegistry({ database: await open() });
    const latest = async (): Promise<unknown> =>
      ((await ask("GET", "/skills/web-search")).json as { latest_version: string }).latest_version;
    await publish(ada, skillFiles({ version: "2.0.0-rc.10" }));
    expect(await latest()).toBe("2.0.0-rc.10");
    await publish(ada, skillFiles({ version: "1.10.0" }));
    expect(await latest()).toBe("1.10.0");
    await publish(ada, skillFiles({ version: "1.9.0" }));
    expect(await latest()).toBe("1.10.0");
    await publish(ada, skillFiles({ version: "2.0.0-rc.9" }), { tags: ["next"] });
    const list = await ask("GET", "/skills/web-search/versions?limit=3");
    expect(list.json).toMatchObject({
      versions: [{ version: "2.0.0-rc.10" }, { version: "2.0.0-rc.9" }, { version: "1.10.0" }],
    });
    const { next_cursor } = list.json as { readonly next_cursor: string };
    expect(
      (await ask("GET", `/skills/web-search/versions?cursor=${next_cursor}`)).json,
    ).toMatchObject({ versions: [{ version: "1.9.0" }], next_cursor: null });
    expect((await ask("GET", "/skills/web-search/next")).json).toMatchObject({
      version: "2.0.0-rc.9",
    });
  });

  it("[GA-06] refuses a wrong signature, and gives a good one of its publisher the community tier", async () => {
    const registry = await createRegistry({ database: await open() });
    const { publish, ada, bob, key } = registry;
    const files = skillFiles();
    const [manifest, ...others] = signed(files, key);
    const changed = [
      {
        path: "SKILL.md",
        bytes: Buffer.concat([manifest?.bytes ?? Buffer.of(), Buffer.from("x")]),
      },
      ...others,
    ];
    const wrong = await publish(ada, changed);
    expect([wrong.status, wrong.json]).toEqual([
      400,
      {
        detail: {
          field: "files",
          message:
            "The signature of `web-search` does not match: these files are not as signed: `SKILL.md`.",
        },
      },
    ]);
    const elsewhere = await publish(ada, signed(files, key, { name: "other" }), { name: "other" });
    expect(elsewhere.status).toBe(201);
    // Signed for another name, it must not carry trust there.
    expect((await publish(ada, signed(files, key), { name: "third" })).status).toBe(400);
    const unknown = await publish(ada, signed(files, key));
    expect(unknown.json).toMatchObject({ version: { security_tier: "experimental" } });
    await addKey(registry, ada, key, "ada");
    const next = skillFiles({ version: "1.1.0" });
    const known = await publish(ada, signed(next, key, { version: "1.1.0" }));
    expect(known.json).toMatchObject({
      version: {
        state: "listed",
        security_tier: "community",
        signature: { role: "publisher", publisher: "ada" },
      },
    });
    // The key of one publisher says nothing of the skills of another.
    const foreign = await publish(bob, signed(next, key, { version: "1.1.0" }), {
      name: "@bob/web-search",
    });
    expect(foreign.json).toMatchObject({ version: { security_tier: "experimental" } });
  });

  it("[GA-19] keeps what the scanner blocks in quarantine, and lists it never", async () => {
    const { publish, ada, ask, root } = await createRegistry({ database: await open() });
    const blocked = await publish(ada, skillFiles({ body: HARMFUL }));
    expect(blocked.json).toMatchObject({
      skill: { latest_version: null, publisher: { reputation: -30 } },
      version: { state: "quarantined", audit: { verdict: "block", cleared_tiers: [] } },
    });
    for (const path of ["/skills/web-search", "/skills/web-search/1.0.0"])
      expect((await ask("GET", path)).status).toBe(403);
    expect((await ask("GET", "/skills/web-search/download?version=1.0.0")).status).toBe(403);
    expect((await ask("GET", "/skills")).json).toMatchObject({ skills: [] });
    expect((await ask("GET", "/search?q=web-search")).json).toMatchObject({ skills: [] });
    const report = await ask("GET", "/skills/web-search/1.0.0/audit", ada);
    expect(report.json).toMatchObject({
      verdict: "block",
      scan: {
        findings: expect.arrayContaining([
          expect.objectContaining({ severity: "critical" }),
        ]) as never,
      },
    });
    const good = await publish(ada, skillFiles({ version: "1.0.1" }));
    expect(good.json).toMatchObject({ version: { state: "listed" } });
    const versions = await ask("GET", "/skills/web-search/versions");
    expect(versions.json).toMatchObject({ versions: [{ version: "1.0.1" }] });
    expect((await ask("GET", "/skills/web-search/1.0.0", root)).json).toMatchObject({
      state: "quarantined",
    });
  });

  it("[GA-19] holds what a person has to look at, until a moderator has", async () => {
    const { publish, ada, ask, root, bob } = await createRegistry({ database: await open() });
    const held = await publish(ada, skillFiles({ more: [DOUBTFUL] }));
    expect(held.json).toMatchObject({
      version: { state: "in-review", audit: { verdict: "review" } },
    });
    expect((await ask("GET", "/skills/web-search")).status).toBe(404);
    expect((await ask("GET", "/skills/web-search/1.0.0", ada)).status).toBe(200);
    const decision = { decision: "list", reason: "Only long." };
    const path = "/skills/web-search/1.0.0/moderate";
    expect((await ask("POST", path, bob, decision)).status).toBe(403);
    expect((await ask("POST", path, ada, decision)).status).toBe(403);
    expect((await ask("POST", path, root, decision)).json).toMatchObject({ state: "listed" });
    expect((await ask("GET", "/skills/web-search")).status).toBe(200);
  });

  it("keeps drafts for their publisher until they are submitted", async () => {
    const { publish, ada, ask } = await createRegistry({ database: await open() });
    const draft = await publish(ada, skillFiles(), { draft: true });
    expect(draft.json).toMatchObject({ version: { state: "draft" } });
    expect((await ask("GET", "/skills/web-search")).status).toBe(404);
    expect((await ask("GET", "/skills?only=own", ada)).json).toMatchObject({
      skills: [{ name: "web-search", latest: null }],
    });
    const listed = await ask("POST", "/skills/web-search/1.0.0/submit", ada);
    expect(listed.json).toMatchObject({ state: "listed" });
    await publish(ada, skillFiles({ version: "1.1.0", body: HARMFUL }), { draft: true });
    const blocked = await ask("POST", "/skills/web-search/1.1.0/submit", ada);
    expect(blocked.json).toMatchObject({ state: "quarantined" });
    await publish(ada, skillFiles({ version: "1.2.0", more: [DOUBTFUL] }));
    const back = await ask("POST", "/skills/web-search/1.2.0/withdraw", ada);
    expect(back.json).toMatchObject({ state: "draft" });
  });

  it("passes every gate in a dry run, and keeps nothing", async () => {
    const packages = await openMemoryStore();
    const { publish, ada, ask } = await createRegistry({ database: await open(), packages });
    const dry = await publish(ada, skillFiles(), { dry_run: true });
    expect([dry.status, dry.json]).toMatchObject([201, { version: { state: "listed" } }]);
    expect((await publish(ada, skillFiles({ version: "x" }), { dry_run: true })).status).toBe(400);
    expect((await ask("GET", "/skills/web-search", ada)).status).toBe(404);
    const keys = await keysIn(packages);
    expect(keys).toEqual([]);
  });

  it("refuses files that could not be unpacked everywhere", async () => {
    const { publish, ada } = await createRegistry({ database: await open() });
    const bytes = Buffer.from("x");
    const refusals = {
      "../evil": "a name leads out of the archive",
      "/etc/passwd": "a name is no path inside the archive",
      "a\\b": "a name is no path inside the archive",
      "a//b": "its shortest form",
      "nul.txt": "a name cannot be kept on every system",
      "skill.md": "are one on some systems",
      "tools.py/x": "is both a file and a folder",
      "tools.py": "is given twice",
    };
    for (const [path, reason] of Object.entries(refusals)) {
      const answer = await publish(ada, skillFiles({ more: [{ path, bytes }] }));
      expect([path, answer.status]).toEqual([path, 400]);
      expect(answer.text).toContain(reason);
    }
  });

  it("refuses packages without a skill, without a name, and with too much in them", async () => {
    const { publish, ada, ask } = await createRegistry({
      database: await open(),
      market: { maxBytes: 2000, maxFiles: 3 },
    });
    const bytes = Buffer.from("x");
    expect((await publish(ada, [{ path: "README.md", bytes }])).status).toBe(400);
    expect((await publish(ada, skillFiles({ name: "Bad Name" }))).status).toBe(400);
    const named = await publish(ada, skillFiles({ name: "Bad Name" }), { name: "good-name" });
    expect(named.json).toMatchObject({
      warnings: [
        {
          message:
            "The name `Bad Name` in SKILL.md differs from `good-name`, under which the skill is published.",
        },
      ],
    });
    const large = { path: "large", bytes: Buffer.alloc(2000) };
    expect((await publish(ada, skillFiles({ more: [large] }))).status).toBe(413);
    const many = [1, 2].map((index) => ({ path: `${index}`, bytes }));
    expect((await publish(ada, skillFiles({ more: many }))).status).toBe(413);
    const junk = { archive: Buffer.from("no archive").toString("base64") };
    expect((await ask("POST", "/skills", ada, junk)).status).toBe(400);
    expect((await ask("POST", "/skills", ada, {})).status).toBe(400);
    expect((await ask("POST", "/skills", undefined, { files: asJson(skillFiles()) })).status).toBe(
      401,
    );
  });

  it("gives a plain name to the first who takes it, and others a place beside it", async () => {
    const { publish, ada, bob, ask } = await createRegistry({ database: await open() });
    await publish(ada, skillFiles());
    const taken = await publish(bob, skillFiles({ description: "Of Bob." }));
    expect(taken.status).toBe(409);
    expect(taken.text).toContain("is already taken");
    const beside = await publish(bob, skillFiles({ description: "Of Bob." }), {
      name: "@bob/web-search",
    });
    expect(beside.json).toMatchObject({
      skill: { full_name: "@bob/web-search", has_plain_name: false },
    });
    expect((await ask("GET", "/skills/web-search")).json).toMatchObject({
      full_name: "@ada/web-search",
    });
    expect((await ask("GET", "/skills/%40bob%2Fweb-search")).json).toMatchObject({
      description: "Of Bob.",
    });
    // A later version of Bob goes where the first one went, though the plain name is Ada's.
    const more = await publish(bob, skillFiles({ version: "1.1.0" }));
    expect(more.json).toMatchObject({ skill: { full_name: "@bob/web-search" } });
    expect(
      (await publish(bob, skillFiles({ version: "1.2.0" }), { publisher: "ada" })).status,
    ).toBe(403);
    expect((await publish(ada, skillFiles({ name: "amd-chat" }))).status).toBe(400);
  });

  it("throws away bytes that nobody made known, and nothing else", async () => {
    const packages = await openMemoryStore();
    const database = await open();
    const { publish, ada, ports, ask } = await createRegistry({ database, packages });
    const marketAt = (days: number): OpenMarket =>
      openMarket({
        database,
        accounts: ports.accounts,
        store: packages,
        clock: { ...systemClock, now: () => Date.now() + days * 86_400_000 },
        jobs: sharedJobs(),
        version: "0.0.0",
        workFolder: "unused",
        settings: DEFAULT_MARKET,
      });
    await publish(ada, skillFiles());
    await packages.put("packages/ab/abc/lost.zip", Buffer.from("left by a server that was killed"));
    const market = marketAt(0);
    // What is young may belong to somebody who is publishing right now.
    expect(await market.sweep()).toEqual({ packages: 0, uploads: 0, purged: 0 });
    const later = marketAt(40);
    expect(await later.sweep()).toEqual({ packages: 1, uploads: 0, purged: 0 });
    expect((await ask("GET", "/skills/web-search/download")).status).toBe(200);
    expect((await ask("DELETE", "/skills/web-search", ada)).status).toBe(204);
    expect((await ask("GET", "/skills/web-search/download")).status).toBe(410);
    expect(await later.sweep()).toEqual({ packages: 0, uploads: 0, purged: 1 });
    expect((await ask("POST", "/skills/web-search/undelete", ada)).status).toBe(410);
    expect(await keysIn(packages)).toEqual([]);
  });
});
