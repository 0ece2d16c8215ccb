/** Ids of somebody else over every route: another user and nobody get a refusal, and nothing of the owner changes. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadApiRoutes } from "../../src/serve/api/index.ts";
import { createAdapters } from "../../src/registry/protocols/index.ts";
import { FACE_OPTIONS } from "../support/protocols.ts";
import { routes as gatewayRoutes } from "../../src/serve/http/routes.ts";
import {
  BY_CONTENT,
  foreignRequest,
  type ForeignRequest,
  PUBLIC_ID,
  WITHOUT_ID,
} from "./foreign-cases.ts";
import { protocolAddress, ROWS_WITHOUT_ID, rowName } from "./foreign-protocols.ts";
import { MARK, openPeople, type Owned, type People } from "./owner.ts";

const apiRoutes = await loadApiRoutes();

const REFUSALS: ReadonlySet<number> = new Set([401, 403, 404]);

let people: People;
beforeAll(async () => {
  people = await openPeople();
});
afterAll(() => people.close());

interface Answered {
  readonly status: number;
  readonly text: string;
}

async function send(
  {
    method,
    path,
    body,
    hasForm = false,
  }: Partial<ForeignRequest> & { readonly method: string; readonly path: string },
  token?: string,
): Promise<Answered> {
  const form = new FormData();
  form.set("file", new File(["mine"], "mine.md"));
  const answer = await people.registry.send(method, path, {
    ...(token === undefined ? {} : { token }),
    ...(body === undefined ? {} : { json: body }),
    ...(hasForm ? { form } : {}),
  });
  return { status: answer.status, text: await answer.text() };
}

const withId = apiRoutes.filter(({ id, path }) => path.includes("{") && !PUBLIC_ID.has(id));
/** A stream without an end, which strangers are refused before it begins. */
const ENDLESS = "followKnowledgeBase";
const reads = withId.filter(
  ({ id, method, access }) => method === "GET" && access !== "admin" && id !== ENDLESS,
);

/** Times that change by being looked at, and counters. */
const VOLATILE = /"(?:last_used_at|last_used|retrieved_at|downloads\w*)":(?:"[^"]*"|\d+|null)/gu;

/** Everything of the owner that a route tells, as it is now. */
async function ownersView(): Promise<Readonly<Record<string, string>>> {
  const seen: Record<string, string> = {};
  for (const route of reads) {
    const { status, text } = await send(foreignRequest(route, people.owned), people.ann);
    seen[route.id] = `${status} ${text.replaceAll(VOLATILE, "")}`;
  }
  return seen;
}

it("[BX-14] every route has a case or says why it needs none", () => {
  const known = new Set([
    ...WITHOUT_ID,
    ...PUBLIC_ID,
    ...Object.keys(BY_CONTENT),
    ...withId.map(({ id }) => id),
  ]);
  const ids = new Set(apiRoutes.map(({ id }) => id));
  expect(apiRoutes.filter(({ id }) => !known.has(id)).map(({ id }) => id)).toEqual([]);
  expect([...known].filter((id) => !ids.has(id))).toEqual([]);
});

describe("the owner", () => {
  /** Seen by moderators alone, or not there in what the owner has. */
  const NOT_HERS: ReadonlySet<string> = new Set([
    "resolveRegistryVersion",
    // No build made it.
    "readRegistryProvenance",
    "viewEmbed",
    "callWebhook",
  ]);

  it("reads all of it, so that the ids are real", async () => {
    const seen = await ownersView();
    const missing = Object.entries(seen).filter(
      ([id, answer]) => !answer.startsWith("200 ") && !NOT_HERS.has(id),
    );
    expect(missing).toEqual([]);
    expect(Object.values(seen).filter((answer) => answer.includes(MARK)).length).toBeGreaterThan(8);
  });
});

