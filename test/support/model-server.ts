/**
 * A language model on loopback that speaks the wire format of OpenAI. What it says is chosen by the test, word
 * by word, so that slow, broken and cut answers can be shown.
 */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

export interface ModelRequest {
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: {
    readonly model: string;
    readonly messages?: readonly { readonly role: string; readonly content: unknown }[];
    readonly temperature?: number;
    readonly max_tokens?: number;
    readonly stream?: boolean;
    readonly input?: string | readonly string[];
    readonly tools?: readonly { readonly function: { readonly name: string } }[];
    readonly response_format?: unknown;
  };
  /** Whether the caller hung up before the answer was complete. */
  isCancelled: boolean;
}

export interface Answer {
  readonly words?: readonly string[];
  /** How long it says that the question was. */
  readonly promptTokens?: number;
  /** Asks for these tools after the words. */
  readonly calls?: readonly { readonly name: string; readonly arguments: string }[];
  /** Answers with this status and no words. */
  readonly status?: number;
  /** Says with the status after how many seconds to come back. */
  readonly retryAfter?: number;
  /** Ends the connection after the words: `cut` breaks it, `silent` closes it without a last event. */
  readonly ending?: "cut" | "silent" | "garbage" | "hang";
  /** Is waited for before each word. */
  readonly beforeWord?: (index: number) => Promise<void>;
}

export interface ModelServer {
  /** Ends with `/v1`. */
  readonly url: string;
  readonly requests: readonly ModelRequest[];
  /** How the next requests are answered; the last answer stays. */
  readonly answer: (...answers: readonly Answer[]) => void;
  readonly close: () => Promise<void>;
}

const PLAIN: Answer = { words: ["Hello", ", ", "world", "."] };

export async function startModelServer(): Promise<ModelServer> {
  const requests: ModelRequest[] = [];
  let answers: readonly Answer[] = [PLAIN];
  const server = createServer((request, response) => {
    void respond(request, response).catch(() => response.destroy());
  });

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const entry: ModelRequest = {
      path: request.url ?? "",
      authorization: request.headers.authorization,
      body: JSON.parse(Buffer.concat(chunks).toString()) as ModelRequest["body"],
      isCancelled: false,
    };
    requests.push(entry);
    response.on("close", () => {
      if (!response.writableFinished) entry.isCancelled = true;
    });
    if (entry.path.endsWith("/embeddings")) {
      embed(entry, response);
      return;
    }
    const [answer = PLAIN, ...later] = answers;
    if (later.length > 0) answers = later;
    await speak(answer, entry, response);
  }

  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    answer: (...given) => {
      answers = given;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

async function speak(
  answer: Answer,
  { body }: ModelRequest,
  response: ServerResponse,
): Promise<void> {
  const {
    words = [],
    promptTokens = 7,
    calls = [],
    status,
    retryAfter,
    ending,
    beforeWord,
  } = answer;
  if (status !== undefined) {
    response.writeHead(status, {
      "content-type": "application/json",
      ...(retryAfter === undefined ? {} : { "retry-after": String(retryAfter) }),
    });
    response.end(JSON.stringify({ error: { message: "It does not work today.", type: "error" } }));
    return;
  }
  response.writeHead(200, { "content-type": "text/event-stream" });
  const send = (choices: readonly object[], more: object = {}): void => {
    const data = { id: "1", object: "chat.completion.chunk", created: 1, model: body.model };
    response.write(`data: ${JSON.stringify({ ...data, choices, ...more })}\n\n`);
  };
  for (const [index, content] of words.entries()) {
    await beforeWord?.(index);
    if (response.destroyed) return;
    send([{ index: 0, delta: { role: "assistant", content }, finish_reason: null }]);
  }
  for (const [index, { name, arguments: text }] of calls.entries()) {
    // The arguments come in pieces, as they do from real ones.
    const half = Math.ceil(text.length / 2);
    const first = {
      index,
      id: `call_${index}`,
      type: "function",
      function: { name, arguments: "" },
    };
    send([{ index: 0, delta: { role: "assistant", tool_calls: [first] }, finish_reason: null }]);
    for (const piece of [text.slice(0, half), text.slice(half)])
      send([
        {
          index: 0,
          delta: { tool_calls: [{ index, function: { arguments: piece } }] },
          finish_reason: null,
        },
      ]);
  }
  if (ending === "hang") return;
  if (ending === "cut") {
    // The words have to be on their way before the connection breaks.
    setImmediate(() => response.destroy());
    return;
  }
  if (ending === "garbage") response.write("data: {not json\n\n");
  if (ending === undefined) {
    send([{ index: 0, delta: {}, finish_reason: calls.length === 0 ? "stop" : "tool_calls" }]);
    send([], {
      usage: { prompt_tokens: promptTokens, completion_tokens: words.length, total_tokens: 7 },
    });
    response.write("data: [DONE]\n\n");
  }
  response.end();
}

/** Letters counted into 16 places: alike texts lie close together. */
function embed({ body }: ModelRequest, response: ServerResponse): void {
  const texts = typeof body.input === "string" ? [body.input] : (body.input ?? []);
  const data = texts.map((text, index) => {
    const embedding = Array.from({ length: 16 }, () => 0);
    for (const letter of text.toLowerCase()) {
      const place = (letter.codePointAt(0) ?? 0) % 16;
      embedding[place] = (embedding[place] ?? 0) + 1;
    }
    return { object: "embedding", index, embedding };
  });
  response.writeHead(200, { "content-type": "application/json" });
  response.end(
    JSON.stringify({
      object: "list",
      data,
      model: body.model,
      usage: { prompt_tokens: 1, total_tokens: 1 },
    }),
  );
}
