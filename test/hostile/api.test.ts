/** Every route of the API with hostile input: whatever comes in, no answer may blame the server. */
import * as fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { loadApiRoutes } from "../../src/serve/api/index.ts";
import { describeOnDatabases } from "../contract/databases.ts";
import { type ModelServer, startModelServer } from "../support/model-server.ts";
import { createPlatform, type Platform } from "../support/platform.ts";

const apiRoutes = await loadApiRoutes();

type Route = (typeof apiRoutes)[number];

let models: ModelServer;
beforeAll(async () => {
  models = await startModelServer();
});
afterAll(async () => {
  await models.close();
});

/** Texts that break things: other people's syntax, ends of numbers, halves of characters. */
const nasty = fc.constantFrom(
  "",
  " ",
  "\0",
  "a\0b",
  "../../etc/passwd",
  "..%2f",
  "%00",
  "'; drop table users; --",
  "{{x}}",
  "${jndi:ldap://x}",
  "\ud800",
  "\u202e",
  "😀".repeat(70),
  "9".repeat(400),
  "-1",
  "NaN",
  "1e309",
  "__proto__",
  "constructor",
  "a".repeat(3000),
  "tasks",
  "executions",
  "greet",
  "handbook",
  "---\nname: greet\n---\n{{",
  "---\n&a [*a]\n---\nx",
  "---\nname: [[[[[[[[\n---\n",
  `---\nx: ${"[".repeat(2000)}\n---\n`,
);
const text = fc.oneof(nasty, fc.string(), fc.string({ unit: "binary" }));
const value: fc.Arbitrary<unknown> = fc.oneof(
  { maxDepth: 3 },
  text,
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.array(text, { maxLength: 3 }),
  fc.dictionary(text, text, { maxKeys: 3 }),
);

interface JsonSchema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly properties?: { readonly [name: string]: JsonSchema };
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly minimum?: number;
  readonly maximum?: number;
}

/** Mostly what a schema asks for, so that requests get past the door, and now and then something else. */
function likely(schema: JsonSchema): fc.Arbitrary<unknown> {
  return fc.oneof({ arbitrary: fitting(schema), weight: 6 }, { arbitrary: value, weight: 1 });
}

function fitting(schema: JsonSchema): fc.Arbitrary<unknown> {
  const { properties, items } = schema;
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return fc.oneof(...choices.map(likely));
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (schema.type === "string") return text;
  if (schema.type === "integer" || schema.type === "number")
    return fc.integer({
      min: schema.minimum ?? -5,
      max: Math.min(schema.maximum ?? 99, 2 ** 31 - 1),
    });
  if (schema.type === "boolean") return fc.boolean();
  if (schema.type === "array") return fc.array(likely(items ?? {}), { maxLength: 3 });
  if (properties !== undefined)
    return fc.record(
      Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, likely(part)])),
      { requiredKeys: [] },
    );
  return value;
}

function schemaOf(type: z.ZodType | undefined): JsonSchema {
  if (type === undefined) return {};
  return z.toJSONSchema(type, { io: "input", unrepresentable: "any" }) as JsonSchema;
}

interface Attack {
  readonly path: string;
  readonly body: string | FormData | undefined;
  readonly headers: Readonly<Record<string, string>>;
}

const header = fc.constantFrom("*", '"x"', "W/", '"a", "b"', "x", "\u00ff", "Bearer", "a;b=c");

function attackOn(route: Route): fc.Arbitrary<Attack> {
  const names = [...route.path.matchAll(/\{(\w+)\}/gu)].map((match) => match[1] ?? "");
  const body =
    route.form !== undefined
      ? fc.tuple(text, text).map(([name, content]) => formWith(name, content))
      : route.body === undefined
        ? fc.constant(undefined)
        : fc.oneof(
            {
              arbitrary: likely(schemaOf(route.body)).map((sent) => JSON.stringify(sent)),
              weight: 5,
            },
            { arbitrary: fc.constantFrom("{", "[".repeat(100_000), "null", '"', "\0"), weight: 1 },
          );
  return fc
    .record({
      places: fc.array(text, { minLength: names.length, maxLength: names.length }),
      query: fc.oneof(likely(schemaOf(route.query)), fc.dictionary(text, text, { maxKeys: 2 })),
      body,
      match: fc.option(header, { nil: undefined }),
    })
    .map(({ places, query, body: sent, match }) => ({
      path: withPlaces(route.path, names, places) + queryOf(query),
      body: sent,
      headers: match === undefined ? {} : { "if-match": match },
    }));
}

function withPlaces(path: string, names: readonly string[], places: readonly string[]): string {
  return names.reduce(
    (left, name, at) =>
      left.replace(`{${name}}`, () => encodeURIComponent((places[at] ?? "").toWellFormed()) || "-"),
    path,
  );
}

function queryOf(query: unknown): string {
  if (typeof query !== "object" || query === null) return "";
  const pairs = Object.entries(query).map(([name, part]): [string, string] => [
    name.toWellFormed(),
    textOf(part).toWellFormed(),
  ]);
  return `?${new URLSearchParams(pairs).toString()}`;
}

/** Objects that are made up may have no way of their own to become a text. */
function textOf(part: unknown): string {
  return typeof part === "string" ? part : (JSON.stringify(part) ?? "");
}

function formWith(name: string, content: string): FormData {
  const form = new FormData();
  form.set("file", new File([content], name));
  return form;
}

/** Ends what the others need: accounts, skills and knowledge bases stay. */
const SPARED = new Set([
  "logout",
  "deleteSkill",
  "deleteKnowledgeBase",
  "changeUser",
  "rotateKeys",
]);

/** Streams that go on until somebody leaves them. */
const ENDLESS = new Set(["followLibrary", "followKnowledgeBase"]);

describeOnDatabases("hostile requests", ({ open }) => {
  async function begin(): Promise<Platform & { readonly token: string }> {
    const platform = await createPlatform({
      database: await open(),
      modelUrl: models.url,
      more: { limiter: { take: async () => undefined, giveBack: async () => {} } },
    });
    const token = await platform.join("root@example.org");
    await platform.send("POST", "/api/v1/skills", {
      token,
      body: { name: "greet", content: "---\nname: greet\ndescription: x\n---\n\nHello\n" },
    });
    await platform.send("POST", "/api/v1/knowledge", { token, body: { name: "handbook" } });
    return { ...platform, token };
  }

  it("are never answered with a fault of the server, on any route", async () => {
    const { fetch, token, settle } = await begin();
    for (const route of [...apiRoutes].toSorted(
      (a, b) => Number(SPARED.has(a.id)) - Number(SPARED.has(b.id)),
    ))
      await fc.assert(
        fc.asyncProperty(attackOn(route), async ({ path, body, headers }) => {
          const response = await fetch(
            new Request(`http://platform.test${path}`, {
              method: route.method,
              headers: {
                authorization: `Bearer ${token}`,
                ...(typeof body === "string" ? { "content-type": "application/json" } : {}),
                ...headers,
              },
              ...(body === undefined ? {} : { body }),
            }),
          );
          if (ENDLESS.has(route.id) && response.ok) {
            await response.body?.cancel();
            return;
          }
          const answer = await response.text();
          if (response.status >= 500) throw new Error(`${route.id}: ${response.status} ${answer}`);
        }),
        { seed: 4817, numRuns: SPARED.has(route.id) ? 10 : 25, endOnFailure: true },
      );
    await settle();
    expect(apiRoutes.length).toBeGreaterThan(30);
  }, 240_000);
});
