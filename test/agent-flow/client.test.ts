/**
 * What the browser client and the SDK of Agent Flow Lite send, in the order in which a person would, and what they read
 * of the answers; taken from their sources at commit 64bd2df. One server answers all of it.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDatabase } from "../../src/hub/data/index.ts";
import { type ModelServer, startModelServer } from "../support/model-server.ts";
import { createPlatform, eventsOf, type Platform } from "../support/platform.ts";
import recorded from "./exchanges.json" with { type: "json" };

interface Exchange {
  readonly doc: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  /** Whose token is sent. */
  readonly as?: string;
  /** Or one that an answer before had. */
  readonly token?: string;
  readonly body?: unknown;
  readonly file?: { readonly name: string; readonly text: string };
  /** Fields that the client reads; `<text>` and the like stand for any value of a kind. */
  readonly answer?: unknown;
  /** Names of the events of a stream. */
  readonly stream?: readonly string[];
  /** What a page holds. */
  readonly html?: readonly string[];
  /** Values of the answer that later requests name. */
  readonly save?: Readonly<Record<string, string>>;
}

const KINDS: { readonly [word: string]: unknown } = {
  "<text>": expect.stringMatching(/./u),
  "<id>": expect.stringMatching(/^[\w-]{8,}$/u),
  "<time>": expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|\+00:00)$/u),
  "<number>": expect.any(Number),
};

const exchanges: readonly Exchange[] = recorded;
const saved = new Map<string, string>();
const tokens = new Map<string, string>();
let models: ModelServer;
let platform: Platform;

beforeAll(async () => {
  models = await startModelServer();
  models.answer({ words: ["Good", " day"] });
  const database = await openDatabase({ address: ":memory:" });
  platform = await createPlatform({ database, modelUrl: models.url });
  platform.ports.workflows.engine.begin();
  for (const name of ["root", "ada", "bob"])
    tokens.set(name, await platform.join(`${name}@example.org`));
  const { json } = await platform.send("GET", "/api/v1/auth/me", tokenOf("root"));
  saved.set("root", String(at(json, "id")));
});
afterAll(async () => {
  await platform.ports.workflows.engine.close(1000);
  await platform.ports.database.close();
  await models.close();
});

function tokenOf(name: string | undefined): { readonly token?: string } {
  const token = name === undefined ? undefined : (tokens.get(name) ?? saved.get(name));
  return token === undefined ? {} : { token };
}

function filled(text: string): string {
  return text.replaceAll(/\{(\w+)\}/gu, (whole, name: string) => saved.get(name) ?? whole);
}

function expected(value: unknown): unknown {
  if (typeof value === "string") return KINDS[value] ?? filled(value);
  if (Array.isArray(value)) return value.map(expected);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, expected(item)]));
}

function at(value: unknown, path: string): unknown {
  return path
    .split(".")
    .reduce<unknown>((found, key) => (found as Record<string, unknown>)[key], value);
}

function bodyOf({ body, file }: Exchange): { readonly body?: unknown } {
  if (body !== undefined) return { body: JSON.parse(filled(JSON.stringify(body))) as unknown };
  if (file === undefined) return {};
  const form = new FormData();
  form.append("file", new File([file.text], file.name));
  return { body: form };
}

/** Chats say in addition when the model begins, which clients show as any other thought. */
function isOriginal({ data }: { readonly data: unknown }): boolean {
  return at(data, "type") !== "generation";
}

describe("a client of Agent Flow Lite", () => {
  it.each(exchanges)("$method $path: $doc", async (exchange) => {
    const { method, path, status, as, token } = exchange;
    const answered = await platform.send(method, filled(path), {
      ...tokenOf(as ?? token),
      ...bodyOf(exchange),
    });
    expect([answered.status, answered.status === status ? "" : answered.text]).toEqual([
      status,
      "",
    ]);
    await platform.settle();
    const { answer, stream, html, save = {} } = exchange;
    if (answer !== undefined) expect(answered.json).toMatchObject(expected(answer) as object);
    if (stream !== undefined)
      expect(
        eventsOf(answered.text)
          .filter(isOriginal)
          .map(({ event }) => event),
      ).toEqual(stream);
    for (const part of html ?? []) expect(answered.text).toContain(part);
    for (const [name, place] of Object.entries(save))
      saved.set(name, String(at(answered.json, place)));
  });
});
