/** A loopback server in the place of a model: it keeps each request and answers one word, in each provider's streaming shape. */
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface Stub {
  readonly url: string;
  /** Takes the requests for an answer that contain the text, in the order of their arrival. */
  take(containing?: string): readonly string[];
  close(): Promise<void>;
}

type Event = readonly [name: string, data: unknown];

export async function startStub(): Promise<Stub> {
  let bodies: string[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks).toString("utf8");
      if (answer(request.url ?? "", body, response)) bodies.push(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server that listens on a port has an address with a port.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    take: (containing = "") => {
      const taken = bodies.filter((body) => body.includes(containing));
      bodies = bodies.filter((body) => !body.includes(containing));
      return taken;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function answer(url: string, body: string, response: ServerResponse): boolean {
  if (url.includes("/count_tokens")) {
    sendJson(response, 200, { input_tokens: 10 });
    return false;
  }
  if (url.includes("/v1/messages")) stream(response, anthropicEvents());
  else if (url.includes(":streamGenerateContent")) stream(response, [["", geminiAnswer()]]);
  else if (url.includes(":generateContent")) sendJson(response, 200, geminiAnswer());
  else if (url.includes("/chat/completions")) {
    if (/"stream":\s*true/u.test(body)) stream(response, openaiEvents());
    else sendJson(response, 200, openaiAnswer());
  } else {
    sendJson(response, 404, {});
    return false;
  }
  return true;
}

function stream(response: ServerResponse, events: readonly Event[]): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (const [name, data] of events) {
    const text = typeof data === "string" ? data : JSON.stringify(data);
    response.write(`${name === "" ? "" : `event: ${name}\n`}data: ${text}\n\n`);
  }
  response.end();
}

function sendJson(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(value));
}

function anthropicEvents(): readonly Event[] {
  const message = {
    id: "msg_1",
    type: "message",
    role: "assistant",
    model: "claude-opus-5-5",
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { input_tokens: 1, output_tokens: 1 },
  };
  const events = [
    { type: "message_start", message },
    { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
    { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "ok" } },
    { type: "content_block_stop", index: 0 },
    {
      type: "message_delta",
      delta: { stop_reason: "end_turn", stop_sequence: null },
      usage: { output_tokens: 1 },
    },
    { type: "message_stop" },
  ];
  return events.map((event): Event => [event.type, event]);
}

function geminiAnswer(): unknown {
  const content = { role: "model", parts: [{ text: "ok" }] };
  return {
    candidates: [{ content, finishReason: "STOP", index: 0 }],
    usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
  };
}

const OPENAI_USAGE = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };

function openaiEvents(): readonly Event[] {
  const base = { id: "c1", object: "chat.completion.chunk", created: 1, model: "m" };
  const delta = { role: "assistant", content: "ok" };
  return [
    ["", { ...base, choices: [{ index: 0, delta, finish_reason: null }] }],
    [
      "",
      { ...base, choices: [{ index: 0, delta: {}, finish_reason: "stop" }], usage: OPENAI_USAGE },
    ],
    ["", "[DONE]"],
  ];
}

function openaiAnswer(): unknown {
  const message = { role: "assistant", content: "ok" };
  return {
    id: "c1",
    object: "chat.completion",
    created: 1,
    model: "m",
    choices: [{ index: 0, message, finish_reason: "stop" }],
    usage: OPENAI_USAGE,
  };
}
