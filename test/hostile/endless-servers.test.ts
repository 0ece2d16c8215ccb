/** Servers that are read from, whose lists and answers have no end: what is asked of them has one. */
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { createSignOn, type SignOnSettings } from "../../src/hub/accounts/index.ts";
import { openDatabase } from "../../src/hub/data/index.ts";
import { openManager } from "../../src/registry/index.ts";
import { type Clock, createFakeClock } from "../../src/platform/machine/index.ts";
import { createRegistry, type Registry } from "../support/market.ts";
import { temporaryFolder } from "../support/program.ts";

/** Pages that a hostile server has: more than any client may ask for, so that one without a bound ends as well. */
const PAGES = 1500;
/** The same for pages that are large. */
const LARGE_PAGES = 60;

interface Hostile {
  readonly url: string;
  /** Paths and queries that were asked for. */
  readonly asked: string[];
}

/** What goes on by itself. */
const ENDLESS = Symbol("endless");

/** Answers with JSON by path; undefined is not there. */
async function serve(
  answer: (path: string, query: URLSearchParams, response: ServerResponse) => unknown,
): Promise<Hostile> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? "");
    const { pathname, searchParams } = new URL(request.url ?? "", "http://server.example");
    const value = answer(pathname, searchParams, response);
    if (value === ENDLESS) return;
    if (value === undefined) response.writeHead(404).end();
    else
      response
        .writeHead(response.statusCode, { "content-type": "application/json" })
        .end(typeof value === "string" ? value : JSON.stringify(value));
  });
  await new Promise<void>((settle) => {
    server.listen(0, "127.0.0.1", settle);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  // A server that listens on a port has an address with one.
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

const OWN = "/registry/api/v1/skills";
const HUB = "/api/v1/skills/letters";
const listed = (version: string): object => ({ version, state: "listed" });
const FIRST_VERSIONS = Object.fromEntries(
  Array.from({ length: 200 }, (_, number) => [`1.0.${number}`, listed(`1.0.${number}`)]),
);

/** The cursor after a page; the list of a server that lies about it never comes to its end. */
type Next = (page: number) => string;
const onward: Next = (page) => String(page + 1);
const repeated: Next = (page) => String((page + 1) % 2);
const pageIn = (query: URLSearchParams, key = "cursor"): number => Number(query.get(key) ?? 0);

type Entries = (page: number) => readonly object[];
type Pages = (
  next: Next,
  entries: Entries,
  most: number,
) => (path: string, query: URLSearchParams) => unknown;

const ownPages: Pages = (next, versions, most) => {
  let pages = 0;
  return (path, query) => {
    if (path === OWN) return { skills: [] };
    if (path === `${OWN}/letters`) return { name: "letters", versions: FIRST_VERSIONS };
    if (path !== `${OWN}/letters/versions`) return undefined;
    pages += 1;
    return {
      versions: versions(pageIn(query)),
      next_cursor: pages < most ? next(pageIn(query)) : null,
    };
  };
};

const hubPages: Pages = (next, versions, most) => {
  let pages = 0;
  return (path, query) => {
    if (path === HUB) return { skill: { slug: "letters", tags: {} } };
    if (path !== `${HUB}/versions`) return undefined;
    pages += 1;
    return {
      items: versions(pageIn(query)),
      nextCursor: pages < most ? next(pageIn(query)) : null,
    };
  };
};

const indexPages: Pages = (next, skills, most) => {
  let pages = 0;
  return (path, query) => {
    if (path !== "/.well-known/agent-skills/index.json") return undefined;
    pages += 1;
    return {
      $schema: "https://schemas.agentskills.io/discovery/0.2.0/schema.json",
      skills: skills(pageIn(query, "page")),
      ...(pages < most ? { next: `?page=${next(pageIn(query, "page"))}` } : {}),
    };
  };
};

const few: Entries = (page) => [listed(`2.0.${page}`)];
/** More in all than any list has, long before the pages are at their end. */
const many: Entries = (page) =>
  Array.from({ length: 5000 }, (_, number) => ({ version: `2.${page}.${number}`, name: "x" }));
const long: Entries = () => [{ ...listed("2.0.0"), words: "x".repeat(3_000_000) }];

async function refusalOf(source: string): Promise<string> {
  const manager = openManager({
    folder: join(temporaryFolder(), "skills"),
    trust: new Map(),
    environment: process.env,
  });
  const failure: unknown = await manager
    .install(source, { allowsExperimental: true })
    .catch((error: unknown) => error);
  return failure instanceof Error ? failure.message : "installed";
}

describe.each([
  ["registry", ownPages, 20],
  ["clawhub", hubPages, 50],
  ["well-known", indexPages, 500],
] as const)("a list of a %s without an end", (kind, pages, mostPages) => {
  it.each([
    ["a cursor that is new each time", onward, few, mostPages, "pages"],
    ["a cursor that was there before", repeated, few, 3, "the same page twice"],
    ["pages with too many entries", onward, many, 25, "entries"],
    ["pages that are too long together", onward, long, 25, "bytes"],
  ])("[BX-14] is not read to no end: %s", async (...given) => {
    const [, next, items, most, reason] = given;
    const { url, asked } = await serve(pages(next, items, items === few ? PAGES : LARGE_PAGES));
    const said = await refusalOf(`${kind}:${url}#letters`);
    // The first questions find out what kind of server it is.
    expect(asked.length).toBeLessThanOrEqual(most + 5);
    expect(said).toContain(reason);
  });
});

const names = { allow: ["letters"], refreshSeconds: 60 };

async function mirrorOf(url: string, clock?: Clock): Promise<Registry> {
  const database = await openDatabase({ address: ":memory:" });
  onTestFinished(() => database.close());
  return await createRegistry({
    database,
    ...(clock === undefined ? {} : { clock }),
    market: { upstream: { ...names, url } },
  });
}

describe("a mirror of a server without an end", () => {
  it("[BX-14] asks for so many pages of one name", async () => {
    const { url, asked } = await serve(ownPages(onward, few, PAGES));
    const mirror = await mirrorOf(url);
    const answer = await mirror.ask("GET", "/skills/letters");
    expect(asked.length).toBeLessThanOrEqual(25);
    expect([answer.status, answer.text]).toEqual([502, expect.stringContaining("pages")]);
  });

  it("[BX-14] ends what takes too long, whether or not somebody still waits for it", async () => {
    const clock = createFakeClock(Date.now());
    const pages = ownPages(onward, few, PAGES);
    const { url, asked } = await serve((path, query) => {
      if (pageIn(query) === 3) clock.advance(120_000);
      return pages(path, query);
    });
    const { status, text } = await (await mirrorOf(url, clock)).ask("GET", "/skills/letters");
    expect(asked.filter((path) => path.includes("/versions"))).toHaveLength(4);
    expect([status, text]).toEqual([502, expect.stringContaining("it took too long to answer")]);
  });
});

/** An object of JSON with so many values beside those that are looked for. */
function withValues(value: object, count: number): string {
  const text = JSON.stringify({ ...value, junk: 0 });
  return `${text.slice(0, -2)}[${"{},".repeat(count - 1)}{}]}`;
}

const TOO_MANY = 300_000;
const SKILL = { name: "letters", versions: { "1.0.0": listed("1.0.0") } };
const HUB_SKILL = { skill: { slug: "letters", tags: {} } };

describe("an answer that is too large for JSON", () => {
  it.each([
    ["registry", { [OWN]: { skills: [] }, [`${OWN}/letters`]: SKILL }, `${OWN}/letters`],
    [
      "registry",
      { [OWN]: { skills: [] }, [`${OWN}/letters`]: SKILL, [`${OWN}/letters/1.0.0`]: {} },
      `${OWN}/letters/1.0.0`,
    ],
    ["clawhub", { [HUB]: HUB_SKILL }, HUB],
    ["clawhub", { [HUB]: HUB_SKILL, [`${HUB}/versions`]: { items: [] } }, `${HUB}/versions`],
    ["clawhub", { "/.well-known/clawhub.json": {} }, "/.well-known/clawhub.json"],
    [
      "well-known",
      { "/.well-known/agent-skills/index.json": { skills: [] } },
      "/.well-known/agent-skills/index.json",
    ],
  ] as const)("[BX-14] is not parsed: %s, %#", async (kind, pages, large) => {
    const answers: Readonly<Record<string, object>> = pages;
    const read = async (grown: (value: object) => string): Promise<string> => {
      const { url } = await serve((path) => {
        const value = answers[path];
        return path === large && value !== undefined ? grown(value) : value;
      });
      return await refusalOf(`${kind}:${url}#letters`);
    };
    expect(await read((value) => withValues(value, TOO_MANY))).toContain("250000 values");
    const deep = `${"[".repeat(100)}${"]".repeat(100)}`;
    expect(await read((value) => `{"deep":${deep},${JSON.stringify(value).slice(1)}`)).toContain(
      "levels",
    );
    expect(
      await read((value) => JSON.stringify({ ...value, junk: "x".repeat(9_000_000) })),
    ).toContain("8000000 bytes");
  });

  it("[BX-14] says what a refusal says, as far as that is short", async () => {
    const matches = [{ ownerHandle: "ann" }, { ownerHandle: "bob" }];
    const refuse = async (count: number): Promise<string> => {
      const { url } = await serve((path, _query, response) => {
        if (path !== HUB) return undefined;
        response.statusCode = 409;
        return withValues({ matches }, count);
      });
      return await refusalOf(`clawhub:${url}#letters`);
    };
    expect(await refuse(10)).toContain("@ann/letters");
    expect(await refuse(TOO_MANY)).not.toContain("@ann/letters");
  });

  it("[BX-14] is smaller for a mirror, which others wait for", async () => {
    const { url } = await serve((path) =>
      path === OWN
        ? { skills: [] }
        : path === `${OWN}/letters`
          ? withValues(SKILL, 60_000)
          : undefined,
    );
    const { status, text } = await (await mirrorOf(url)).ask("GET", "/skills/letters");
    expect([status, text]).toEqual([502, expect.stringContaining("50000 values")]);
  });
});

describe("an issuer whose answers have no end", () => {
  const answers = [
    ["a login", "/.well-known/openid-configuration"],
    ["a login", "/token"],
    ["a build", "/.well-known/openid-configuration"],
    ["a build", "/keys"],
  ] as const;
  it.each(answers)("[BX-14] is not listened to for long by %s: %s", async (what, endless) => {
    let sent = 0;
    const { url } = await serve((path, _query, response) => {
      if (path !== endless)
        return {
          issuer: url,
          authorization_endpoint: `${url}/authorize`,
          token_endpoint: `${url}/token`,
          jwks_uri: `${url}/keys`,
        };
      response.writeHead(200, { "content-type": "application/json" }).write('{"issuer":"');
      const part = Buffer.alloc(65_536, "x");
      const send = (): void => {
        for (let isFree = true; isFree && !response.destroyed && sent < 64_000_000;) {
          sent += part.length;
          isFree = response.write(part);
        }
        response.once("drain", send);
      };
      send();
      return ENDLESS;
    });
    const database = await openDatabase({ address: ":memory:" });
    const builds = { audience: "https://skills.example.org", issuers: [url] };
    const registry = await createRegistry({ database, market: { builds } });
    if (what === "a build") {
      const [head, claims] = [{ alg: "RS256", kid: "1" }, { iss: url }].map((part) =>
        Buffer.from(JSON.stringify(part)).toString("base64url"),
      );
      const body = { token: `${head}.${claims}.AAAA`, publisher: "ada" };
      const { status } = await registry.ask("POST", "/builds/token", undefined, body);
      expect(status).toBe(endless === "/keys" ? 403 : 502);
    } else {
      const { accounts } = registry.ports;
      const signOn = createSignOn(accounts, { publicUrl: url, services: [serviceAt(url)] });
      const login = async (): Promise<unknown> => {
        const { state } = await signOn.begin("corp");
        return await signOn.finish("corp", new URLSearchParams({ state, code: "1" }), state);
      };
      await expect(login()).rejects.toThrow("cannot be used");
    }
    expect(sent).toBeLessThan(32_000_000);
  });
});

function serviceAt(issuer: string): SignOnSettings {
  return {
    id: "corp",
    title: "Corp",
    issuer,
    clientId: "skills",
    scopes: ["openid"],
    groupsClaim: "groups",
    users: [],
    admins: [],
    teams: {},
    linksByEmail: false,
  };
}
