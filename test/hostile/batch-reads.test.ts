/** Requests for many versions at once: what they cost the database does not grow with what they name. */
import type { KyselyPlugin } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { listUsers } from "../../src/hub/accounts/index.ts";
import type { Database } from "../../src/hub/data/index.ts";
import { answerRequest, createAdapters } from "../../src/registry/protocols/index.ts";
import { FACE_OPTIONS } from "../support/protocols.ts";
import { createLimiter } from "../../src/hub/requests/index.ts";
import { systemClock } from "../../src/platform/machine/index.ts";
import { describeOnDatabases } from "../contract/databases.ts";
import { createRegistry, type Registry, skillFiles } from "../support/market.ts";
import { openRegistry } from "../support/registry-server.ts";

const VERSIONS = Array.from({ length: 12 }, (_, number) => `1.${number}.0`);
const NAMES = ["web-search", "web-mail"];
const VERDICTS = "/clawhub/api/v1/skills/-/security-verdicts";
const STATEMENTS = "/registry/log/statements";

let registry: Registry;
/** Statements since they were last looked at. */
let statements: string[] = [];

/** Remembers what is asked of a database. */
function record(database: Database): Database {
  const plugin: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => {
      statements.push(database.query.getExecutor().compileQuery(node, queryId).sql);
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  };
  return { ...database, query: database.query.withPlugin(plugin) };
}

interface Wanted {
  readonly name: string;
  readonly version: string;
}

const adapters = createAdapters(FACE_OPTIONS);

async function visit(id: string, path: string, init?: RequestInit): Promise<Response> {
  const adapter = adapters.find((one) => one.id === id);
  const url = new URL(path, "http://registry.example");
  const row = adapter?.rows.find((one) => one.path === url.pathname);
  if (adapter === undefined || row === undefined) throw new Error("no such route");
  const users = await listUsers(registry.ports.accounts);
  const userId = users.find(({ email }) => email === "ada@example.org")?.id ?? "";
  statements = [];
  return await answerRequest(adapter, row, {
    request: new Request(url, init),
    url,
    params: {},
    market: registry.ports.market,
    viewer: { isModerator: false, client: "", userId },
    base: url.origin,
  });
}

const askVerdicts = async (wanted: readonly Wanted[]): Promise<readonly unknown[]> => {
  const items = wanted.map(({ name, version }) => ({ slug: name, version }));
  const answer = await visit("clawhub", VERDICTS, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ items }),
  });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { readonly items: readonly unknown[] }).items;
};

const askStatements = async (wanted: readonly Wanted[]): Promise<readonly unknown[]> => {
  const of = wanted.map(({ name, version }) => `${name}@${version}`).join(",");
  const answer = await visit("log", `${STATEMENTS}?of=${of}`);
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { readonly stated: readonly unknown[] }).stated;
};

const ALL = NAMES.flatMap((name) => VERSIONS.map((version) => ({ name, version })));

describeOnDatabases("a request for many versions", ({ open }) => {
  beforeAll(async () => {
    registry = await createRegistry({ database: record(await open()) });
    for (const { name, version } of ALL) {
      const { status, text } = await registry.publish(registry.ada, skillFiles({ name, version }));
      expect(status, text).toBe(201);
    }
  }, 240_000);

  describe.each([
    ["verdicts of ClawHub", askVerdicts, 100],
    ["statements of the log", askStatements, 100],
  ] as const)("%s", (kind, ask, most) => {
    it("[BX-14] take no more statements for many versions than for one", async () => {
      const [first] = ALL;
      if (first === undefined) throw new Error("no version");
      await ask([first]);
      const alone = statements.length;
      expect(await ask(ALL)).toHaveLength(ALL.length);
      // One more where there is something of several skills to be put together.
      expect(statements.length).toBeLessThanOrEqual(alone + 2);
      const again = await ask(Array.from({ length: most }, () => first));
      expect(statements.length).toBe(alone);
      expect(again).toHaveLength(kind === "statements of the log" ? 1 : most);
    });

    it("[BX-14] read nothing of versions that they do not give", async () => {
      await ask(ALL);
      const whole = statements.filter(
        (sql) => /"market_versions"/u.test(sql) && /select \*|"files"|"frontmatter"/u.test(sql),
      );
      expect(whole).toEqual([]);
    });
  });

  it("[BX-14] is charged as what it asks for", async () => {
    const limiter = createLimiter({
      database: await open(),
      clock: systemClock,
      limits: { log: { count: 5, seconds: 3600 } },
    });
    expect(await limiter.take("log", "ann", 4)).toMatchObject({ isAllowed: true, remaining: 1 });
    expect(await limiter.take("log", "ann")).toMatchObject({ isAllowed: true, remaining: 0 });
    expect(await limiter.take("log", "ann", 4)).toMatchObject({ isAllowed: false });
    expect(await limiter.take("log", "bob", 6)).toMatchObject({ isAllowed: false });
  });
});

describe("the limit of a request for many versions", () => {
  it("[BX-14] is counted by versions", async () => {
    const limit = { count: 5, seconds: 3600 };
    const server = await openRegistry({
      trustedProxies: ["127.0.0.1"],
      limits: { "registry-search": limit, "registry-log": limit },
    });
    try {
      const verdicts = async (from: string, items: readonly object[]): Promise<number> =>
        (
          await server.send("POST", VERDICTS, {
            headers: { "x-forwarded-for": from },
            json: { items },
          })
        ).status;
      const stated = async (from: string, of: readonly string[]): Promise<number> =>
        (
          await server.send("GET", `${STATEMENTS}?of=${of.join(",")}`, {
            headers: { "x-forwarded-for": from },
          })
        ).status;
      const versions = (count: number): readonly string[] => VERSIONS.slice(0, count);
      const items = (count: number): readonly object[] =>
        versions(count).map((version) => ({ slug: "a", version }));
      const words = (count: number): readonly string[] =>
        versions(count).map((version) => `a@${version}`);
      expect(await verdicts("192.0.2.1", items(4))).toBe(200);
      expect(await verdicts("192.0.2.1", items(4))).toBe(429);
      expect(await verdicts("192.0.2.2", items(4))).toBe(200);
      expect(await stated("192.0.2.1", words(4))).toBe(200);
      expect(await stated("192.0.2.1", words(4))).toBe(429);
      expect(await stated("192.0.2.2", words(4))).toBe(200);
    } finally {
      await server.close();
    }
  });
});