describe("strangers", () => {
  it("[BX-14] [AF-16] are refused on every route that takes an id, and change nothing", async () => {
    const before = await ownersView();
    const wrong: string[] = [];
    for (const route of withId)
      for (const [who, token] of [
        ["bob", people.bob],
        ["a token of an administrator", people.plain],
        ["nobody", undefined],
      ] as const) {
        const { status, text } = await send(foreignRequest(route, people.owned), token);
        if (!REFUSALS.has(status))
          wrong.push(`${route.id} by ${who}: ${status} ${text.slice(0, 200)}`);
        if (text.includes(MARK)) wrong.push(`${route.id} tells ${who} what the owner wrote`);
      }
    expect(wrong).toEqual([]);
    expect(await ownersView()).toEqual(before);
  });

  it("[BX-14] learn and change nothing by ids in queries and bodies", async () => {
    const before = await ownersView();
    const wrong: string[] = [];
    for (const { id, method, path } of apiRoutes)
      for (const { query = "", body } of BY_CONTENT[id]?.(people.owned) ?? [])
        for (const token of [people.bob, people.plain, undefined]) {
          const { status, text } = await send({ method, path: path + query, body }, token);
          if (status >= 500) wrong.push(`${id}: ${status}`);
          // A search says back what was looked for.
          if (text.replaceAll(query.slice(1), "").replaceAll(`"${MARK}"`, "").includes(MARK))
            wrong.push(`${id} ${query} tells what the owner wrote: ${text.slice(0, 300)}`);
        }
    expect(wrong).toEqual([]);
    expect(await ownersView()).toEqual(before);
  });

  it("[BX-14] see nothing of the owner in lists", async () => {
    const lists = apiRoutes.filter(
      ({ id, method, access }) => method === "GET" && access !== "admin" && WITHOUT_ID.has(id),
    );
    const told: string[] = [];
    for (const { id, method, path } of lists)
      for (const token of [people.bob, people.plain, undefined])
        if ((await send({ method, path }, token)).text.includes(MARK)) told.push(id);
    expect(told).toEqual([]);
  });

  it("[BX-14] are refused by the routes of hosts, whatever token of the platform they have", async () => {
    const open = new Set(["/healthz"]);
    const statuses = [];
    for (const { method, path } of gatewayRoutes.filter((route) => !open.has(route.path)))
      for (const token of [people.bob, people.plain, undefined])
        statuses.push((await send({ method, path }, token)).status);
    expect(statuses.filter((status) => ![401, 403, 426].includes(status))).toEqual([]);
  });
});

/** What clients of the protocols send; the name of the skill stands in the address or here. */
function protocolBody({ package: slug, publisher }: Owned): object {
  return {
    slug,
    version: "1.0.0",
    reason: "malware",
    rating: 1,
    items: [{ slug, version: "1.0.0" }],
    handle: publisher,
    newSlug: "bobs-letters",
    targetSlug: "bobs-letters",
    toUserHandle: "bob",
  };
}

describe("strangers who speak the protocols of other programs", () => {
  const rows = createAdapters(FACE_OPTIONS).flatMap((adapter) => adapter.rows);
  it("[BX-14] every row has a case or says why it needs none", () => {
    const names = new Set(rows.map(rowName));
    expect([...ROWS_WITHOUT_ID].filter((name) => !names.has(name))).toEqual([]);
    for (const row of rows) expect(protocolAddress(row, people.owned)).not.toContain("{");
    const unnamed = rows.filter(
      (row) =>
        !ROWS_WITHOUT_ID.has(rowName(row)) &&
        !protocolAddress(row, people.owned).includes(people.owned.package),
    );
    expect(unnamed.map(rowName)).toEqual([]);
  });

  it("lets the owner read her package, so that the addresses are real", async () => {
    const statuses = await Promise.all(
      rows
        .filter((row) => row.method === "GET" && !ROWS_WITHOUT_ID.has(rowName(row)))
        .map(async (row) => {
          const { status } = await send(
            { method: "GET", path: protocolAddress(row, people.owned) },
            people.ann,
          );
          return `${rowName(row)} ${status}`;
        }),
    );
    expect(statuses.filter((line) => !/ (?:200|302|307)$/u.test(line))).toEqual([]);
  });

  it("[BX-14] are refused wherever a skill is named, and change nothing", async () => {
    const before = await ownersView();
    const wrong: string[] = [];
    for (const row of rows)
      for (const token of [people.bob, people.plain, undefined]) {
        const { status, text } = await send(
          {
            method: row.method,
            path: protocolAddress(row, people.owned),
            ...(row.method === "GET" ? {} : { body: protocolBody(people.owned) }),
          },
          token,
        );
        const isRefused = REFUSALS.has(status);
        if (!isRefused && !ROWS_WITHOUT_ID.has(rowName(row)))
          wrong.push(`${rowName(row)}: ${status} ${text.slice(0, 200)}`);
        if ((status >= 500 && status !== 501) || text.includes(MARK))
          wrong.push(`${rowName(row)}: ${status} ${text}`);
      }
    expect(wrong).toEqual([]);
    expect(await ownersView()).toEqual(before);
  });
});
