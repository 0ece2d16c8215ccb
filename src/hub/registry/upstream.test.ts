import { expect, it } from "vitest";
import { describeOnDatabases } from "../../../test/contract/databases.ts";
import {
  createRegistry,
  HARMFUL,
  type Registry,
  skillFiles,
} from "../../../test/support/market.ts";
import { openMemoryStore } from "../../library/store/index.ts";
import { listenHttp } from "../../platform/network/index.ts";
import { isAllowed } from "./upstream.ts";

describeOnDatabases("a registry before another one", ({ open }) => {
  async function behind(): Promise<
    Registry & {
      readonly url: string;
      readonly close: () => Promise<void>;
      readonly asked: string[];
    }
  > {
    const registry = await createRegistry({ database: await open() });
    const asked: string[] = [];
    const server = await listenHttp({
      host: "127.0.0.1",
      port: 0,
      fetch: (request) => {
        asked.push(new URL(request.url).pathname);
        return registry.fetch(request);
      },
      upgrade: () => ({ kind: "refused", response: new Response(null, { status: 404 }) }),
      protocol: "none",
      maxMessageBytes: 1,
    });
    return {
      ...registry,
      url: `http://127.0.0.1:${server.port}`,
      close: () => server.close(0),
      asked,
    };
  }

  it(
    "keeps copies of what is allowed, gives them when the other is gone, and takes nothing else",
    {
      timeout: 60_000,
    },
    async () => {
      const other = await behind();
      await other.publish(other.ada, skillFiles());
      await other.publish(other.ada, skillFiles({ version: "1.1.0" }));
      await other.publish(other.ada, skillFiles({ name: "mail-sorter" }));
      await other.publish(other.ada, skillFiles({ name: "web-harm", body: HARMFUL }));
      const database = await open();
      const clock = { now: () => now, after: () => () => {} };
      let now = Date.now();
      const { ask, publish, bob, root, ports } = await createRegistry({
        database,
        clock,
        market: { upstream: { url: other.url, allow: ["web-*"], refreshSeconds: 60 } },
      });
      expect((await ask("GET", "/skills/mail-sorter")).status).toBe(404);
      expect((await ask("GET", "/skills/web-none")).status).toBe(404);
      // The other registry keeps it from everybody.
      expect((await ask("GET", "/skills/web-harm")).status).toBe(404);
      const copy = await ask("GET", "/skills/web-search");
      expect(copy.json).toMatchObject({
        full_name: "@ada/web-search",
        latest_version: "1.1.0",
        security_tier: "experimental",
        versions: { "1.0.0": { state: "listed" }, "1.1.0": { state: "listed" } },
      });
      const there = await other.ask("GET", "/skills/web-search/1.0.0");
      const here = await ask("GET", "/skills/web-search/1.0.0");
      const same = ["tree", "content_digest", "fingerprint", "files"] as const;
      for (const key of same) expect(here.json[key]).toEqual(there.json[key]);
      expect(here.json).toMatchObject({
        source: { upstream: other.url, name: "@ada/web-search" },
        publisher: "registry",
      });
      expect((await ask("GET", "/search?q=web")).json).toMatchObject({ total: 1 });
      // Asked for once, it is not asked for again before its time.
      const count = other.asked.length;
      await ask("GET", "/skills/web-search");
      expect(other.asked.length).toBe(count);
      await other.publish(other.ada, skillFiles({ version: "1.2.0" }));
      await other.ask("POST", "/skills/web-search/1.1.0/yank", other.ada, {});
      now += 61_000;
      expect((await ask("GET", "/skills/web-search")).json).toMatchObject({
        latest_version: "1.2.0",
        versions: { "1.1.0": { state: "yanked" } },
      });
      // Nobody here can speak for whom it came from, and names of our own stay our own.
      expect((await publish(bob, skillFiles({ version: "9.0.0" }))).status).toBe(409);
      await publish(root, skillFiles({ name: "web-own" }));
      await other.publish(other.ada, skillFiles({ name: "web-own", version: "5.0.0" }));
      expect((await ask("GET", "/skills/web-own")).json).toMatchObject({
        full_name: "@user-1/web-own",
        latest_version: "1.0.0",
      });
      await other.close();
      now += 61_000;
      expect((await ask("GET", "/skills/web-search/download")).status).toBe(200);
      expect((await ask("GET", "/skills/web-fresh")).status).toBe(502);
      expect((await ports.market.list({ isModerator: false })).items).toHaveLength(2);
    },
  );

  it(
    "takes away what the other one takes away, and gives it again when the other does",
    { timeout: 60_000 },
    async () => {
      const other = await behind();
      for (const name of ["web-search", "web-mail", "web-old"])
        for (const version of ["1.0.0", "1.1.0"])
          await other.publish(other.ada, skillFiles({ name, version }));
      let now = Date.now();
      const { ask, root } = await createRegistry({
        database: await open(),
        clock: { now: () => now, after: () => () => {} },
        market: { upstream: { url: other.url, allow: ["web-*"], refreshSeconds: 60 } },
      });
      for (const name of ["web-search", "web-mail", "web-old"])
        expect((await ask("GET", `/skills/${name}`)).status).toBe(200);
      const moderate = (name: string, version: string, decision: string): Promise<unknown> =>
        other.ask("POST", `/skills/${name}/${version}/moderate`, other.root, {
          decision,
          reason: "Harm.",
        });
      await moderate("web-search", "1.1.0", "quarantine");
      await moderate("web-mail", "1.0.0", "quarantine");
      await moderate("web-mail", "1.1.0", "quarantine");
      await other.ask("DELETE", "/skills/web-old", other.ada);
      // Our own moderators decide for this registry, whatever the other one does.
      await ask("POST", "/skills/web-search/1.0.0/yank", root, { reason: "Not here." });
      now += 61_000;
      expect((await ask("GET", "/skills/web-search/1.1.0")).status).toBe(403);
      expect((await ask("GET", "/skills/web-search/download?version=1.0.0")).status).toBe(200);
      for (const name of ["web-mail", "web-old"])
        expect((await ask("GET", `/skills/${name}/download?version=1.0.0`)).status).toBe(403);
      expect((await ask("GET", "/search?q=web")).json).toMatchObject({ total: 0 });
      await moderate("web-search", "1.1.0", "list");
      await moderate("web-mail", "1.1.0", "list");
      await other.ask("POST", "/skills/web-old/undelete", other.ada);
      now += 61_000;
      for (const name of ["web-search", "web-mail", "web-old"])
        expect((await ask("GET", `/skills/${name}/download?version=1.1.0`)).status).toBe(200);
      expect((await ask("GET", "/skills/web-mail/download?version=1.0.0")).status).toBe(403);
      expect((await ask("GET", "/skills/web-search/1.0.0")).json).toMatchObject({
        state: "yanked",
      });
      const log = await ask("GET", "/skills/web-mail/log", root);
      expect(log.text).toContain("The registry behind this one does not give it any more.");
      await other.close();
      now += 61_000;
      // That it does not answer is no reason to take anything away.
      expect((await ask("GET", "/skills/web-mail/download?version=1.1.0")).status).toBe(200);
    },
  );

  it("gives no copy that the settings do not allow any more", async () => {
    const other = await behind();
    for (const name of ["web-search", "web-mail"])
      await other.publish(other.ada, skillFiles({ name }));
    const database = await open();
    const packages = await openMemoryStore();
    const allowing = async (...allow: readonly string[]): Promise<Registry["ask"]> => {
      const upstream = { url: other.url, allow, refreshSeconds: 60 };
      return (await createRegistry({ database, packages, market: { upstream } })).ask;
    };
    const before = await allowing("web-*");
    for (const name of ["web-search", "web-mail"])
      expect((await before("GET", `/skills/${name}`)).status).toBe(200);
    const after = await allowing("web-search");
    expect((await after("GET", "/search?q=web")).json).toMatchObject({
      skills: [{ name: "web-search" }],
    });
    expect((await after("GET", "/skills/web-mail/download")).status).toBe(403);
    expect((await after("GET", "/skills/web-search/download")).status).toBe(200);
    const again = await allowing("web-*");
    expect((await again("GET", "/skills/web-mail/download")).status).toBe(200);
    await other.close();
  });

  it("finds what the other one has and nobody has asked for by its name", async () => {
    const other = await behind();
    await other.publish(other.ada, skillFiles());
    await other.publish(other.ada, skillFiles({ version: "1.1.0" }));
    await other.publish(other.ada, skillFiles({ name: "mail-search" }));
    const { ask } = await createRegistry({
      database: await open(),
      market: { upstream: { url: other.url, allow: ["web-*"], refreshSeconds: 60 } },
    });
    expect((await ask("GET", "/search?q=search")).json).toMatchObject({
      total: 1,
      skills: [{ full_name: "@ada/web-search", latest_version: "1.1.0" }],
    });
    // Its other versions come with the first question for it.
    expect((await ask("GET", "/skills/web-search/1.0.0")).status).toBe(200);
    await other.close();
    expect((await ask("GET", "/search?q=other+words")).status).toBe(200);
  });

  it("asks nobody for strangers where it is private", async () => {
    const other = await behind();
    await other.publish(other.ada, skillFiles());
    const { ask, eve } = await createRegistry({
      database: await open(),
      market: {
        isPrivate: true,
        upstream: { url: other.url, allow: ["*"], refreshSeconds: 60 },
      },
    });
    const count = other.asked.length;
    expect((await ask("GET", "/skills/web-search")).status).toBe(401);
    expect(other.asked.length).toBe(count);
    expect((await ask("GET", "/skills/web-search", eve)).status).toBe(200);
    await other.close();
  });
});

it.each([
  ["web-search", ["web-*"], true],
  ["web-search", ["web"], false],
  ["web-search", ["*"], true],
  ["@ada/web-search", ["*"], false],
  ["@ada/web-search", ["@ada/*"], true],
  ["@eve/web-search", ["@ada/*"], false],
  ["@ada/web-search", ["@*/web-search"], true],
  ["web-search", ["web.search", "w+"], false],
  ["../web", ["*"], false],
  ["web-search", [], false],
])("allows %s by %j: %s", (name, allow, expected) => {
  expect(isAllowed({ allow }, name)).toBe(expected);
});
