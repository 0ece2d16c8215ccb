/** What providers are sent, by their own packages, to servers that speak their protocols. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { type ModelServer, startModelServer } from "../../../test/support/model-server.ts";
import type { Clock } from "../../platform/machine/index.ts";
import { attachFiles } from "./files.ts";
import type { GenerateRequest, LanguageModels, ModelEvent, TokenUsage } from "./model.ts";
import { openModels } from "./open-models.ts";
import { type ModelSettings, readModelSettings } from "./settings.ts";

const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

function settingsFor(baseUrl: string, kind: "anthropic" | "openai-compatible"): ModelSettings {
  const price = { input: 10, output: 100, cachedInput: 1, asOf: "2026-11-01" };
  return readModelSettings({
    currency: "EUR",
    providers: { house: { kind, baseUrl, apiKeyEnv: "KEY", models: [{ id: "small", price }] } },
  });
}

async function all(
  models: LanguageModels,
  request: Partial<GenerateRequest>,
): Promise<readonly ModelEvent[]> {
  const messages = [{ role: "user" as const, content: "Hi" }];
  const events: ModelEvent[] = [];
  for await (const event of models.generate({ messages, ...request })) events.push(event);
  return events;
}

describe("a model", () => {
  let server: ModelServer;
  beforeAll(async () => {
    server = await startModelServer();
  });
  afterAll(() => server.close());
  const open = (more: { readonly clock?: Clock; readonly random?: () => number } = {}) =>
    openModels({
      settings: settingsFor(server.url, "openai-compatible"),
      environment: { KEY: "key" },
      ...more,
    });

  it("looks at pictures and documents, and reads texts before the question", async () => {
    server.answer({ words: ["A dot"] });
    const files = attachFiles([
      { name: "dot.PNG", bytes: PIXEL },
      { name: "notes.md", bytes: Buffer.from("Blue.") },
    ]);
    await all(open(), { messages: [{ role: "user", content: "What is it?", files }] });
    expect(server.requests.at(-1)?.body.messages).toEqual([
      {
        role: "user",
        content: [
          {
            type: "image_url",
            image_url: { url: `data:image/png;base64,${PIXEL.toString("base64")}` },
          },
          { type: "text", text: "File notes.md:\n\nBlue.\n\n" },
          { type: "text", text: "What is it?" },
        ],
      },
    ]);
  });

  it("takes nothing that no model could read, and not more than a request may hold", () => {
    const odd = [{ name: "letter.docx", bytes: Uint8Array.of(80, 75, 3, 4, 0) }];
    expect(() => attachFiles(odd)).toThrow("`letter.docx` is nothing that models read");
    const large = [{ name: "scan.pdf", bytes: new Uint8Array(4_000_001) }];
    expect(() => attachFiles(large)).toThrow("at most 10 files of 4000000 bytes");
  });

  it("is told of the schema of an answer, and asked again without where its provider takes none", async () => {
    const schema = { type: "object", properties: { score: { type: "number" } } };
    server.answer({ words: ['{"score":3}'] });
    await all(open(), { schema });
    expect(server.requests.at(-1)?.body.response_format).toEqual({
      type: "json_schema",
      json_schema: { name: "response", schema, strict: false },
    });
    const before = server.requests.length;
    server.answer({ status: 400 }, { words: ['{"score":3}'] });
    expect(await all(open(), { schema })).toHaveLength(2);
    const formats = server.requests.slice(before).map(({ body }) => body.response_format);
    expect(formats).toEqual([expect.anything(), undefined]);
    server.answer({ status: 400 });
    await expect(all(open(), { schema })).rejects.toThrow("failed with the status 400");
  });

  it("waits as long as its provider asks, and gives up where that is too long", async () => {
    const waits: number[] = [];
    const clock: Clock = {
      now: () => 0,
      after: (milliseconds, work) => {
        waits.push(milliseconds);
        setImmediate(work);
        return () => {};
      },
    };
    server.answer({ status: 429, retryAfter: 3 }, { status: 503 }, { words: ["Here"] });
    const models = open({ clock, random: () => 0.5 });
    expect(await all(models, {})).toHaveLength(2);
    expect(waits).toEqual([3750, 1000]);
    const before = server.requests.length;
    server.answer({ status: 429, retryAfter: 3600 });
    await expect(all(models, {})).rejects.toThrow("failed with the status 429");
    expect(server.requests.length - before).toBe(1);
  });
});

describe("a prompt that goes on", () => {
  it("is kept by the provider, and costs less the second time", async () => {
    const server = await startAnthropic();
    const models = openModels({
      settings: settingsFor(server.url, "anthropic"),
      environment: { KEY: "key" },
    });
    const first = await all(models, {});
    const said = [
      { role: "user" as const, content: "Hi" },
      { role: "assistant" as const, content: "Hello" },
      { role: "user" as const, content: "Again" },
    ];
    await all(models, { messages: said });
    const tools = [{ name: "look", description: "Looks.", input: { type: "object" } }];
    await all(models, { tools });
    expect(server.marked).toEqual([[], ["Again"], ["Hi"]]);
    const usage: TokenUsage = { inputTokens: 100, cachedTokens: 90, outputTokens: 5 };
    expect(first.at(-1)).toMatchObject({ usage, cost: (10 * 10 + 90 * 1 + 5 * 100) / 1_000_000 });
  });
});

interface AnthropicBody {
  readonly messages: readonly {
    readonly content: readonly { readonly text: string; readonly cache_control?: object }[];
  }[];
}

/** Says hello in the protocol of Anthropic, and notes up to where each prompt is to be kept. */
async function startAnthropic(): Promise<{ readonly url: string; readonly marked: string[][] }> {
  const marked: string[][] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { messages } = JSON.parse(Buffer.concat(chunks).toString()) as AnthropicBody;
    const parts = messages.flatMap(({ content }) => content);
    marked.push(parts.filter((part) => part.cache_control).map(({ text }) => text));
    response.writeHead(200, { "content-type": "text/event-stream" });
    const kept = { cache_read_input_tokens: 90, cache_creation_input_tokens: 0 };
    const usage = { input_tokens: 10, output_tokens: 1, ...kept };
    const message = { id: "m", type: "message", role: "assistant", model: "small", content: [] };
    for (const event of [
      { type: "message_start", message: { ...message, usage } },
      { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
      { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Hello" } },
      { type: "content_block_stop", index: 0 },
      { type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 5 } },
      { type: "message_stop" },
    ])
      response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
    response.end();
  };
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return { url: `http://127.0.0.1:${port}/v1`, marked };
}
